import type { TicketQueueResponse } from '@player-support/contract/team/queue';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import type { Studio } from './studio.ts';
import { repeat } from './team-api.ts';

const LOOK_MS = 1000;
/** Time to see the ticket in the console first. */
const THINK_MS = 3000;

const FIRST: Readonly<Record<string, string>> = {
  __proto__: null as never,
  bug: 'Thank you for the report. A person would now look at what your game sent with it: version, platform, device.',
  feedback: 'Thank you for the idea. A person would now tag it, so that the team finds all ideas like it.',
  payment: 'Thank you for writing. A person would now look up your purchase and answer here.',
};
const ANY = 'Thank you for writing. A person would now read this and answer here.';
const INTRODUCTION = 'Hello! I am the automatic agent of this demo, no person.';
const LATER = [
  'Still the automatic agent. Your reply is in the same ticket: look at the console beside the game.',
  'The automatic agent again. Try this: press "Lose every second answer" or "Kill the server", and write once more.',
  'It is me, the automatic agent. Take over if you like: write an answer in the console, and read it in the game.',
];

/** `answers`: earlier ones of the agent in the ticket. */
function answerTo({ type }: TeamTicketResponse, answers: number): string {
  if (answers === 0) return `${INTRODUCTION} ${FIRST[type] ?? ANY}`;
  return LATER[(answers - 1) % LATER.length] ?? ANY;
}

/** Answers each text of a player once, with its own key, until the signal. */
export function runAgent({ agent, projectId }: Studio, signal: AbortSignal): Promise<void> {
  /** By message id. */
  const seen = new Map<string, number>();

  async function answer(ticketId: string): Promise<void> {
    const ticket = await agent<TeamTicketResponse>('GET', `/tickets/${ticketId}`);
    const messages = ticket.messages.filter(({ visibility }) => visibility === 'public');
    const last = messages.at(-1);
    if (last?.authorType !== 'player') return;
    const since = seen.get(last.id) ?? Date.now();
    seen.set(last.id, since);
    if (Date.now() - since < THINK_MS) return;
    const answers = messages.filter(({ author }) => author?.name === 'Automatic agent').length;
    // If the server is killed now, the next try has the same key.
    await agent('POST', `/tickets/${ticketId}/replies`, { message: answerTo(ticket, answers) }, `answer-${last.id}`);
    seen.delete(last.id);
  }

  return repeat(LOOK_MS, signal, async () => {
    const queue = await agent<TicketQueueResponse>('GET', `/tickets?view=attention&projectId=${projectId}`);
    for (const { id } of queue.tickets) await answer(id);
  });
}
