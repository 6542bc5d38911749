import { isFinal, localError, SupportError, toProblem } from './errors.ts';
import type { Emit } from './events.ts';
import type { Files, NewFile } from './file-uploads.ts';
import type { Request, Service } from './http.ts';
import { isPending, type OutboxEntry, type StoredEntry } from './outbox-entry.ts';
import { createOutboxQueue } from './outbox-queue.ts';
import type { SafeStorage } from './safe-storage.ts';
import type { Call } from './session.ts';
import { backOff, now } from './time.ts';
import { reasonOf, waitFor } from './wait-for.ts';

/**
 * The server recognizes retries for 7 days by default. Older entries fail: the server could accept
 * them twice.
 */
const MAX_RETRY_MS = 6 * 86_400_000;

/** After an error about no entry, such as a lease lost repeatedly. */
const AFTER_ERROR_MS = 60_000;

export interface NewEntry extends Pick<OutboxEntry, 'id' | 'kind' | 'body'> {
  /** Of a reply. */
  readonly ticketId?: string;
  readonly attachments?: readonly NewFile[] | undefined;
}

/** A call that waits for its entry's result. */
interface Waiter {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** For a ticket's entries. Times are of the monotonic clock. */
interface Retry {
  failures: number;
  dueAt: number;
  /** The server told to wait. */
  blockedUntil: number;
}

/**
 * Sends texts exactly once, each ticket's in order: stored first, then sent with the same key until
 * the server answers.
 */
export function createOutbox(options: {
  readonly storage: SafeStorage;
  /** Resolves when entries can be sent. */
  readonly prepare: () => Promise<unknown>;
  readonly call: Call;
  readonly projectPublicKey: string;
  readonly service: Service;
  readonly signal: AbortSignal;
  readonly onSent: () => void;
  readonly emit: Emit;
  readonly files?: Files | undefined;
}) {
  const { storage, signal: userLeft, emit } = options;
  const serverTime = options.service.clock.time;
  const waiters = new Map<string, Waiter>();
  /** By ticket. */
  const retries = new Map<string, Retry>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRequested = false;
  let nextAt = Infinity;
  let isStopped = false;

  const queue = createOutboxQueue(storage, (entry) => {
    emit('outbox', entry);
    if (isPending(entry)) return;
    const waiter = waiters.get(entry.id);
    waiters.delete(entry.id);
    if (entry.state === 'failed') return waiter?.reject(new SupportError(entry.error));
    waiter?.resolve(entry.result);
    emit('ticket', { ticketId: entry.ticketId });
    options.onSent();
  });
  const onError = (error: unknown) => emit('error', error);
  const files = options.files?.(options, queue);

  userLeft.addEventListener('abort', () => {
    for (const { reject } of waiters.values()) reject(reasonOf(userLeft));
  });

  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
    queue.stop();
  }

  function resume(): void {
    if (userLeft.aborted) return;
    isStopped = false;
    queue.start();
    sendDue();
  }

  /** A call during a run leads to one more run. */
  async function sendDue(): Promise<void> {
    if (isRequested || isStopped) return;
    isRequested = true;
    // Only one tab sends. Without locks two may: the server recognizes the key.
    const sent = storage.withLock('outbox:send', async () => {
      isRequested = false;
      while (!isStopped && (await sendNext())) {}
    });
    await sent.catch((error) => {
      nextAt = now() + AFTER_ERROR_MS;
      onError(error);
    });
    isRequested = false;
    clearTimeout(timer);
    if (!isStopped && nextAt < Infinity) timer = setTimeout(sendDue, Math.max(nextAt - now(), 0));
  }

  /** False if nothing is due. */
  async function sendNext(): Promise<boolean> {
    const entries = await queue.read();
    const pending = entries.filter(isPending);
    files?.prune(entries);
    // Another tab may have sent it for a call of this page.
    for (const entry of entries) if (waiters.has(entry.id) && !isPending(entry)) queue.emit(entry);
    // Read the time once: otherwise a ticket's second entry could be due before the first.
    const time = now();
    const dueAt = ({ ticketId }: StoredEntry) => retries.get(ticketId)?.dueAt ?? 0;
    const next = pending.find((entry) => dueAt(entry) <= time);
    nextAt = Math.min(...pending.map(dueAt));
    if (!next) return false;
    const creation = entries.find(({ id }) => id === next.ticketId);
    // Without its ticket a reply cannot be sent.
    if (next.kind === 'reply' && creation?.state === 'failed') await fail(next, new SupportError(creation.error));
    else if (files && next.files && !next.body.attachments) {
      const { ticketId } = next;
      // During the upload only its ticket's entries wait.
      retries.set(ticketId, { failures: 0, ...retries.get(ticketId), dueAt: Infinity, blockedUntil: Infinity });
      files
        .upload(next)
        .then(async ({ entry = next, error }) => (error ? retryLater(entry, error) : retries.delete(ticketId)))
        .then(sendDue, onError);
    } else await send(next);
    return true;
  }

