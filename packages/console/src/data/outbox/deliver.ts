import { MAX_TICKETS_PER_UPDATE } from '@player-support/contract/limits';
import { ApiError, isRetryable, isSignedOut } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { changeProgress } from './change-progress.ts';
import {
  type BlockEntry,
  type ChangeEntry,
  isChange,
  isMerge,
  isMessage,
  type MergeEntry,
  type MessageEntry,
  type OutboxEntry,
} from './entries.ts';
import type { Delivered } from './outbox.ts';

/**
 * Batches that are sent while the page is being closed: a browser sends 64 KB then. The next page
 * sends the others.
 */
const MAX_LAST_BATCHES = 10;

/** How an entry is sent. */
interface Way {
  /** Whose entry it is. Another tab may have signed in as somebody else at this moment. */
  readonly memberId: string;
  /** The request survives the page. */
  readonly keepalive: boolean;
}

/** Sends an entry. @throws ApiError 401 if its member is not signed in any more */
export function deliver(entry: OutboxEntry, way: Way): Promise<Delivered> {
  if (isMessage(entry)) return deliverMessage(entry, way);
  if (isMerge(entry)) return deliverMerge(entry, way);
  return isChange(entry) ? deliverChange(entry, way) : deliverBlock(entry, way);
}

function deliverMessage(entry: MessageEntry, { memberId, keepalive }: Way): Promise<Delivered> {
  const { id, ticketId, kind, message, status, changes, macroIds, mentions, seen } = entry;
  const attachments = entry.attachments?.flatMap((file) => file.id ?? []);
  const options = { path: { ticketId }, idempotencyKey: id, memberId, keepalive };
  return kind === 'note'
    ? api.post('/tickets/{ticketId}/notes', {
        ...options,
        body: { message, attachments, mentions: mentions && [...mentions] },
      })
    : api.post('/tickets/{ticketId}/replies', {
        ...options,
        body: {
          message,
          attachments,
          status,
          assigneeId: changes?.assigneeId,
          priority: changes?.priority,
          addTags: changes?.addTags,
          macroIds: macroIds && [...macroIds],
          afterMessageId: seen,
        },
      });
}

/** Sends a change. Sending it again is safe: each ticket changes once per key. */
async function deliverChange({ id, ticketIds, change }: ChangeEntry, { memberId, keepalive }: Way): Promise<Delivered> {
  const { status, assigneeId, priority, addTags, removeTags, knownIssueId, snooze } = change;
  const options = { idempotencyKey: id, memberId, keepalive };
  const [ticketId, ...others] = ticketIds;
  if (ticketId !== undefined && others.length === 0 && addTags === undefined && removeTags === undefined) {
    const body = { status, assigneeId, priority, knownIssueId, snooze };
    return refusable(ticketIds, async () => {
      await api.patch('/tickets/{ticketId}', { ...options, path: { ticketId }, body });
      return {};
    });
  }
  const send = async (batch: readonly string[]) => {
    const body = { ticketIds: [...batch], status, assigneeId, priority, addTags, removeTags, knownIssueId, snooze };
    const { notFound, merged, held, notSnoozed } = await api.patch('/tickets', { ...options, body });
    // Nobody can select a held ticket here. If it is held meanwhile, it is not one of the queue.
    return { notFound: [...notFound, ...(held ?? [])], merged, notSnoozed: notSnoozed ?? [] };
  };
  const batches = batchesOf(ticketIds);
  // The page does not live long enough to wait for one response after the other.
  if (keepalive) {
    await Promise.all(batches.slice(0, MAX_LAST_BATCHES).map(send));
    return {};
  }
  for (const [index, batch] of batches.entries()) {
    const { answers, stopsAfter = batches.length } = changeProgress.of(id);
    // An attempt before this one has sent it.
    if (index < answers.length) continue;
    if (index >= stopsAfter) break;
    const answer = await refusable(batch, () => send(batch));
    if (answer.error !== undefined) return outcome({ id, ticketIds }, answer.error);
    changeProgress.answered(id, answer);
  }
  return outcome({ id, ticketIds });
}

function batchesOf(ticketIds: readonly string[]): readonly (readonly string[])[] {
  const starts = Array.from(ticketIds.keys()).filter((index) => index % MAX_TICKETS_PER_UPDATE === 0);
  return starts.map((start) => ticketIds.slice(start, start + MAX_TICKETS_PER_UPDATE));
}

/** What became of a change that ends here. `error`: why the rest is not changed. */
export function outcome({ id, ticketIds }: Pick<ChangeEntry, 'id' | 'ticketIds'>, error?: unknown): Delivered {
  const { answers } = changeProgress.of(id);
  changeProgress.end(id);
  return {
    notFound: answers.flatMap(({ notFound = [] }) => notFound),
    merged: answers.flatMap(({ merged = [] }) => merged),
    notSnoozed: answers.flatMap(({ notSnoozed = [] }) => notSnoozed),
    refused: batchesOf(ticketIds).slice(answers.length).flat(),
    error,
  };
}

/** Refused tickets are a result. An error that goes away is thrown, so that it is sent again. */
async function refusable(ticketIds: readonly string[], send: () => Promise<Delivered>): Promise<Delivered> {
  try {
    return await send();
  } catch (error) {
    if (isRetryable(error) || isSignedOut(error)) throw error;
    if (error instanceof ApiError && error.status === 404) return { notFound: ticketIds };
    return { refused: ticketIds, error };
  }
}

async function deliverMerge({ id, kind, ticketId, into }: MergeEntry, way: Way): Promise<Delivered> {
  const options = { path: { ticketId }, idempotencyKey: id, memberId: way.memberId, keepalive: way.keepalive };
  await (kind === 'merge'
    ? api.post('/tickets/{ticketId}/merge', { ...options, body: { into: into.id } })
    : api.post('/tickets/{ticketId}/unmerge', options));
  return {};
}

async function deliverBlock({ id, playerId, blocked }: BlockEntry, { memberId, keepalive }: Way): Promise<Delivered> {
  const options = { path: { playerId }, idempotencyKey: id, memberId, keepalive };
  await api.patch('/players/{playerId}', { ...options, body: { blocked } });
  return {};
}
