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

/** A browser sends 64 KB while a page closes. The next page sends the other batches. */
const MAX_LAST_BATCHES = 10;

interface Way {
  /** Another tab may have signed in as somebody else. */
  readonly memberId: string;
  readonly keepalive: boolean;
}

/** Throws ApiError 401 if its member is no longer signed in. */
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

/** Sending it again is safe: each ticket changes once per key. */
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
    return { notFound: [...notFound, ...(held ?? [])], merged, notSnoozed: notSnoozed ?? [] };
  };
  const batches = batchesOf(ticketIds);
  // The page closes before a second response could come.
  if (keepalive) {
    await Promise.all(batches.slice(0, MAX_LAST_BATCHES).map(send));
    return {};
  }
  for (const [index, batch] of batches.entries()) {
    const { answers, stopsAfter = batches.length } = changeProgress.of(id);
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

/** Returns refused tickets as a result. Throws temporary errors, to send again. */
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