  async function send(entry: StoredEntry): Promise<void> {
    let tried = entry;
    const request = requestOf(entry);
    try {
      await options.prepare();
      if (entry.triedAt && serverTime() - entry.triedAt > MAX_RETRY_MS) {
        return await fail(entry, localError('outbox-expired'));
      }
      tried = { ...entry, state: 'sending', triedAt: entry.triedAt ?? serverTime() };
      // Stored first: the server may have it from now on.
      if (!(await queue.replace(tried)) || isStopped) return;
      const { body: result } = await options.call(request);
      retries.delete(entry.ticketId);
      // The response to a new ticket has its id.
      const ticketId = (result.ticketId ?? entry.ticketId) as string;
      await queue.replace({ ...tried, ticketId, state: 'sent', result, lastError: undefined });
    } catch (error) {
      if (userLeft.aborted) return;
      await (isFinal(error, request.path) ? fail(tried, error) : retryLater(tried, error as SupportError));
    }
  }

  function requestOf({ id, kind, ticketId, body }: StoredEntry): Request {
    const isReply = kind === 'reply';
    const { projectPublicKey } = options;
    return {
      path: `/api/v1/tickets${isReply ? `/${encodeURIComponent(ticketId)}/messages` : ''}`,
      headers: { 'Idempotency-Key': id },
      body: isReply ? body : { ...body, projectPublicKey },
      expects: [isReply ? 'messageId' : 'ticketId'],
      signal: userLeft,
    };
  }

  async function fail(entry: StoredEntry, cause: unknown): Promise<void> {
    retries.delete(entry.ticketId);
    const error = toProblem(cause);
    await queue.replace({ ...entry, state: 'failed', error, lastError: error });
  }

  async function retryLater(entry: StoredEntry, error: SupportError): Promise<void> {
    const { retryAfter = 0 } = error;
    const failures = retries.get(entry.ticketId)?.failures ?? 0;
    retries.set(entry.ticketId, {
      failures: failures + 1,
      dueAt: now() + backOff(failures, retryAfter),
      blockedUntil: now() + retryAfter * 1000,
    });
    await queue.replace({ ...entry, state: 'queued', lastError: toProblem(error) });
    onError(error);
  }

  const remove = (id: string, isRemoved: (entry: StoredEntry) => unknown) =>
    queue.update((entries) => entries.filter((entry) => entry.id !== id || !isRemoved(entry)));

  async function add({ attachments, ...entry }: NewEntry): Promise<unknown> {
    resume();
    if (attachments && !files) throw new TypeError('No fileUploads().');
    const kept = attachments && files?.add(entry.id, attachments);
    await queue.add({ ticketId: entry.id, ...entry, files: kept, state: 'queued', writtenAt: Date.now() });
    files?.store(entry.id);
    // It waits in the storage for this user.
    if (userLeft.aborted) throw reasonOf(userLeft);
    return new Promise((resolve, reject) => {
      waiters.set(entry.id, { resolve, reject });
      sendDue();
    });
  }

  return {
    entries: queue.entries,

    /**
     * Stores an entry and sends it as soon as possible. Resolves with the body of the response.
     *
     * @throws SupportError if the entry failed; the signal's reason if it was aborted
     */
    add: (entry: NewEntry, signal: AbortSignal | undefined): Promise<unknown> =>
      waitFor(() => add(entry), signal).catch((error) => {
        // A sent entry may have arrived, so it stays.
        if (signal?.aborted) remove(entry.id, ({ triedAt }) => !triedAt).catch(onError);
        throw error;
      }),

    async discard(id: string): Promise<void> {
      await remove(id, ({ state }) => state === 'failed');
    },

    async retry(id: string): Promise<void> {
      for (const entry of await queue.read()) {
        if (entry.state !== 'failed' || (entry.id !== id && entry.ticketId !== id)) continue;
        await queue.replace({ ...entry, state: 'queued', error: undefined, lastError: undefined, triedAt: undefined });
      }
      resume();
    },

    stop,
    sendDue,
    files,

    start(): void {
      for (const retry of retries.values()) retry.dueAt = Math.min(retry.dueAt, retry.blockedUntil);
      resume();
    },
  };
}
