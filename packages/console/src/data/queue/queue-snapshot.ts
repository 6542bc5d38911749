import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { useSyncExternalStore } from 'react';
import { Listeners } from '../../lib/listeners.ts';
import type { QueueRow } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';

export interface QueueSnapshot {
  /** With the question mark, or empty. */
  readonly search: string;
  readonly isFound?: boolean | undefined;
  readonly ticketIds: readonly string[];
  /** Tickets that have left the view but were in the list. */
  readonly leftIds?: readonly string[] | undefined;
  /** The number of tickets before these. Undefined: unknown. */
  readonly before?: number | undefined;
  readonly count?: TicketCountsResponse['all'] | undefined;
  /** Where the list goes on. Undefined: unknown. */
  readonly more?: MoreOfQueue | undefined;
  /** The list goes on before these tickets. */
  readonly isFromEnd?: boolean | undefined;
  /** Whether the server had no more when it was asked. */
  readonly isEnd?: boolean | undefined;
}

export interface MoreOfQueue {
  readonly query: QueueQuery;
  readonly cursor: string | undefined;
}

const STORAGE_KEY = 'queue-snapshot';
/** Tickets kept on each side of the opened one: browser storage is small. */
const MAX_STORED = 900;
const EMPTY: QueueSnapshot = { search: '', ticketIds: [] };

let current: QueueSnapshot | undefined;
const listeners = new Listeners();

export function queueSnapshot(): QueueSnapshot {
  if (current !== undefined) return current;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    current = isSnapshot(stored) ? stored : EMPTY;
  } catch {
    current = EMPTY;
  }
  return current;
}

function isSnapshot(value: unknown): value is QueueSnapshot {
  if (typeof value !== 'object' || value === null) return false;
  const { search, ticketIds } = value as Partial<QueueSnapshot>;
  return typeof search === 'string' && Array.isArray(ticketIds) && ticketIds.every((id) => typeof id === 'string');
}

/** Keeps the tickets around the opened one. */
export function nearTicket(snapshot: QueueSnapshot, ticketId: string, max = MAX_STORED): QueueSnapshot {
  const { ticketIds, before, isFromEnd = false } = snapshot;
  const index = Math.max(0, ticketIds.indexOf(ticketId));
  const [start, end] = [Math.max(0, index - max), Math.min(ticketIds.length, index + max + 1)];
  const left = new Set(snapshot.leftIds);
  const cut = ticketIds.slice(0, start).filter((id) => !left.has(id)).length;
  // If tickets are cut off here, the list cannot go on from `more`: they would be missing.
  const goesOn = isFromEnd ? start === 0 : end === ticketIds.length;
  return {
    ...snapshot,
    ticketIds: ticketIds.slice(start, end),
    before: before === undefined ? undefined : before + cut,
    ...(goesOn ? {} : { more: undefined, isEnd: undefined }),
  };
}

/** The opened ticket's page uses it to open the next one. */
export function saveQueueSnapshot(snapshot: QueueSnapshot, ticketId: string): void {
  current = snapshot;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(nearTicket(snapshot, ticketId)));
  } catch {
    // Storage is full or not available: the snapshot is lost on reload.
  }
  listeners.notify();
}

export function forgetQueueSnapshot(): void {
  current = EMPTY;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is not available: nothing was stored.
  }
  listeners.notify();
}

interface LoadedQueue extends Pick<QueueSnapshot, 'search' | 'isFound' | 'count' | 'more' | 'isFromEnd'> {
  /** In the order of the list. */
  readonly rows: readonly QueueRow[];
  readonly isComplete: boolean;
}

export function snapshotOf({ rows, isComplete, ...queue }: LoadedQueue): QueueSnapshot {
  return {
    ...queue,
    ticketIds: rows.map(({ id }) => id),
    leftIds: rows.flatMap(({ id, hasLeftView }) => (hasLeftView ? [id] : [])),
    // A list from its end does not know how many tickets are before it.
    before: queue.isFromEnd && !isComplete ? undefined : 0,
  };
}

export function useQueueSnapshot(): QueueSnapshot {
  return useSyncExternalStore(listeners.subscribe, queueSnapshot);
}
