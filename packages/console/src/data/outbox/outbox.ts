import { hasNoResponse, isRetryable, isSignedOut, isUnavailable } from '../../api/api-error.ts';
import { Listeners } from '../../lib/listeners.ts';
import { parsed, type Store, store, storedUnder } from '../../lib/storage.ts';
import { unlessAborted, wait } from '../../lib/wait.ts';
import { changeProgress } from './change-progress.ts';
import { hasFilesToUpload, idsOf, isChange, type NewEntry, type OutboxEntry, readEntry } from './entries.ts';
import { outboxPrefix } from './member-storage.ts';

export const UNDO_MS = 5000;
/** The last delay repeats while the server is not available. */
const RETRY_DELAYS_MS = [1000, 3000, 9000, 30_000];
/** After other errors of the server. */
const MAX_RETRIES = 3;
/** The server remembers an Idempotency-Key for 7 days, so older entries are not sent. */
const MAX_AGE_MS = 6 * 24 * 3_600_000;

export interface Delivered {
  readonly messageId?: string;
  /** Files that the message did not get. */
  readonly refusedAttachments?: readonly string[];
  /** Tickets that did not change: not found, or refused. */
  readonly notFound?: readonly string[];
  readonly refused?: readonly string[];
  readonly merged?: readonly string[];
  /** Tickets that are resolved or closed, and so not snoozed. */
  readonly notSnoozed?: readonly string[];
  readonly error?: unknown;
}

