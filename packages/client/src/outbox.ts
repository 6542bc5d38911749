import { errorOf, isRetryable, localError, type SupportError, toProblem } from './errors.ts';
import { reasonOf } from './http.ts';
import { isPending, type OutboxEntry, type StoredEntry } from './outbox-entry.ts';
import { createOutboxQueue } from './outbox-queue.ts';
import { createRetries } from './retries.ts';
import type { SafeStorage } from './safe-storage.ts';
import { now } from './time.ts';

/** More entries that are not sent are refused, so that they never fill the storage. */
const MAX_UNSENT = 200;
/**
 * How long an entry may be sent again. The server recognizes a retry for 7 days by default. An
 * older entry fails, because the server could accept it a second time.
 */
const MAX_RETRY_MS = 6 * 86_400_000;

export interface NewEntry extends Pick<OutboxEntry, 'id' | 'kind' | 'body'> {
  /** Of a reply. */
  readonly ticketId?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A call of this page that waits for the result of its entry. */
interface Waiter {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Sends what the player writes exactly once, and the entries of a ticket in their order. An entry
 * is stored before it is sent, and sent with the same key until the server has answered.
 */
export function createOutbox(options: {
  readonly storage: SafeStorage;
  /** Resolves when entries can be sent. */
  readonly prepare: () => Promise<void>;
  /** Sends an entry. Resolves with the body of the response. */
  readonly post: (entry: StoredEntry) => Promise<Readonly<Record<string, unknown>>>;
  /** The server's time in milliseconds. */
  readonly serverTime: () => number;
  /** Aborted when the user leaves. */
  readonly signal: AbortSignal;
  readonly onChange: (entry: OutboxEntry) => void;
  readonly onError: (error: unknown) => void;
}) {
  const { storage, signal: left, onChange } = options;
  const queue = createOutboxQueue(storage, onChange);
  const retries = createRetries();
  const waiters = new Map<string, Waiter>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isRequested = false;
  let isStopped = false;

  left.addEventListener('abort', () => {
    stop();
    for (const { reject } of waiters.values()) reject(reasonOf(left));
  });

  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
    queue.stop();
  }

  function resume(): void {
    if (left.aborted) return;
    isStopped = false;
    queue.start();
    sendDue();
  }

  /** Sends all entries that are due. A call during a run leads to one more run. */
  function sendDue(): void {
    isRequested = true;
    if (!isRunning && !isStopped) void run();
  }

  async function run(): Promise<void> {
    isRunning = true;
    clearTimeout(timer);
    while (isRequested && !isStopped) {
      isRequested = false;
      // Only one tab sends. Without locks two may, and the server recognizes the entry's key.
      await storage
        .exclusively('outbox:send', async () => {
          while (!isStopped && (await sendNext())) {}
        })
        .catch(options.onError);
    }
    isRunning = false;
    const wait = retries.nextAt() - now();
    if (!isStopped && Number.isFinite(wait)) timer = setTimeout(sendDue, Math.max(wait, 0));
  }

  /** Sends the first entry that is due. False if there is none. */
  async function sendNext(): Promise<boolean> {
    const entries = await queue.entries();
    settleWaiters(entries);
    const pending = entries.filter(isPending);
    retries.keepOnly(pending.map(({ ticketId }) => ticketId));
    // Entries of a ticket wait together, so they keep their order. One time for all of them: else a
    // ticket could be due only when its second entry is looked at.
    const time = now();
    const next = pending.find(({ ticketId }) => retries.isDue(ticketId, time));
    if (!next) return false;
    const creation = entries.find(({ id }) => id === next.ticketId);
    // Without its ticket a reply cannot be sent.
    if (next.kind === 'reply' && creation?.state === 'failed') await fail(next, errorOf(creation.error));
    else await send(next);
    return true;
  }

  async function send(entry: StoredEntry): Promise<void> {
    try {
      await options.prepare();
    } catch (error) {
      // It says nothing about the entry.
      return retryLater(entry, error as SupportError);
    }
    if (isTooOld(entry)) {
      const message = 'It could not be sent for days. Check whether it arrived before you retry.';
      return fail(entry, localError('outbox-expired', message));
    }
    const triedAt = entry.triedAt ?? options.serverTime();
    // Stored first: from now on the server may have it.
    if (!(await queue.replace(entry.id, (queued) => ({ ...queued, state: 'sending', triedAt }))) || isStopped) return;
    try {
      await succeed({ ...entry, triedAt }, await options.post(entry));
    } catch (error) {
      await (isRetryable(error) ? retryLater(entry, error) : fail(entry, error));
    }
  }

  function isTooOld({ triedAt, writtenAt }: StoredEntry): boolean {
    // Earlier versions knew only the device's clock, and did not write `writtenAt`.
    const time = writtenAt > 0 ? options.serverTime() : Date.now();
    return triedAt !== undefined && time - triedAt > MAX_RETRY_MS;
  }

