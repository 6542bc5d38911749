import type { Problem } from './errors.ts';

/** A ticket or reply that a player wrote, on its way to the server. */
export interface OutboxEntry {
  /** Also its Idempotency-Key: with it the server recognizes a retry. */
  readonly id: string;
  readonly kind: 'create' | 'reply';
  /** The ticket. Until that is created: the `id` of the entry that creates it. */
  readonly ticketId: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** `sent` and `failed` are final. The newest of these entries stay in the list. */
  readonly state: 'queued' | 'sending' | 'sent' | 'failed';
  /** The body of the response, if sent. */
  readonly result?: unknown;
  /** Why it failed. */
  readonly error?: Problem;
  /** When it was first sent, in milliseconds of the device's clock. */
  readonly triedAt?: number;
}

/** Sent and failed entries that stay in the list. */
const MAX_FINAL = 20;

export function isPending({ state }: OutboxEntry): boolean {
  return state === 'queued' || state === 'sending';
}

/** Removes the oldest sent and failed entries if there are too many. */
export function trim(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let surplus = entries.filter((entry) => !isPending(entry)).length - MAX_FINAL;
  return entries.filter((entry) => isPending(entry) || surplus-- <= 0);
}
