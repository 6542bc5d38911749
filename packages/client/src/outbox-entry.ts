import type { Problem } from './errors.ts';
import type { OutboxFile } from './file-uploads.ts';

/** A player's ticket or reply on its way to the server. */
export interface OutboxEntry {
  /** Also its Idempotency-Key, by which the server recognizes a retry. */
  readonly id: string;
  readonly kind: 'create' | 'reply';
  /** The ticket, or the `id` of the entry that will create it. */
  readonly ticketId: string;
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * The SDK itself changes no `sent` or `failed` entry. All failed and the newest sent entries
   * stay.
   */
  readonly state: 'queued' | 'sending' | 'sent' | 'failed';
  /** Confirmed by the storage. Otherwise it is lost if the game ends now. */
  readonly isStored: boolean;
  /** Uploaded before the message is sent. */
  readonly files?: readonly OutboxFile[] | undefined;
  /** The body of the response, if sent. */
  readonly result?: unknown;
  /** Why the last try failed, even if another follows. */
  readonly lastError?: Problem | undefined;
  /** Why it failed. */
  readonly error?: Problem | undefined;
  /** First sent, or first after `retry`, in milliseconds of the server's clock. */
  readonly triedAt?: number | undefined;
  /** In milliseconds of the device's clock, which can be wrong. */
  readonly writtenAt: number;
}

export type StoredEntry = Omit<OutboxEntry, 'isStored'>;

/** They stay in the list. */
const MAX_SENT = 20;

export function isPending({ state }: StoredEntry): boolean {
  return state === 'queued' || state === 'sending';
}

export function dropOldSent(entries: readonly StoredEntry[]): StoredEntry[] {
  let excess = entries.filter(({ state }) => state === 'sent').length - MAX_SENT;
  return entries.filter(({ state }) => state !== 'sent' || excess-- <= 0);
}
