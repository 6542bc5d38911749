import { isRetryable, isSignedOut, isUnavailable } from '../api/api-error.ts';
import { Listeners } from '../app/listeners.ts';
import { serverBack } from '../live/server-back.ts';
import { idsOf, isEntry, type NewEntry, type OutboxEntry } from './entries.ts';
import { type Store, store, storedUnder } from './storage.ts';

/** How long an entry can be undone. */
export const UNDO_MS = 5000;
/** The delays between attempts. The last one is repeated while the server is not available. */
const RETRY_DELAYS_MS = [1000, 3000, 9000, 30_000];
/** After other errors of the server. */
const MAX_RETRIES = 3;
/** Older entries are not sent: the server remembers an Idempotency-Key for 7 days. */
const MAX_AGE_MS = 6 * 24 * 3_600_000;

/** What the server said about an entry. */
export interface Delivered {
  /** The id of the reply or note. */
  readonly messageId?: string;
  /** The ids of files that the message did not get. */
  readonly refusedAttachments?: readonly string[];
  /** The tickets of a change that are not changed: no longer found, or refused. */
  readonly notFound?: readonly string[];
  readonly refused?: readonly string[];
  /** Tickets of a change that are not changed, because they are merged into others. */
  readonly merged?: readonly string[];
  /** Tickets that are not snoozed, because they are resolved or closed. */
  readonly notSnoozed?: readonly string[];
  /** Why they are refused. */
  readonly error?: unknown;
}

interface Options {
  readonly storage: Store;
  readonly memberId: string;
  /** `unloading`: the page is being closed. */
  readonly deliver: (entry: OutboxEntry, unloading: boolean) => Promise<Delivered>;
  /** The server has it. The entry is removed after this. */
  readonly onSent: (entry: OutboxEntry, result: Delivered) => void | Promise<void>;
  /** The session has ended. The outbox has stopped, and its entries stay for the next sign-in. */
  readonly onSignedOut: () => void;
  /** It is removed already. */
  readonly onFailed: (entry: OutboxEntry, error: unknown) => void;
  /** Runs the function unless another tab runs one with the same name. */
  readonly exclusively: (name: string, run: () => Promise<void>) => Promise<void>;
}

/**
 * What a member has done and can still undo. Entries are stored, so that they survive a reload.
 * Entries about one ticket or player are sent one after the other.
 */
export class Outbox {
  readonly #options: Options;
  readonly #prefix: string;
  #entries: readonly OutboxEntry[] = [];
  readonly #sending = new Set<string>();
  /** The entries whose last attempt had no response, or one that says to try again. */
  readonly #delayed = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #unstored = new Set<string>();
  readonly #listeners = new Listeners();
  #stopped = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.#prefix = `outbox:${options.memberId}:`;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Oldest first. The same array until something changes. */
  readonly entries = (): readonly OutboxEntry[] => this.#entries;

