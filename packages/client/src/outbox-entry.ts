import type { Problem } from './errors.ts';

/** What a player wrote, on its way to the server. */
export interface OutboxEntry {
  /** Its own; also its Idempotency-Key, by which the server knows a repetition. */
  readonly id: string;
  readonly kind: 'create' | 'reply';
  /** The ticket; of a ticket that is not created yet, the `id` of the entry that creates it. */
  readonly ticketId: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** `sent` and `failed` are the end; the newest of them are kept to be seen. */
  readonly state: 'queued' | 'sending' | 'sent' | 'failed';
  /** What the server answered, once sent. */
  readonly result?: unknown;
  /** Why it failed for good. */
  readonly error?: Problem;
  /** When it was first tried, in milliseconds of this clock. */
  readonly triedAt?: number;
}

/** Entries that are done and still shown. */
const KEPT = 20;

export function isWaiting({ state }: OutboxEntry): boolean {
  return state === 'queued' || state === 'sending';
}

/** Without the oldest of those that are done, where there are too many. */
export function trim(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let surplus = entries.filter((entry) => !isWaiting(entry)).length - KEPT;
  return entries.filter((entry) => isWaiting(entry) || surplus-- <= 0);
}
