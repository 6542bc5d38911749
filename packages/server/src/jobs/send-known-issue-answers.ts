import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerSkip } from '@player-support/contract/enums';
import type { Config } from '../config/config.ts';
import { newId, playerOfTicket } from '../domain/ids.ts';
import { addSkips, answerTexts, fillAnswer, type SkipCounts, sumOfSkips } from '../domain/known-issue-answers.ts';
import { SECOND } from '../domain/time.ts';
import { lockTicketIfAny, receiptKeeperOf } from '../operations/find-ticket.ts';
import { mayStillWrite } from '../operations/may-still-write.ts';
import type { StoredIssueAnswer } from '../store/known-issue-answers.ts';
import type { Transaction } from '../store/store.ts';
import { valuesOf } from '../team/known-issues/plan-answer.ts';
import { skipsOf, textsOf } from '../team/known-issues/present-known-issue.ts';
import { writeReply } from '../team/tickets/write-reply.ts';
import type { Work } from './work.ts';

/** Ids read at once, before another project's turn. */
const PAGE_SIZE = 100;
/** Tickets per transaction. Players' requests wait, so it must be short. */
const BATCH = 5;
/** After each transaction on SQLite, for requests of players. */
const PAUSE_MS = 25;
/** How often consoles learn an answer's progress. */
const TELL_MS = SECOND;

/** The job may change every ticket. */
const EVERYTHING = { role: 'owner', projectIds: null } as const;

interface SendOptions extends Omit<Work, 'limit'> {
  readonly config: Pick<Config, 'messagesPerTicket'>;
  readonly pageSize?: number;
}

/**
 * Sends the answers to known issues that are due, in small transactions. Each also stores the last
 * ticket that has the answer, so another run continues there after a crash. Projects take turns.
 * Only one node sends.
 */
export async function sendKnownIssueAnswers(options: SendOptions): Promise<void> {
  const { store, clock, stopping, live } = options;
  let project = '';
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (isEnd: boolean) => {
    if (!isEnd && performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    live.settingsChanged('known-issues');
  };
  while (!stopping()) {
    // No transaction: an idle server writes nothing.
    const next = await store.knownIssueAnswers.due(clock(), project);
    const answer = next ?? (project === '' ? undefined : await store.knownIssueAnswers.due(clock(), ''));
    if (answer === undefined || !(await sendPage(answer, options, tell))) return;
    project = answer.project_id;
  }
}

/** Sends an answer to the next tickets. False: this node must not go on. */
async function sendPage(
  answer: StoredIssueAnswer,
  options: SendOptions,
  tell: (isEnd: boolean) => void,
): Promise<boolean> {
  const { store, live, stopping, pageSize = PAGE_SIZE } = options;
  const { answer_id: id, known_issue_id: knownIssueId, created_at: until, project_id: projectId } = answer;
  let after = answer.sent_until;
  const page = await store.knownIssueAnswers.linked({ knownIssueId, until, after, limit: pageSize });
  const ids = page.map(({ ticket_id }) => ticket_id);
  // An empty batch ends the answer.
  for (let start = 0; start === 0 || start < ids.length; start += BATCH) {
    if (stopping()) return false;
    const batch = ids.slice(start, start + BATCH);
    const result = await store.transaction((tx) => sendBatch(tx, { id, after, batch }, options));
    if (result === undefined) return false;
    for (const ticketId of result.sent) live.ticketChanged(projectId, ticketId);
    tell(result.isEnd);
    if (result.isEnd) return true;
    after = batch.at(-1) ?? after;
    // PostgreSQL runs requests of players beside the transaction.
    if (store.bus === undefined) await sleep(PAUSE_MS);
  }
  return true;
}

/**
 * Sends the answer to the tickets of `batch`, which come after `after`. None: all have it.
 * Undefined: another node sends it, or it has ended.
 */
async function sendBatch(
  tx: Transaction,
  { id, after, batch }: { readonly id: string; readonly after: string; readonly batch: readonly string[] },
  { config, clock }: SendOptions,
) {
  // Only one node sends at a time.
  if (!(await tx.tryLock('send-answers'))) return undefined;
  // Who takes access from its author waits for this lock, and stops it then.
  const answer = await tx.knownIssueAnswers.lock(id);
  // Another node may have gone on since, or a member cancelled it.
  if (answer === undefined || answer.sent_until !== after) return undefined;
  if (answer.state !== 'waiting' && answer.state !== 'sending') return undefined;
  if (!(await mayStillWrite(tx, answer.author_id, answer.project_id, clock()))) {
    await tx.knownIssueAnswers.setProgress({ ...answer, state: 'stopped' });
    return { sent: [] as string[], isEnd: true };
  }
  const textFor = answerTexts(answer.message, textsOf(answer));
  const sent: string[] = [];
  let skips: SkipCounts = skipsOf(answer);
  for (const ticketId of batch) {
    const now = clock();
    const result = await sendOne(tx, answer, ticketId, { textFor, maxMessages: config.messagesPerTicket, now });
    if (result === 'sent') {
      sent.push(ticketId);
      continue;
    }
    skips = addSkips(skips, result, 1);
    const player = playerOfTicket(ticketId);
    if (player === undefined) continue;
    const receipt = { player_id: player, ticket_id: ticketId, answer_id: id, created_at: now, skipped: result };
    await tx.knownIssueAnswers.claim(receipt);
  }
  const all = answer.sent + sent.length;
  const isEnd = batch.length === 0;
  if (isEnd) skips = addSkips(skips, 'gone', Math.max(0, answer.tickets - all - sumOfSkips(skips)));
  await tx.knownIssueAnswers.setProgress({
    answer_id: id,
    state: isEnd ? 'done' : 'sending',
    sent: all,
    skipped: JSON.stringify(skips),
    sent_until: batch.at(-1) ?? after,
  });
  return { sent, isEnd };
}

/** Replies in one ticket, or returns why it does not. */
async function sendOne(
  tx: Transaction,
  answer: StoredIssueAnswer,
  ticketId: string,
  { textFor, maxMessages, now }: { textFor: ReturnType<typeof answerTexts>; maxMessages: number; now: number },
): Promise<'sent' | AnswerSkip> {
  const { status } = answer;
  const author = { id: answer.author_id, name: answer.author_name };
  const ticket = await lockTicketIfAny(tx, EVERYTHING, ticketId, status);
  // It may have been unlinked, or linked again, since its id was read.
  if (ticket?.known_issue_id !== answer.known_issue_id || (ticket.known_issue_at ?? 0) > answer.created_at)
    return 'gone';
  const player = await tx.players.byId(ticket.player_id);
  const about = { ...ticket, user_id: player?.user_id ?? null, player_context: player?.context ?? null };
  const values = valuesOf(about, author.name, ticket.project_name ?? undefined);
  const { template } = textFor(values['player.locale']);
  const filled = fillAnswer(template, ticket, values, maxMessages);
  if ('skip' in filled) return filled.skip;
  const receipt = { player_id: receiptKeeperOf(ticket), ticket_id: ticketId, answer_id: answer.answer_id };
  if (!(await tx.knownIssueAnswers.claim({ ...receipt, created_at: now, skipped: null }))) return 'gone';
  await writeReply(tx, { ticket, author, messageId: newId('message', now), message: filled.text, status, now });
  return 'sent';
}
