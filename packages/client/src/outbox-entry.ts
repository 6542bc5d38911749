import type { Problem } from './errors.ts';
import type { OutboxFile } from './file-uploads.ts';

/** A ticket or reply that a player wrote, on its way to the server. */
export interface OutboxEntry {
  /** Also its Idempotency-Key: with it the server recognizes a retry. */
  readonly id: string;
  readonly kind: 'create' | 'reply';
  /** The ticket. Until that is created: the `id` of the entry that creates it. */
  readonly ticketId: string;
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * The SDK does not change a `sent` or `failed` entry by itself. The newest sent entries stay in the
   * list, and all failed ones.
   */
  readonly state: 'queued' | 'sending' | 'sent' | 'failed';
  /**
   * Whether the storage has confirmed it. If not, it is in memory only: it is lost if the game ends
   * now.
   */
  readonly isStored: boolean;
  /** The files of the message. They are uploaded before the message is sent. */
  readonly files?: readonly OutboxFile[] | undefined;
  /** The body of the response, if sent. */
  readonly result?: unknown;
  /** Why the last try did not succeed, also while the entry waits for the next one. */
  readonly lastError?: Problem | undefined;
  /** Why it failed. */
  readonly error?: Problem | undefined;
  /** When it was first sent, or first after `retry`, in milliseconds of the server's clock. */
  readonly triedAt?: number | undefined;
  /** When it was written, in milliseconds of the device's clock, which can be wrong. */
  readonly writtenAt: number;
}

/** An entry as the storage keeps it. */
export type StoredEntry = Omit<OutboxEntry, 'isStored'>;

/** Sent entries that stay in the list. */
const MAX_SENT = 20;

export function isPending({ state }: StoredEntry): boolean {
  return state === 'queued' || state === 'sending';
}

/** Removes the oldest sent entries if there are too many. */
export function dropOldSent(entries: readonly StoredEntry[]): StoredEntry[] {
  const kept = entries.filter(({ state }) => state === 'sent').slice(-MAX_SENT);
  return entries.filter((entry) => entry.state !== 'sent' || kept.includes(entry));
}
