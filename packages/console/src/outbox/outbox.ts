import { isPassing } from '../api/api-error.ts';
import type { MessageKind } from './drafts.ts';
import { type Store, store, storedUnder } from './storage.ts';

/** A message on its way to the server. */
export interface OutboxEntry {
  /** Also its Idempotency-Key: however often it is tried, it is written once. */
  readonly id: string;
  readonly ticketId: string;
  readonly subject: string;
  readonly kind: MessageKind;
  readonly message: string;
  /** What the ticket becomes by a reply; pending if absent. */
  readonly status?: 'resolved' | 'closed' | undefined;
  /** The newest public message that the writer had seen. */
  readonly seen?: string | undefined;
  readonly createdAt: number;
  /** Until then it can be taken back. */
  readonly sendAt: number;
}

/** How long a message can be taken back; in milliseconds. */
export const UNDO_TIME = 5000;
/** Between the attempts to send one message; after the last it comes back as a draft. */
const WAITS = [1000, 3000, 9000];
/** A server knows a message again for 7 days; what has waited longer than this is not sent unasked. */
const LONGEST_WAIT = 6 * 24 * 3_600_000;

interface Options {
  readonly storage: Store;
  readonly memberId: string;
  /** Sends one message; its id. `last`: the page is going, nobody will hear the answer. */
  readonly deliver: (entry: OutboxEntry, last: boolean) => Promise<string>;
  /** It is written; the entry leaves once this is done. */
  readonly sent: (entry: OutboxEntry, messageId: string) => void | Promise<void>;
  readonly failed: (entry: OutboxEntry, error: unknown) => void;
  /** Runs it unless another tab is running what has that name. */
  readonly alone: (name: string, run: () => Promise<void>) => Promise<void>;
}

function isEntry(value: unknown): value is OutboxEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, ticketId, message, kind, sendAt, createdAt } = value as Partial<OutboxEntry>;
  const texts = [id, ticketId, message].every((text) => typeof text === 'string');
  return texts && (kind === 'reply' || kind === 'note') && typeof sendAt === 'number' && typeof createdAt === 'number';
}

/**
 * What a member has sent and may still take back. It is stored, so that neither a reload nor a closed tab loses it.
 * Messages of one ticket go in their order, one after the other.
 */
export class Outbox {
  readonly #options: Options;
  readonly #prefix: string;
  #entries: readonly OutboxEntry[] = [];
  readonly #sending = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #unstored = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(options: Options) {
    this.#options = options;
    this.#prefix = `outbox:${options.memberId}:`;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Oldest first; the same array until something changes. */
  readonly entries = (): readonly OutboxEntry[] => this.#entries;

  /** Takes up what an earlier page left, and goes on. */
  start(): void {
    const stored = storedUnder(this.#options.storage, this.#prefix).map(([, value]) => value);
    const known = new Set(this.#entries.map(({ id }) => id));
    const left = stored.filter(isEntry).filter(({ id }) => !known.has(id));
    this.#set([...this.#entries, ...left].sort((a, b) => a.createdAt - b.createdAt));
    this.#plan();
  }

  /** Lets everything wait for the next start. */
  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  add(message: Omit<OutboxEntry, 'createdAt' | 'sendAt'>): void {
    const createdAt = Date.now();
    const entry = { ...message, createdAt, sendAt: createdAt + UNDO_TIME };
    this.#store(entry);
    this.#set([...this.#entries.filter(({ id }) => id !== entry.id), entry]);
    this.#plan();
  }

  /** Takes a message back; nothing once it is too late. */
  undo(id: string): OutboxEntry | undefined {
    const entry = this.#entries.find((one) => one.id === id);
    if (entry === undefined || !this.canUndo(entry)) return undefined;
    this.#remove(entry);
    return entry;
  }

  /** The page is going: sends at once what waits. Whether it arrived is asked at the next start, by sending it again. */
  flush(): void {
    const tickets = new Set<string>();
    const now = Date.now();
    this.#set(this.#entries.map((entry) => ({ ...entry, sendAt: Math.min(entry.sendAt, now) })));
    for (const entry of this.#entries) {
      if (!this.#sending.has(entry.id)) this.#store(entry);
      // Of two to one ticket the second one cannot go before the first one has an id.
      if (!tickets.has(entry.ticketId) && !this.#sending.has(entry.id)) {
        this.#options.deliver(entry, true).catch(() => undefined);
      }
      tickets.add(entry.ticketId);
    }
  }

  #plan(): void {
    const tickets = new Set<string>();
    for (const { id, ticketId, sendAt } of this.#entries) {
      if (!tickets.has(ticketId) && !this.#timers.has(id) && !this.#sending.has(id)) {
        this.#timers.set(
          id,
          setTimeout(() => void this.#due(id), Math.max(0, sendAt - Date.now())),
        );
      }
      tickets.add(ticketId);
    }
  }

  async #due(id: string): Promise<void> {
    this.#timers.delete(id);
    const entry = this.#entries.find((one) => one.id === id);
    if (entry === undefined) return;
    this.#sending.add(id);
    this.#set([...this.#entries]);
    await this.#options.alone(`${this.#prefix}${id}`, () => this.#send(entry));
    this.#sending.delete(id);
    // What another tab sends, or has taken back, is no longer this one's.
    this.#set(this.#entries.filter((one) => one.id !== id));
    this.#plan();
  }

  async #send(entry: OutboxEntry): Promise<void> {
    const { storage, sent, failed } = this.#options;
    const key = `${this.#prefix}${entry.id}`;
    if (this.#isGone(key)) return;
    let messageId: string;
    try {
      if (Date.now() - entry.createdAt > LONGEST_WAIT) throw new Error('It has waited too long.');
      messageId = await this.#deliver(entry);
    } catch (error) {
      storage.removeItem(key);
      failed(entry, error);
      return;
    }
    storage.removeItem(key);
    this.#advance(entry, messageId);
    await sent(entry, messageId);
  }

  /** Another tab has sent it or taken it back. Where nothing could be stored nobody else knows of it. */
  #isGone(key: string): boolean {
    return !this.#unstored.has(key) && this.#options.storage.getItem(key) === null;
  }

  async #deliver(entry: OutboxEntry): Promise<string> {
    for (const wait of WAITS) {
      try {
        return await this.#options.deliver(entry, false);
      } catch (error) {
        if (!isPassing(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    return await this.#options.deliver(entry, false);
  }

  /** Who wrote two replies one after the other has seen the first. */
  #advance({ id, ticketId, kind, seen }: OutboxEntry, messageId: string): void {
    if (kind === 'note') return;
    const entries = this.#entries.map((other) => {
      const follows = other.id !== id && other.ticketId === ticketId && other.kind === 'reply' && other.seen === seen;
      if (!follows) return other;
      const advanced = { ...other, seen: messageId };
      this.#store(advanced);
      return advanced;
    });
    this.#set(entries);
  }

  #store(entry: OutboxEntry): void {
    const key = `${this.#prefix}${entry.id}`;
    if (store(this.#options.storage, key, entry)) this.#unstored.delete(key);
    else this.#unstored.add(key);
  }

  #remove({ id }: OutboxEntry): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#options.storage.removeItem(`${this.#prefix}${id}`);
    this.#set(this.#entries.filter((one) => one.id !== id));
    this.#plan();
  }

  canUndo({ id, sendAt }: OutboxEntry): boolean {
    return !this.#sending.has(id) && sendAt > Date.now();
  }

  #set(entries: readonly OutboxEntry[]): void {
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }
}