  /** Starts to send, including the entries that an earlier page stored. */
  start(): void {
    this.#stopped = new AbortController();
    const stored = storedUnder(this.#options.storage, this.#prefix).map(([, value]) => value);
    const ids = new Set(this.#entries.map(({ id }) => id));
    const others = stored.filter(isEntry).filter(({ id }) => !ids.has(id));
    this.#set([...this.#entries, ...others].sort((a, b) => a.createdAt - b.createdAt));
    this.#schedule();
  }

  /** Stops sending until the next start. */
  stop(): void {
    this.#stopped.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** `undoMs`: how long it can be undone. 0 sends it immediately. */
  add(added: NewEntry, undoMs = UNDO_MS): void {
    const createdAt = Date.now();
    const entry: OutboxEntry = { ...added, createdAt, sendAt: createdAt + undoMs };
    this.#store(entry);
    this.#set([...this.#entries.filter(({ id }) => id !== entry.id), entry]);
    this.#schedule();
  }

  /** Removes an entry and returns it, or undefined if it is too late. */
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
    const earlier = new Set<string>();
    const now = Date.now();
    this.#set(this.#entries.map((entry) => ({ ...entry, sendAt: Math.min(entry.sendAt, now) })));
    for (const entry of this.#entries) {
      const ids = idsOf(entry);
      if (!this.#sending.has(entry.id)) this.#store(entry);
      // The second message of a ticket needs the id of the first one.
      if (!ids.some((id) => earlier.has(id)) && !this.#sending.has(entry.id)) {
        this.#options.deliver(entry, true).catch(() => undefined);
      }
      for (const id of ids) earlier.add(id);
    }
  }

  canUndo({ id, sendAt }: OutboxEntry): boolean {
    return !this.#sending.has(id) && sendAt > Date.now();
  }

  /** Whether the entry was sent without success, and will be sent again. */
  isDelayed({ id }: OutboxEntry): boolean {
    return this.#delayed.has(id);
  }

  #schedule(): void {
    const earlier = new Set<string>();
    for (const entry of this.#entries) {
      const { id, sendAt } = entry;
      const ids = idsOf(entry);
      if (!ids.some((one) => earlier.has(one)) && !this.#timers.has(id) && !this.#sending.has(id)) {
        this.#timers.set(
          id,
          setTimeout(() => void this.#sendWhenDue(id), Math.max(0, sendAt - Date.now())),
        );
      }
      for (const one of ids) earlier.add(one);
    }
  }

  async #sendWhenDue(id: string): Promise<void> {
    this.#timers.delete(id);
    const entry = this.#entries.find((one) => one.id === id);
    if (entry === undefined) return;
    const { signal } = this.#stopped;
    this.#sending.add(id);
    this.#set([...this.#entries]);
    // Also if another tab has sent it or undone it.
    let isDone = true;
    await this.#options.exclusively(`${this.#prefix}${id}`, async () => {
      isDone = await this.#send(entry, signal);
    });
    this.#sending.delete(id);
    this.#delayed.delete(id);
    this.#set(isDone ? this.#entries.filter((one) => one.id !== id) : [...this.#entries]);
    if (!this.#stopped.signal.aborted) this.#schedule();
  }

  /** Returns whether the entry needs no further attempt. */
  async #send(entry: OutboxEntry, signal: AbortSignal): Promise<boolean> {
    const { storage, onSent, onFailed } = this.#options;
    const key = `${this.#prefix}${entry.id}`;
    if (this.#isGone(key)) return true;
    let result: Delivered | undefined;
    try {
      if (Date.now() - entry.createdAt > MAX_AGE_MS) throw new Error('The entry is too old.');
      result = await this.#deliver(entry, signal);
    } catch (error) {
      storage.removeItem(key);
      onFailed(entry, error);
      return true;
    }
    if (result === undefined) return false;
    storage.removeItem(key);
    this.#advance(entry, result.messageId);
    await onSent(entry, result);
    return true;
  }

  /** Whether another tab has sent or undone it. Other tabs see only entries that are stored. */
  #isGone(key: string): boolean {
    return !this.#unstored.has(key) && this.#options.storage.getItem(key) === null;
  }

  /** Sends an entry until the server responds. Undefined if the outbox was stopped before that. */
  async #deliver(entry: OutboxEntry, signal: AbortSignal): Promise<Delivered | undefined> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#options.deliver(entry, false);
      } catch (error) {
        if (isSignedOut(error)) {
          this.stop();
          this.#options.onSignedOut();
          return undefined;
        }
        const isLast = attempt >= MAX_RETRIES && !isUnavailable(error);
        if (!isRetryable(error) || isLast) throw error;
        this.#delayed.add(entry.id);
        this.#set([...this.#entries]);
        await wait(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0, signal);
        // Another member may sign in now.
        if (signal.aborted) return undefined;
      }
    }
  }

  /** The member has seen the reply, so the next reply does not warn about it. */
  #advance(entry: OutboxEntry, messageId: string | undefined): void {
    if (entry.kind !== 'reply' || messageId === undefined) return;
    const { id, ticketId, seen } = entry;
    const entries = this.#entries.map((other) => {
      const isNext = other.kind === 'reply' && other.id !== id && other.ticketId === ticketId && other.seen === seen;
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

  #set(entries: readonly OutboxEntry[]): void {
    this.#entries = entries;
    this.#listeners.notify();
  }
}

/** Waits for this time, or until the network or the server is back, or the signal aborts. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      unsubscribe();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    const unsubscribe = serverBack.subscribe(done);
    signal.addEventListener('abort', done);
  });
}