interface Options {
  readonly storage: Store;
  readonly memberId: string;
  /** Does what must come first, such as uploads. Returns what to send. */
  readonly prepare: (entry: OutboxEntry) => Promise<OutboxEntry>;
  /** The browser has no network: no request leaves it. */
  readonly isOffline: () => boolean;
  /** `unloading`: the page is being closed. */
  readonly deliver: (entry: OutboxEntry, unloading: boolean) => Promise<Delivered>;
  /** The entry is removed after this. */
  readonly onSent: (entry: OutboxEntry, result: Delivered) => void | Promise<void>;
  /** The outbox has stopped. Its entries stay for the next sign-in. */
  readonly onSignedOut: () => void;
  /** The entry is already removed. */
  readonly onFailed: (entry: OutboxEntry, error: unknown) => void;
  /** Another tab has sent it or undone it. */
  readonly onGone: (entry: OutboxEntry) => void;
  /** One tab at a time. Does not run if the signal aborts before. */
  readonly exclusively: (name: string, run: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/** The progress of an entry that is the first for its tickets. */
interface Attempt {
  /** `waiting`: for its time, or for another tab. `offline`: no request has left the browser. */
  phase: 'waiting' | 'preparing' | 'sending' | 'offline';
  /** The server may have it: a request may have left the browser. */
  hasLeft: boolean;
  /** This tab has the lock, so no other tab sends the entry. */
  holds: boolean;
  readonly end: AbortController;
  wake: () => void;
}

/**
 * What the server does not have yet. It survives a reload and a closed tab. Entries of one ticket
 * or player go in order.
 */
export class Outbox {
  readonly #options: Options;
  readonly #prefix: string;
  #entries: readonly OutboxEntry[] = [];
  readonly #attempts = new Map<string, Attempt>();
  /** Entries whose last attempt failed and is repeated. */
  readonly #delayed = new Set<string>();
  readonly #unstored = new Set<string>();
  readonly #listeners = new Listeners();
  #stopped = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.#prefix = outboxPrefix(options.memberId);
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Oldest first. The same array until something changes. */
  readonly entries = (): readonly OutboxEntry[] => this.#entries;

  start(): void {
    this.#stopped = new AbortController();
    this.reload();
  }

  /** Reads what other tabs stored under a key. Undefined: everything. */
  reload(changed?: string): void {
    if (this.#stopped.signal.aborted) return;
    const { storage } = this.#options;
    const known = this.#entries.map(({ id }) => `${this.#prefix}${id}`);
    const all = changed === undefined ? [...storedUnder(storage, this.#prefix).keys(), ...known] : [changed];
    for (const key of new Set(all)) if (key.startsWith(this.#prefix)) this.#load(key);
    this.#schedule();
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** 0 sends it immediately. */
  add(added: NewEntry, undoMs = UNDO_MS): void {
    const createdAt = Date.now();
    const entry: OutboxEntry = { ...added, createdAt, sendAt: createdAt + undoMs };
    this.#store(entry);
    this.#set([...this.#entries.filter(({ id }) => id !== entry.id), entry]);
    this.#schedule(entry.id);
  }

  /** Undefined: it is too late. */
  undo(id: string): OutboxEntry | undefined {
    const entry = this.#find(id);
    if (entry === undefined || !this.canUndo(entry)) return undefined;
    this.#remove(entry);
    return entry;
  }

  /**
   * Sends everything now, because the page closes. The next start repeats it. Other tabs keep their
   * entries.
   */
  flush(): void {
    const held = new Set<string>();
    for (const entry of this.#entries) {
      const attempt = this.#attempts.get(entry.id);
      const holds = attempt?.holds ?? idsOf(entry).some((id) => held.has(id));
      if (!holds || attempt?.phase === 'sending') continue;
      const due = { ...entry, sendAt: Math.min(entry.sendAt, Date.now()) };
      this.#replace(due);
      this.#store(due);
      // A ticket's second message needs the id of the first. Files need an open page.
      if (attempt !== undefined && !hasFilesToUpload(due)) {
        attempt.hasLeft = true;
        this.#options.deliver(due, true).catch(() => undefined);
      }
      for (const id of idsOf(entry)) held.add(id);
    }
  }

  /** Sends everything now, because the member signs out. */
  sendNow(): void {
    const now = Date.now();
    this.#set(this.#entries.map((entry) => ({ ...entry, sendAt: Math.min(entry.sendAt, now) })));
    for (const { wake } of this.#attempts.values()) wake();
  }

  /** Keeps only the tickets of a change that may be sent. */
  shorten({ id }: OutboxEntry, count: number): void {
    const entry = this.#find(id);
    if (entry?.kind !== 'change') return;
    const shorter = { ...entry, ticketIds: entry.ticketIds.slice(0, count) };
    this.#replace(shorter);
    this.#store(shorter);
  }

  canUndo(entry: OutboxEntry): boolean {
    const { phase, hasLeft = false } = this.#attempts.get(entry.id) ?? {};
    if (hasLeft || phase === 'sending') return false;
    return phase === 'preparing' || phase === 'offline' || entry.sendAt > Date.now();
  }

  isSending({ id }: OutboxEntry): boolean {
    return this.#attempts.get(id)?.phase === 'sending';
  }

  /** The last attempt failed, and the entry will be sent again. */
  isDelayed({ id }: OutboxEntry): boolean {
    return this.#delayed.has(id);
  }

  /** `added`: no other tab knows this entry yet. */
  #schedule(added?: string): void {
    const earlier = new Set<string>();
    for (const entry of this.#entries) {
      const ids = idsOf(entry);
      if (!ids.some((one) => earlier.has(one)) && !this.#attempts.has(entry.id)) {
        void this.#sendWhenDue(entry.id, entry.id === added);
      }
      for (const one of ids) earlier.add(one);
    }
  }

  async #sendWhenDue(id: string, holds: boolean): Promise<void> {
    const end = new AbortController();
    const attempt: Attempt = { phase: 'waiting', hasLeft: false, holds, end, wake: () => undefined };
    this.#attempts.set(id, attempt);
    const signal = AbortSignal.any([end.signal, this.#stopped.signal]);
    let isDone = false;
    // Takes the lock first: other tabs send the entry only if this one closes.
    await this.#options.exclusively(
      `${this.#prefix}${id}`,
      async () => {
        if (!attempt.holds) this.#takeOver(id, attempt);
        await this.#untilDue(id, attempt, signal);
        isDone = await this.#send(id, attempt, signal);
      },
      signal,
    );
    this.#attempts.delete(id);
    this.#delayed.delete(id);
    this.#set(isDone ? this.#entries.filter((one) => one.id !== id) : [...this.#entries]);
    if (!this.#stopped.signal.aborted) this.#schedule();
  }

  /** The tab that had the lock may have changed or sent the entry. */
  #takeOver(id: string, attempt: Attempt): void {
    this.#load(`${this.#prefix}${id}`);
    attempt.holds = true;
    const entry = this.#find(id);
    attempt.hasLeft = entry !== undefined && entry.sendAt <= Date.now() && !hasFilesToUpload(entry);
  }

  /** Resolves when the entry is due, or the attempt ends. */
  async #untilDue(id: string, attempt: Attempt, signal: AbortSignal): Promise<void> {
    const entry = this.#find(id);
    if (entry === undefined || signal.aborted || entry.sendAt <= Date.now()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, entry.sendAt - Date.now());
      attempt.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', attempt.wake, { once: true });
    });
  }

  async #send(id: string, attempt: Attempt, signal: AbortSignal): Promise<boolean> {
    const { storage, onSent, onFailed, onGone } = this.#options;
    const key = `${this.#prefix}${id}`;
    const entry = this.#find(id);
    if (entry === undefined) return true;
    if (signal.aborted) return false;
    if (this.#isGone(key)) {
      onGone(entry);
      return true;
    }
    let sent: { readonly entry: OutboxEntry; readonly result: Delivered } | undefined;
    try {
      if (Date.now() - entry.createdAt > MAX_AGE_MS) throw new Error('The entry is too old.');
      sent = await this.#deliver(entry, attempt, signal);
    } catch (error) {
      if (signal.aborted) return false;
      storage.removeItem(key);
      // Reports all tickets of a failed change, or a message with the files uploaded so far.
      onFailed(isChange(entry) ? entry : (this.#find(id) ?? entry), error);
      return true;
    }
    // Nothing is stored after signing out. Otherwise the next page sends it with its key.
    if (sent === undefined || signal.aborted) return false;
    storage.removeItem(key);
    this.#advance(sent.entry, sent.result.messageId);
    await onSent(sent.entry, sent.result);
    return true;
  }

  #isGone(key: string): boolean {
    return !this.#unstored.has(key) && this.#options.storage.getItem(key) === null;
  }

  /** Repeats until the server responds. Undefined: undone, or the outbox stopped. */
  async #deliver(entry: OutboxEntry, attempt: Attempt, signal: AbortSignal) {
    const { isOffline } = this.#options;
    const answered = () => changeProgress.of(entry.id).answers.length;
    let current = entry;
    let before = answered();
    for (let failures = 0; ; failures++) {
      try {
        const prepared = await this.#prepare(current, attempt, signal);
        if (prepared === undefined) return undefined;
        current = prepared;
        attempt.hasLeft ||= !isOffline();
        return { entry: prepared, result: await this.#options.deliver(prepared, false) };
      } catch (error) {
        if (isSignedOut(error)) {
          this.stop();
          this.#options.onSignedOut();
          return undefined;
        }
        // A batch of a change succeeded since then.
        if (answered() > before) failures = 0;
        before = answered();
        const isLast = failures >= MAX_RETRIES && !isUnavailable(error);
        if (!isRetryable(error) || isLast) throw error;
        this.#delayed.add(entry.id);
        // A request that has left may be saved, although no response came.
        const hasStayed = before === 0 && isOffline() && hasNoResponse(error);
        attempt.hasLeft ||= attempt.phase === 'sending' && !hasStayed;
        if (!attempt.hasLeft) attempt.phase = 'offline';
        this.#set([...this.#entries]);
        await wait(RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)] ?? 0, signal);
        // Another member may sign in now.
        if (signal.aborted) return undefined;
      }
    }
  }

  /** Returns what to send. From then on no undo. Undefined: it was undone before. */
  async #prepare(entry: OutboxEntry, attempt: Attempt, signal: AbortSignal): Promise<OutboxEntry | undefined> {
    this.#enter(attempt, hasFilesToUpload(entry) ? 'preparing' : 'sending');
    if (attempt.phase === 'sending') return entry;
    const prepared = await unlessAborted(this.#options.prepare(entry), signal);
    if (prepared === undefined || signal.aborted || this.#isGone(`${this.#prefix}${entry.id}`)) return undefined;
    this.#store(prepared);
    this.#replace(prepared);
    this.#enter(attempt, 'sending');
    return prepared;
  }

  #enter(attempt: Attempt, phase: Attempt['phase']): void {
    attempt.phase = phase;
    this.#set([...this.#entries]);
  }

  #load(key: string): void {
    const id = key.slice(this.#prefix.length);
    if (this.#isGone(key)) this.#forget(id);
    const entry = readEntry(parsed(this.#options.storage.getItem(key)));
    if (entry === undefined || this.#attempts.get(id)?.holds) return;
    const others = this.#entries.filter((one) => one.id !== id);
    this.#set([...others, entry].sort((a, b) => a.createdAt - b.createdAt));
  }

  #find(id: string): OutboxEntry | undefined {
    return this.#entries.find((one) => one.id === id);
  }

  #replace(entry: OutboxEntry): void {
    this.#set(this.#entries.map((one) => (one.id === entry.id ? entry : one)));
  }

  #forget(id: string): void {
    const entry = this.#find(id);
    if (entry === undefined || this.#attempts.get(id)?.phase === 'sending') return;
    this.#attempts.get(id)?.end.abort();
    this.#drop(id);
    this.#options.onGone(entry);
  }

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
    this.#options.storage.removeItem(`${this.#prefix}${id}`);
    this.#attempts.get(id)?.end.abort();
    this.#drop(id);
    this.#schedule();
  }

  #drop(id: string): void {
    this.#set(this.#entries.filter((one) => one.id !== id));
  }

  #set(entries: readonly OutboxEntry[]): void {
    this.#entries = entries;
    this.#listeners.notify();
  }
}
