import { Listeners } from '../app/listeners.ts';
import type { MessageEntry, ReplyChanges } from './entries.ts';
import { type Store, store, storedUnder } from './storage.ts';
import { draftPrefix } from './stored-drafts.ts';

export type MessageKind = 'reply' | 'note';

/** Why a message could not be sent. `entry` is the failed attempt. */
export interface Failure {
  readonly entry: MessageEntry;
  /** The slug of the problem, such as `ticket-changed`. */
  readonly slug: string;
  readonly text: string;
}

export interface Draft {
  readonly text: string;
  /** The id of the newest public message when the member began to write. */
  readonly seen?: string | undefined;
  readonly failure?: Failure | undefined;
  /** The macros in the text. */
  readonly macroIds?: readonly string[] | undefined;
  /** What the reply will change in the ticket, from its macros. */
  readonly changes?: DraftChanges | undefined;
}

export interface DraftChanges extends ReplyChanges {
  readonly status?: MessageEntry['status'];
}

/** If there are more, the oldest draft is deleted. */
const MAX_DRAFTS = 100;
const EMPTY: Draft = { text: '' };

interface Stored extends Draft {
  readonly at: number;
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const { text, at } = value as Partial<Stored>;
  return typeof text === 'string' && typeof at === 'number';
}

type Message = Omit<MessageEntry, 'id' | 'createdAt' | 'sendAt'>;

/** What the server compares when the same Idempotency-Key comes again. */
function bodyOf({ message, status, attachments = [], changes, macroIds }: Message): string {
  return JSON.stringify([message, status, attachments.map(({ id }) => id), changes, macroIds]);
}

/**
 * Adds the Idempotency-Key. A message that failed may have been saved anyway, so the same message
 * keeps the key of the failed attempt.
 */
export function withIdempotencyKey(message: Message, failure: Failure | undefined): Message & Pick<MessageEntry, 'id'> {
  const failed = failure?.slug === 'ticket-changed' ? undefined : failure?.entry;
  return failed !== undefined && bodyOf(failed) === bodyOf(message)
    ? { ...message, id: failed.id, seen: failed.seen }
    : { ...message, id: crypto.randomUUID() };
}

/** The unsent texts of a member, by ticket and kind. They survive a reload. */
export class Drafts {
  readonly #storage: Store;
  readonly #prefix: string;
  readonly #drafts: Map<string, Stored>;
  #failures: readonly Failure[] = [];
  readonly #listeners = new Listeners();

  constructor(storage: Store, memberId: string) {
    this.#storage = storage;
    this.#prefix = draftPrefix(memberId);
    const stored = storedUnder(storage, this.#prefix);
    this.#drafts = new Map(stored.filter((entry): entry is [string, Stored] => isStored(entry[1])));
    this.#notify();
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Returns the same object until the draft changes. */
  get(ticketId: string, kind: MessageKind): Draft {
    return this.#drafts.get(this.#key(ticketId, kind)) ?? EMPTY;
  }

  set(ticketId: string, kind: MessageKind, draft: Draft): void {
    const key = this.#key(ticketId, kind);
    if (draft.text === '') {
      this.#delete(key);
    } else {
      const stored = { ...draft, at: Date.now() };
      this.#drafts.delete(key);
      this.#drafts.set(key, stored);
      store(this.#storage, key, stored);
      if (this.#drafts.size > MAX_DRAFTS) this.#deleteOldest();
    }
    this.#notify();
  }

  /** The messages that could not be sent. The same array until a draft changes. */
  readonly failures = (): readonly Failure[] => this.#failures;

  /** Restores a message that could not be sent, before the text that was written since. */
  restore(failure: Failure): void {
    const { ticketId, kind, message, seen, status } = failure.entry;
    const newer = this.get(ticketId, kind);
    const text = newer.text.trim() === '' ? message : `${message}\n\n${newer.text}`;
    const macroIds = [...(failure.entry.macroIds ?? []), ...(newer.macroIds ?? [])];
    const changes = failure.entry.changes && { ...failure.entry.changes, status };
    this.set(ticketId, kind, {
      text,
      seen,
      failure,
      ...(macroIds.length === 0 ? {} : { macroIds }),
      ...(changes === undefined && newer.changes === undefined ? {} : { changes: { ...changes, ...newer.changes } }),
    });
  }

  /** The member's own reply was saved: it counts as seen if everything before it was seen. */
  advance(ticketId: string, from: string | undefined, to: string): void {
    const draft = this.get(ticketId, 'reply');
    if (draft.text !== '' && draft.seen === from) this.set(ticketId, 'reply', { ...draft, seen: to });
  }

  #key(ticketId: string, kind: MessageKind): string {
    return `${this.#prefix}${ticketId}:${kind}`;
  }

  #notify(): void {
    const failures = [...this.#drafts.values()].flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0 || this.#failures.length > 0) this.#failures = failures;
    this.#listeners.notify();
  }

  #delete(key: string): void {
    this.#drafts.delete(key);
    this.#storage.removeItem(key);
  }

  #deleteOldest(): void {
    const [oldest] = [...this.#drafts].sort(([, a], [, b]) => a.at - b.at);
    if (oldest !== undefined) this.#delete(oldest[0]);
  }
}
