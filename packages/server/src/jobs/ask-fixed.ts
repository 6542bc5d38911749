import { compareBuilds, hasBuild } from '@player-support/contract/builds';
import type { Texts } from '@player-support/contract/team/localized-texts';
import { parseContext } from '../domain/context.ts';
import { newId } from '../domain/ids.ts';
import { textFor } from '../domain/localized-texts.ts';
import { nextTurn } from '../domain/next-turn.ts';
import { noticeMessage } from '../domain/notice-message.ts';
import { isNewPlayer } from '../domain/project.ts';
import { SECOND } from '../domain/time.ts';
import type { TicketToAsk } from '../store/fix-questions.ts';
import type { Transaction } from '../store/store.ts';
import type { ToTell } from '../store/subscriptions.ts';
import type { KnownIssueRow } from '../store/tables.ts';
import type { Work } from './work.ts';

/** How often a node looks for players with a fixed build. */
const INTERVAL_MS = 15 * SECOND;
/** Of tickets, and as many of subscribers. The next round goes on. */
const PAGES_PER_ROUND = 100;
/** Of one known issue, before others have a turn. */
const PAGES_AT_ONCE = 5;
/** Known issues with more pages, remembered by a node. */
const MAX_PLACES = 1000;

type FixedIssue = Pick<KnownIssueRow, 'known_issue_id' | 'project_id' | 'notes'> & { readonly build: string };

/** Players per transaction. Their requests wait, so it must be short. */
const BATCH = 10;

const inBatches = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH));

/** Returns the page's last id. Undefined: the known issue has no more. */
type WithPage = (options: Work, issue: FixedIssue, after: string) => Promise<string | undefined>;

/**
 * Asks linked players, and tells subscribers, once they have the fixed build. Each once: one
 * transaction locks the player and has message and mark.
 */
export function createAsking(options: Work) {
  let lookedAt = Number.NEGATIVE_INFINITY;
  const rounds = [createRound(options, askPage), createRound(options, tellPage)];
  return async (): Promise<void> => {
    const now = options.elapsed();
    if (now - lookedAt < INTERVAL_MS) return;
    lookedAt = now;
    for (const round of rounds) await round();
  };
}

/** Works through pages of each fixed known issue. They take turns: a large one delays no other. */
function createRound(options: Work, withPage: WithPage) {
  let from = '';
  /** By known issue with more pages: after a ticket or a player. */
  const places = new Map<string, string>();
  return async (): Promise<void> => {
    // Known issues that are no longer fixed stay in the map.
    if (places.size > MAX_PLACES) places.clear();
    const finished = new Set<string>();
    // It ends after a whole pass without a page.
    let isIdle = false;
    for (let pages = 0; pages < PAGES_PER_ROUND; ) {
      const issue = await options.store.knownIssues.nextFixed(from);
      if (issue === undefined) {
        from = '';
        if (isIdle || places.size === 0) return;
        isIdle = true;
        continue;
      }
      const { known_issue_id: id } = issue;
      for (let page = 0; page < PAGES_AT_ONCE && !finished.has(id); page++) {
        if (options.stopping()) return;
        const last = await withPage(options, issue, places.get(id) ?? '');
        if (last === undefined) {
          finished.add(id);
          places.delete(id);
        } else places.set(id, last);
        isIdle = false;
        pages++;
        await nextTurn();
      }
      // A tilde sorts after every character of an id.
      from = `${id}~`;
    }
  };
}

/** Whether to ask a ticket's player, who was asked about `build` before. */
export function isToAsk({ build, answer }: Pick<TicketToAsk, 'build' | 'answer'>, fixedIn: string): boolean {
  // After a no, asked again about a later build.
  return build === null || (answer === 'no' && (compareBuilds(build, fixedIn) ?? 0) < 0);
}

const askPage: WithPage = async ({ store, live, limit, clock }, issue, after) => {
  const page = await store.fixQuestions.linked(issue.known_issue_id, after, limit);
  const due = page.filter(
    (ticket) =>
      isToAsk(ticket, issue.build) && canBeAsked(ticket) && hasBuild(parseContext(ticket.context), issue.build),
  );
  const now = clock();
  for (const some of inBatches(due)) {
    const asked = await store.transaction((tx) => ask(tx, issue, some, now));
    for (const { ticket_id } of asked) live.ticketChanged(issue.project_id, ticket_id);
    if (asked.length > 0) live.knownIssueCounted();
  }
  return page.length < limit ? undefined : page.at(-1)?.ticket_id;
};

