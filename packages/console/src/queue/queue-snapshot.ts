import { useSyncExternalStore } from 'react';

/** The queue that a ticket was opened from: its address's search, and the tickets in the order that they stood in. */
export interface QueueTrail {
  /** With its question mark, or empty. */
  readonly search: string;
  readonly ticketIds: readonly string[];
}

const STORED = 'queue-trail';
/** As many as anybody goes through from one look at the queue. */
const MOST = 2000;
const EMPTY: QueueTrail = { search: '', ticketIds: [] };

let current: QueueTrail | undefined;
const listeners = new Set<() => void>();

function read(): QueueTrail {
  if (current !== undefined) return current;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null');
    current = isTrail(stored) ? stored : EMPTY;
  } catch {
    current = EMPTY;
  }
  return current;
}

function isTrail(value: unknown): value is QueueTrail {
  if (typeof value !== 'object' || value === null) return false;
  const { search, ticketIds } = value as Partial<QueueTrail>;
  return typeof search === 'string' && Array.isArray(ticketIds) && ticketIds.every((id) => typeof id === 'string');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by the queue when a ticket is opened from it; the ticket's page goes on to the next by it. Of this tab only. */
export function rememberTrail({ search, ticketIds }: QueueTrail): void {
  current = { search, ticketIds: ticketIds.slice(0, MOST) };
  try {
    sessionStorage.setItem(STORED, JSON.stringify(current));
  } catch {
    // Storage is forbidden or full: until the page is loaded anew, then.
  }
  for (const listener of listeners) listener();
}

/** The queue that one came from; empty where one came by a link. */
export function useTrail(): QueueTrail {
  return useSyncExternalStore(subscribe, read);
}

/** The tickets before and after that one, and its place from 1; nothing where the trail does not know it. */
export function neighbours({ ticketIds }: QueueTrail, ticketId: string) {
  const index = ticketIds.indexOf(ticketId);
  if (index < 0) return { previous: undefined, next: undefined, place: undefined, count: ticketIds.length };
  return { previous: ticketIds[index - 1], next: ticketIds[index + 1], place: index + 1, count: ticketIds.length };
}
