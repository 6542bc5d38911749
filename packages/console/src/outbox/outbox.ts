import { isRetryable } from '../api/api-error.ts';
import { Listeners } from '../app/listeners.ts';
import type { MessageKind } from './drafts.ts';
import { type Store, store, storedUnder } from './storage.ts';

/** A message that waits to be sent. */
export interface OutboxEntry {
  /** Also its Idempotency-Key, so that it is saved once however often it is sent. */
  readonly id: string;
  readonly ticketId: string;
  readonly subject: string;
  readonly kind: MessageKind;
  readonly message: string;
  /** The new status of the ticket after a reply; pending if absent. */
  readonly status?: 'resolved' | 'closed' | undefined;
  /** The id of the newest public message that the member had seen. */
  readonly seen?: string | undefined;
  readonly createdAt: number;
  /** Until this time it can be undone. */
  readonly sendAt: number;
}

/** How long a message can be undone. */
export const UNDO_MS = 5000;
/** The delays between attempts. After the last attempt the message becomes a draft again. */
const RETRY_DELAYS_MS = [1000, 3000, 9000];
/** Older messages are not sent: the server remembers an Idempotency-Key for 7 days. */
const MAX_AGE_MS = 6 * 24 * 3_600_000;

interface Options {
  readonly storage: Store;
  readonly memberId: string;
  /** Sends a message and returns its id. `unloading`: the page is being closed. */
  readonly deliver: (entry: OutboxEntry, unloading: boolean) => Promise<string>;
  /** The message was saved. Its entry is removed after this. */
  readonly onSent: (entry: OutboxEntry, messageId: string) => void | Promise<void>;
  readonly onFailed: (entry: OutboxEntry, error: unknown) => void;
  /** Runs the function unless another tab runs one with the same name. */
  readonly exclusively: (name: string, run: () => Promise<void>) => Promise<void>;
}

function isEntry(value: unknown): value is OutboxEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, ticketId, message, kind, sendAt, createdAt } = value as Partial<OutboxEntry>;
  const texts = [id, ticketId, message].every((text) => typeof text === 'string');
  return texts && (kind === 'reply' || kind === 'note') && typeof sendAt === 'number' && typeof createdAt === 'number';
}

/**
 * Messages that a member has sent and can still undo. They are stored, so that they survive a
 * reload. Messages of one ticket are sent one after the other.
 */
export class Outbox {
  readonly #options: Options;
  readonly #prefix: string;
  #entries: readonly OutboxEntry[] = [];
  readonly #sending = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #unstored = new Set<string>();
  readonly #listeners = new Listeners();

  constructor(options: Options) {
    this.#options = options;
    this.#prefix = `outbox:${options.memberId}:`;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Oldest first. The same array until something changes. */
  readonly entries = (): readonly OutboxEntry[] => this.#entries;

  /** Starts to send, including the messages that an earlier page stored. */
  start(): void {
    const stored = storedUnder(this.#options.storage, this.#prefix).map(([, value]) => value);
    const ids = new Set(this.#entries.map(({ id }) => id));
    const others = stored.filter(isEntry).filter(({ id }) => !ids.has(id));
    this.#set([...this.#entries, ...others].sort((a, b) => a.createdAt - b.createdAt));
    this.#schedule();
  }

  /** Stops sending until the next start. */
  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  add(message: Omit<OutboxEntry, 'createdAt' | 'sendAt'>): void {
    const createdAt = Date.now();
    const entry = { ...message, createdAt, sendAt: createdAt + UNDO_MS };
    this.#store(entry);
    this.#set([...this.#entries.filter(({ id }) => id !== entry.id), entry]);
    this.#schedule();
  }

  /** Removes a message and returns it, or undefined if it is too late. */
  undo(id: string): OutboxEntry | undefined {
    const entry = this.#entries.find((one) => one.id === id);
    if (entry === undefined || !this.canUndo(entry)) return undefined;
    this.#remove(entry);
    return entry;
  }

  /**
   * Sends everything now, because the page is being closed. The next start sends it again to be
   * sure.
   */
  flush(): void {
    const tickets = new Set<string>();
    const now = Date.now();
    this.#set(this.#entries.map((entry) => ({ ...entry, sendAt: Math.min(entry.sendAt, now) })));
    for (const entry of this.#entries) {
      if (!this.#sending.has(entry.id)) this.#store(entry);
      // The second message of a ticket needs the id of the first one.
      if (!tickets.has(entry.ticketId) && !this.#sending.has(entry.id)) {
        this.#options.deliver(entry, true).catch(() => undefined);
      }
      tickets.add(entry.ticketId);
    }
  }

  #schedule(): void {
    const tickets = new Set<string>();
    for (const { id, ticketId, sendAt } of this.#entries) {
      if (!tickets.has(ticketId) && !this.#timers.has(id) && !this.#sending.has(id)) {
        this.#timers.set(
          id,
          setTimeout(() => void this.#sendWhenDue(id), Math.max(0, sendAt - Date.now())),
        );
      }
      tickets.add(ticketId);
    }
  }

  async #sendWhenDue(id: string): Promise<void> {
    this.#timers.delete(id);
    const entry = this.#entries.find((one) => one.id === id);
    if (entry === undefined) return;
    this.#sending.add(id);
    this.#set([...this.#entries]);
    await this.#options.exclusively(`${this.#prefix}${id}`, () => this.#send(entry));
    this.#sending.delete(id);
    // Also if another tab has sent it or undone it.
    this.#set(this.#entries.filter((one) => one.id !== id));
    this.#schedule();
  }

  async #send(entry: OutboxEntry): Promise<void> {
    const { storage, onSent, onFailed } = this.#options;
    const key = `${this.#prefix}${entry.id}`;
    if (this.#isGone(key)) return;
    let messageId: string;
    try {
      if (Date.now() - entry.createdAt > MAX_AGE_MS) throw new Error('The message is too old.');
      messageId = await this.#deliver(entry);
    } catch (error) {
      storage.removeItem(key);
      onFailed(entry, error);
      return;
    }
    storage.removeItem(key);
    this.#advance(entry, messageId);
    await onSent(entry, messageId);
  }

  /** Whether another tab has sent or undone it. Other tabs see only messages that are stored. */
  #isGone(key: string): boolean {
    return !this.#unstored.has(key) && this.#options.storage.getItem(key) === null;
  }

  async #deliver(entry: OutboxEntry): Promise<string> {
    for (const delay of RETRY_DELAYS_MS) {
      try {
        return await this.#options.deliver(entry, false);
      } catch (error) {
        if (!isRetryable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
    return await this.#options.deliver(entry, false);
  }

  /** The member has seen the reply, so the next reply does not warn about it. */
  #advance({ id, ticketId, kind, seen }: OutboxEntry, messageId: string): void {
    if (kind === 'note') return;
    const entries = this.#entries.map((other) => {
      const isNext = other.id !== id && other.ticketId === ticketId && other.kind === 'reply' && other.seen === seen;
      if (!isNext) return other;
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
    this.#schedule();
  }

  canUndo({ id, sendAt }: OutboxEntry): boolean {
    return !this.#sending.has(id) && sendAt > Date.now();
  }

  #set(entries: readonly OutboxEntry[]): void {
    this.#entries = entries;
    this.#listeners.notify();
  }
}
