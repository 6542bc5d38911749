import { setTimeout as sleep } from 'node:timers/promises';
import type { Player, Project, Send } from './api.ts';

const TICKETS = 1000;
/** One UpdateTickets links so many. */
const PER_REQUEST = 100;
/** Fewer than in a storm. Each stays below its rate limit. */
const PLAYERS = 25;
const PAUSE_MS = 270;
/** For comparison, before the answer. */
const BEFORE_MS = 6000;
const TARGET_MS = 10_000;
const TARGET_FACTOR = 1.2;

interface Measured {
  readonly row: string;
  readonly missed: boolean;
}

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

/** Polls and writes as players until stopped. Returns how long requests took. */
async function players(team: Send, player: Send, projectId: string, publicKey: string) {
  const people = await Promise.all(
    Array.from({ length: PLAYERS }, async (_, index) => {
      const body = { projectPublicKey: publicKey, installationId: `bench-player-${index}` };
      const { playerAccessToken: token } = await player<Player>('POST', '/player/identify', body);
      const ticket = { projectPublicKey: publicKey, type: 'bug', subject: 'Stuck', message: `${index} I am stuck.` };
      const { ticketId } = await player<{ ticketId: string }>('POST', '/tickets', ticket, { token });
      return { token, ticketId };
    }),
  );
  await team('GET', `/team/projects/${projectId}`);
  let times: number[] = [];
  let stopped = false;
  const timed = async (request: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await request();
    times.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  };
  const running = people.map(async ({ token, ticketId }) => {
    for (let count = 0; !stopped; count++) {
      await timed(() => player('GET', `/player/inbox?projectPublicKey=${publicKey}`, undefined, { token }));
      if (count % 10 !== 0) continue;
      await timed(() => player('POST', `/tickets/${ticketId}/messages`, { message: 'Still stuck.' }, { token }));
    }
  });
  return {
    taken() {
      const taken = times;
      times = [];
      return taken;
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** Links and answers 1,000 tickets of a known issue while players send requests. */
export async function measureAnswer(team: Send, player: Send): Promise<Measured> {
  const { projects } = await team<{ projects: Project[] }>('GET', '/team/projects');
  const [project] = projects;
  if (project === undefined) throw new Error('no project');
  const { id: projectId, publicKey } = project;
  const issue = await team<{ id: string }>('POST', '/team/known-issues', { projectId, title: 'Crash' });
  let cursor = '';
  for (let linked = 0; linked < TICKETS; linked += PER_REQUEST) {
    const query = `view=open&projectId=${projectId}&limit=${PER_REQUEST}${cursor}`;
    const page = await team<{ tickets: { id: string }[]; nextCursor: string }>('GET', `/team/tickets?${query}`);
    const ticketIds = page.tickets.map(({ id }) => id);
    await team('PATCH', '/team/tickets', { ticketIds, knownIssueId: issue.id });
    cursor = `&cursor=${page.nextCursor}`;
  }
  const load = await players(team, player, projectId, publicKey);
  await sleep(BEFORE_MS / 2);
  load.taken();
  await sleep(BEFORE_MS);
  const before = load.taken();
  const message = 'It is fixed in {{player.appVersion}} on {{player.platform}}.';
  await team('POST', `/team/known-issues/${issue.id}/answers`, { message });
  type Answer = { state: string; sent: number; sendAt: string };
  const answer = async () => {
    const { answers } = await team<{ answers: Answer[] }>('GET', `/team/known-issues/${issue.id}`);
    return answers[0] ?? { state: '', sent: 0, sendAt: '' };
  };
  const until = async (holds: (now: Answer) => boolean) => {
    for (;;) {
      const now = await answer();
      if (holds(now)) return now;
      await sleep(50);
    }
  };
  await until(({ state }) => state === 'sending');
  const startedAt = performance.now();
  load.taken();
  const { sent } = await until(({ state }) => state === 'done');
  const took = performance.now() - startedAt;
  const during = load.taken();
  await load.stop();
  const factor = (share: number) => percentile(during, share) / percentile(before, share);
  const missed = sent !== TICKETS || took > TARGET_MS || factor(0.5) > TARGET_FACTOR;
  const ms = (times: readonly number[], share: number) => percentile(times, share).toFixed(2);
  return {
    missed,
    row:
      `${sent} tickets answered in ${(took / 1000).toFixed(1)} s; requests of players took ` +
      `${ms(before, 0.5)} ms before and ${ms(during, 0.5)} ms meanwhile (${factor(0.5).toFixed(2)} times), ` +
      `p95 ${ms(before, 0.95)} and ${ms(during, 0.95)} ms (${factor(0.95).toFixed(2)} times)${missed ? '   MISSED' : ''}`,
  };
}
