import type { OutboxEntry } from './outbox.ts';
import { type Store, store, storedUnder } from './storage.ts';

export type MessageKind = 'reply' | 'note';

/** Why a message came back; `entry` is what was tried, so that the same sent again is known for the same. */
export interface Failure {
  readonly entry: OutboxEntry;
  /** Of the problem, such as `ticket-changed`. */
  readonly slug: string;
  readonly text: string;
}

export interface Draft {
  readonly text: string;
  /** The newest public message that was there when the writing began. */
  readonly seen?: string | undefined;
  readonly failure?: Failure | undefined;
}

/** Older ones go first. Nobody writes a hundred replies at once. */
const MOST = 100;
const EMPTY: Draft = { text: '' };

interface Stored extends Draft {
  readonly at: number;
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const { text, at } = value as Partial<Stored>;
  return typeof text === 'string' && typeof at === 'number';
}

type Message = Omit<OutboxEntry, 'id' | 'createdAt' | 'sendAt'>;

/**
 * A message with the key that it is sent under. One that failed may have been written all the same: sent again as it
 * was it has the key that it had, so that it is not written twice.
 */
export function sameAgain(message: Message, failure: Failure | undefined): Message & Pick<OutboxEntry, 'id'> {
  const tried = failure?.slug === 'ticket-changed' ? undefined : failure?.entry;
  const isSame = tried?.message === message.message && tried.status === message.status;
  return isSame ? { ...message, id: tried.id, seen: tried.seen } : { ...message, id: crypto.randomUUID() };
}

/** What a member has written and not sent, by ticket and kind. It outlives a reload. */
export class Drafts {
  readonly #storage: Store;
  readonly #prefix: string;
  readonly #drafts: Map<string, Stored>;
  #failures: readonly Failure[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(storage: Store, memberId: string) {
    this.#storage = storage;
    this.#prefix = `draft:${memberId}:`;
    const stored = storedUnder(storage, this.#prefix);
    this.#drafts = new Map(stored.filter((entry): entry is [string, Stored] => isStored(entry[1])));
    this.#changed();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until it changes. */
  get(ticketId: string, kind: MessageKind): Draft {
    return this.#drafts.get(this.#key(ticketId, kind)) ?? EMPTY;
  }

  set(ticketId: string, kind: MessageKind, draft: Draft): void {
    const key = this.#key(ticketId, kind);
    if (draft.text === '') {
      this.#forget(key);
    } else {
      const stored = { ...draft, at: Date.now() };
      this.#drafts.delete(key);
      this.#drafts.set(key, stored);
      store(this.#storage, key, stored);
      if (this.#drafts.size > MOST) this.#forgetOldest();
    }
    this.#changed();
  }

  /** Those that came back because they could not be sent; the same array until a draft changes. */
  readonly failures = (): readonly Failure[] => this.#failures;

  /** Puts back what could not be sent, before what has been written since. */
  putBack(failure: Failure): void {
    const { ticketId, kind, message, seen } = failure.entry;
    const since = this.get(ticketId, kind).text;
    const text = since.trim() === '' ? message : `${message}\n\n${since}`;
    this.set(ticketId, kind, { text, seen, failure });
  }

  /** One's own reply is there: who had seen everything before it has still seen everything. */
  advance(ticketId: string, from: string | undefined, to: string): void {
    const draft = this.get(ticketId, 'reply');
    if (draft.text !== '' && draft.seen === from) this.set(ticketId, 'reply', { ...draft, seen: to });
  }

  #key(ticketId: string, kind: MessageKind): string {
    return `${this.#prefix}${ticketId}:${kind}`;
  }

  #changed(): void {
    const failures = [...this.#drafts.values()].flatMap(({ failure }) => failure ?? []);
    if (failures.length > 0 || this.#failures.length > 0) this.#failures = failures;
    for (const listener of this.#listeners) listener();
  }

  #forget(key: string): void {
    this.#drafts.delete(key);
    this.#storage.removeItem(key);
  }

  #forgetOldest(): void {
    const [oldest] = [...this.#drafts].sort(([, a], [, b]) => a.at - b.at);
    if (oldest !== undefined) this.#forget(oldest[0]);
  }
}