const canBeAsked = (ticket: Pick<TicketToAsk, 'status' | 'merged_into' | 'player_blocked'>) =>
  ticket.status !== 'held' && ticket.merged_into === null && ticket.player_blocked === 0;

/** Returns the tickets that have not changed meanwhile. */
async function ask(tx: Transaction, issue: FixedIssue, due: readonly TicketToAsk[], now: number) {
  const asked: TicketToAsk[] = [];
  if (!(await tx.tryLock('ask-fixed')) || !(await isStillFixed(tx, issue))) return asked;
  const { known_issue_id, build } = issue;
  for (const one of due) {
    const { player_id, ticket_id } = one;
    await tx.players.lockOnly(player_id);
    const ticket = await tx.tickets.toChange(player_id, ticket_id, 'ticket-fixed');
    if (ticket?.known_issue_id !== known_issue_id || !canBeAsked(ticket)) continue;
    const before = await tx.fixQuestions.byKey({ player_id, ticket_id, known_issue_id });
    if (before !== undefined && !isToAsk(before, build)) continue;
    const at = tx.inbox.nextTime(now, ticket.last_inbox_at);
    const message_id = newId('inboxMessage', at);
    const question = { player_id, ticket_id, known_issue_id, message_id, build };
    await tx.players.recordInboxMessage(player_id, at);
    await tx.fixQuestions.ask({ ...question, answer: null, asked_at: now, answered_at: null });
    const text = noticeMessage('ticket-fixed', ticket, { build });
    const message = { playerId: player_id, messageId: message_id, type: 'ticket_status', ticketId: ticket_id } as const;
    await tx.inbox.add({ ...message, ...text, at });
    await tx.ticketEvents.add({ ticket, kind: 'fixed', from: build, to: 'asked', actor: null, now });
    asked.push(one);
  }
  return asked;
}

/** The team has not changed it since it was read. */
async function isStillFixed({ knownIssues }: Transaction, issue: FixedIssue): Promise<boolean> {
  const now = await knownIssues.byId(issue.known_issue_id);
  return now?.state === 'fixed' && now.fixed_in_build === issue.build && now.notes === issue.notes;
}

const tellPage: WithPage = async ({ store, limit, clock }, issue, after) => {
  const page = await store.subscriptions.toTell(issue.known_issue_id, after, limit);
  const now = clock();
  // A message would give a new player a history, so its tickets would not be held in a storm.
  const due = page.filter(
    ({ context, created_at, blocked }) =>
      blocked === 0 && !isNewPlayer(created_at, now) && hasBuild(parseContext(context), issue.build),
  );
  const isPublic = issue.notes !== '{}';
  for (const some of isPublic ? inBatches(due) : []) await store.transaction((tx) => tell(tx, issue, some, now));
  return page.length < limit ? undefined : page.at(-1)?.player_id;
};

/** Tells subscribers that an issue is fixed, except those who are asked about a ticket. */
async function tell(tx: Transaction, issue: FixedIssue, due: readonly ToTell[], now: number): Promise<void> {
  if (!(await tx.tryLock('ask-fixed')) || !(await isStillFixed(tx, issue))) return;
  const project = await tx.projects.byId(issue.project_id);
  const texts = (await tx.noticeTexts.listOfProject(issue.project_id)).filter(({ notice }) => notice === 'issue-fixed');
  const notice_texts = JSON.stringify(texts.map(({ locale, title, body }) => [locale, title, body]));
  const about = { subject: '', project_name: project?.name ?? null, notice_texts };
  for (const { player_id, known_issue_id, context } of due) {
    const player = await tx.players.lockBlocked(player_id);
    if (player?.blocked !== 0) continue;
    if (!(await tx.subscriptions.setTold({ player_id, known_issue_id }, now))) continue;
    if (await tx.subscriptions.hasTicket({ player_id, known_issue_id })) continue;
    const note = textFor(parseContext(context).locale, JSON.parse(issue.notes) as Texts) ?? '';
    const text = noticeMessage('issue-fixed', { ...about, context }, { build: issue.build, note });
    const at = tx.inbox.nextTime(now, player.last_inbox_at);
    await tx.players.recordInboxMessage(player_id, at);
    const message = { playerId: player_id, messageId: newId('inboxMessage', at), type: 'direct' } as const;
    await tx.inbox.add({ ...message, ticketId: null, ...text, at });
  }
}
