import { useSyncExternalStore } from 'react';
import { Listeners } from '../app/listeners.ts';

/** The queue from which a ticket was opened: its search, and its tickets in order. */
export interface QueueSnapshot {
  /** With the question mark, or empty. */
  readonly search: string;
  readonly ticketIds: readonly string[];
}

const STORAGE_KEY = 'queue-snapshot';
const MAX_TICKETS = 2000;
const EMPTY: QueueSnapshot = { search: '', ticketIds: [] };

let current: QueueSnapshot | undefined;
const listeners = new Listeners();

function read(): QueueSnapshot {
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

/** Saves the queue for this tab, so that the ticket page can open the next ticket. */
export function saveQueueSnapshot({ search, ticketIds }: QueueSnapshot): void {
  current = { search, ticketIds: ticketIds.slice(0, MAX_TICKETS) };
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(current));
  } catch {
    // Storage is full or not available: the snapshot is lost on reload.
  }
  listeners.notify();
}

/** After signing out. */
export function forgetQueueSnapshot(): void {
  saveQueueSnapshot(EMPTY);
  sessionStorage.removeItem(STORAGE_KEY);
}

/** The queue from which the ticket was opened; empty if it was opened by a link. */
export function useQueueSnapshot(): QueueSnapshot {
  return useSyncExternalStore(listeners.subscribe, read);
}

/**
 * The tickets before and after this one, and its position from 1. Undefined: it is not in the
 * queue.
 */
export function adjacentTickets({ ticketIds }: QueueSnapshot, ticketId: string) {
  const index = ticketIds.indexOf(ticketId);
  if (index < 0) return { previous: undefined, next: undefined, position: undefined, count: ticketIds.length };
  return { previous: ticketIds[index - 1], next: ticketIds[index + 1], position: index + 1, count: ticketIds.length };
}