  async function succeed(
    { lastError: _lastError, ...entry }: StoredEntry,
    result: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { id } = entry;
    retries.forget(entry.ticketId);
    const ticketId = entry.kind === 'create' ? String(result.ticketId) : entry.ticketId;
    if (entry.kind === 'create') queue.rememberTicket(id, ticketId);
    const sent: StoredEntry = { ...entry, ticketId, state: 'sent', result };
    await queue.update((entries) => entries.map((other) => (other.id === id ? sent : other)));
    waiters.get(id)?.resolve(result);
    waiters.delete(id);
    queue.emit(sent);
  }

  async function retryLater({ id, ticketId }: StoredEntry, error: SupportError): Promise<void> {
    if (left.aborted) return;
    retries.postpone(ticketId, error);
    await queue.replace(id, (entry) => ({ ...entry, state: 'queued', lastError: toProblem(error) }));
    options.onError(error);
  }

  async function fail({ id, ticketId }: StoredEntry, cause: unknown): Promise<void> {
    if (left.aborted) return;
    retries.forget(ticketId);
    const error = toProblem(cause);
    await queue.replace(id, (entry) => ({ ...entry, state: 'failed', error, lastError: error }));
    waiters.get(id)?.reject(cause);
    waiters.delete(id);
  }

  /** Settles the calls of this page whose entries another tab has sent. */
  function settleWaiters(entries: readonly StoredEntry[]): void {
    for (const entry of entries) {
      const waiter = waiters.get(entry.id);
      if (!waiter || isPending(entry)) continue;
      waiters.delete(entry.id);
      if (entry.state === 'sent') waiter.resolve(entry.result);
      else waiter.reject(errorOf(entry.error));
      queue.emit(entry);
    }
  }

  /** Removes an entry that was never sent. A sent one may have arrived, so it stays. */
  async function withdraw(id: string, reason: unknown): Promise<void> {
    waiters.get(id)?.reject(reason);
    waiters.delete(id);
    const before = await queue.update((entries) => entries.filter((entry) => entry.id !== id || entry.triedAt));
    const entry = before.find((other) => other.id === id && !other.triedAt);
    const error = toProblem(localError('aborted', 'The call was aborted.'));
    if (entry) queue.emit({ ...entry, state: 'failed', error, lastError: error });
  }

  return {
    /** All pending and failed entries and the newest sent ones, oldest first. */
    entries: queue.entries,

    /**
     * Stores an entry and sends it as soon as possible. Resolves with the body of the response.
     *
     * @throws SupportError if the entry failed; the signal's reason if it was aborted
     */
    async add({ id, kind, body, ticketId = id, signal }: NewEntry): Promise<unknown> {
      if (signal?.aborted) throw reasonOf(signal);
      resume();
      await queue.add({ id, kind, ticketId, body, state: 'queued', writtenAt: Date.now() }, (entries) => {
        if (entries.filter(({ state }) => state !== 'sent').length < MAX_UNSENT) return;
        throw localError('outbox-full', `${MAX_UNSENT} messages are pending or failed already.`);
      });
      // It waits in the storage until this user is back.
      if (left.aborted) throw reasonOf(left);
      const settled = new Promise<unknown>((resolve, reject) => waiters.set(id, { resolve, reject }));
      const abort = () => void withdraw(id, signal && reasonOf(signal)).catch(options.onError);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      sendDue();
      return settled.finally(() => signal?.removeEventListener('abort', abort));
    },

    /** Removes a failed entry. */
    async discard(id: string): Promise<void> {
      await queue.update((entries) => entries.filter((entry) => entry.id !== id || entry.state !== 'failed'));
    },

    /** Sends a failed entry again. For the entry of a ticket, its failed replies too. */
    async retry(id: string): Promise<void> {
      const isSelected = (entry: StoredEntry) => entry.state === 'failed' && (entry.id === id || entry.ticketId === id);
      const requeue = ({ error: _error, lastError: _lastError, triedAt: _triedAt, ...entry }: StoredEntry) =>
        ({ ...entry, state: 'queued' }) as const;
      const before = await queue.update((entries) =>
        entries.map((entry) => (isSelected(entry) ? requeue(entry) : entry)),
      );
      for (const entry of before.filter(isSelected)) queue.emit(requeue(entry));
      resume();
    },

    stop,

    /** Retries at once what failed without a network. It does not shorten waits of the server. */
    start(): void {
      retries.hurry(({ isOffline }) => isOffline);
      resume();
    },

    /** Tries all pending entries, except those that the server told to wait. */
    sendNow(): void {
      retries.hurry(() => true);
      resume();
    },
  };
}
