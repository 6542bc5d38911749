import { errorOf, isRetryable, type Problem, SupportError } from './errors.ts';
import { noResponse, reasonOf } from './http.ts';
import { exclusively } from './locks.ts';
import { isPending, type OutboxEntry, trim } from './outbox-entry.ts';
import { randomId } from './random-id.ts';
import type { Call } from './session.ts';
import type { SafeStorage } from './storage.ts';
import { backOff, now } from './time.ts';

/** More pending entries are refused, so that they never fill the storage. */
const MAX_PENDING = 200;
/**
 * How long an entry may be sent again. The server recognizes a retry for 7 days by default; one day
 * less allows for a wrong clock. An older entry fails, because the server could accept it a second
 * time.
 */
const MAX_RETRY_MS = 6 * 86_400_000;

interface NewEntry extends Pick<OutboxEntry, 'kind' | 'body'> {
  /** Of a reply. */
  readonly ticketId?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A call of this page that waits for the result of its entry. */
interface Waiter {
  entry: OutboxEntry;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** When to retry the entries of a ticket after a failure. */
interface Retry {
  readonly failures: number;
  readonly dueAt: number;
  /** Whether no response came. */
  readonly isOffline: boolean;
}

/**
 * Sends what the player writes exactly once, and the entries of a ticket in their order. It stores
 * an entry before it sends it, and sends it with the same key until the server has answered.
 */
export function createOutbox(options: {
  readonly storage: SafeStorage;
  readonly projectPublicKey: string;
  readonly call: Call;
  readonly onChange: (entry: OutboxEntry) => void;
}) {
  const { storage, projectPublicKey, call, onChange } = options;
  const lock = `player-support:${projectPublicKey}:outbox`;
  /** By entry, in the order of writing. */
  const waiters = new Map<string, Waiter>();
  /** By ticket. */
  const retries = new Map<string, Retry>();
  /**
   * Created tickets, by the entry that created them. Without locks another tab may overwrite this
   * in the storage.
   */
  const created = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isRequested = false;
  let isStopped = false;

  /**
   * The stored entries, and those that this page waits for even if they are not stored any more:
   * the storage was cleared, another tab wrote without a lock, or sent the entry long ago. Sending
   * such an entry again is safe because of its key.
   */
  async function read(): Promise<OutboxEntry[]> {
    const stored = await storage.read<unknown>('outbox');
    const entries: OutboxEntry[] = Array.isArray(stored) ? stored.filter((entry) => typeof entry?.id === 'string') : [];
    const storedById = new Map(entries.map((entry) => [entry.id, entry]));
    const isAnyLost = [...waiters.keys()].some((id) => !storedById.has(id));
    const own = [...waiters.values()].map(({ entry }) => storedById.get(entry.id) ?? entry);
    const all = isAnyLost ? [...entries.filter(({ id }) => !waiters.has(id)), ...own] : entries;
    // A lost entry may still name the entry that created its ticket.
    for (const { id, ticketId, state } of entries) if (state === 'sent' && id !== ticketId) remember(id, ticketId);
    return all.map((entry) => ({ ...entry, ticketId: created.get(entry.ticketId) ?? entry.ticketId }));
  }

  function remember(id: string, ticketId: string): void {
    created.delete(id);
    created.set(id, ticketId);
    for (const oldest of created.keys()) if (created.size > MAX_PENDING) created.delete(oldest);
  }

  /** Changes the stored entries under a lock. Returns the entries before the change. */
  function update(
    change: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[],
  ): Promise<readonly OutboxEntry[]> {
    return exclusively(lock, async () => {
      const before = await read();
      const after = change(before);
      for (const entry of after) {
        const waiter = waiters.get(entry.id);
        if (waiter) waiter.entry = entry;
      }
      await storage.write('outbox', trim(after));
      return before;
    });
  }

  /** Changes one entry and emits it. Undefined if it is not stored any more. */
  async function replace(id: string, change: (entry: OutboxEntry) => OutboxEntry): Promise<OutboxEntry | undefined> {
    let replaced: OutboxEntry | undefined;
    await update((entries) =>
      entries.map((entry) => {
        if (entry.id !== id) return entry;
        replaced = change(entry);
        return replaced;
      }),
    );
    if (replaced) onChange(replaced);
    return replaced;
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
      await exclusively(`${lock}:send`, async () => {
        while (!isStopped) {
          const entries = await read();
          settleWaiters(entries);
          const next = firstDue(entries);
          if (!next) break;
          const creation = entries.find(({ id }) => id === next.ticketId);
          // Without its ticket a reply cannot be sent.
          if (next.kind === 'reply' && creation?.state === 'failed') await fail(next, errorOf(creation.error));
          else await send(next);
        }
      });
    }
    isRunning = false;
    const dueAt = Math.min(...[...retries.values()].map((retry) => retry.dueAt));
    if (!isStopped && Number.isFinite(dueAt)) timer = setTimeout(sendDue, Math.max(dueAt - now(), 0));
  }

  /** The first entry that is due. Entries of a ticket wait together, so they keep their order. */
  function firstDue(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
    const time = now();
    const pending = entries.filter(isPending);
    for (const ticketId of retries.keys()) {
      if (!pending.some((entry) => entry.ticketId === ticketId)) retries.delete(ticketId);
    }
    return pending.find(({ ticketId }) => (retries.get(ticketId)?.dueAt ?? 0) <= time);
  }

  async function send(entry: OutboxEntry): Promise<void> {
    const { id, kind, ticketId, body, triedAt = Date.now() } = entry;
    if (Date.now() - triedAt > MAX_RETRY_MS) {
      const message = 'It could not be sent for days. Check whether it arrived before you retry.';
      return fail(entry, clientError('outbox-expired', message));
    }
    // Stored first: from now on the server may have it.
    if (!(await replace(id, (queued) => ({ ...queued, state: 'sending', triedAt })))) return;
    let result: { readonly ticketId?: unknown };
    try {
      const response = await call({
        method: 'POST',
        path: kind === 'create' ? '/api/v1/tickets' : `/api/v1/tickets/${encodeURIComponent(ticketId)}/messages`,
        body: kind === 'create' ? { ...body, projectPublicKey } : body,
        headers: { 'Idempotency-Key': id },
      });
      result = response.body as typeof result;
      if (kind === 'create' && typeof result.ticketId !== 'string') throw noResponse('the body names no ticket.');
    } catch (error) {
      return isRetryable(error) ? retryLater(entry, error) : fail(entry, error);
    }
    retries.delete(ticketId);
    const ticket = kind === 'create' ? String(result.ticketId) : ticketId;
    if (kind === 'create') remember(id, ticket);
    const sent: OutboxEntry = { ...entry, ticketId: ticket, state: 'sent', triedAt, result };
    await update((entries) => entries.map((other) => (other.id === id ? sent : other)));
    waiters.get(id)?.resolve(result);
    waiters.delete(id);
    onChange(sent);
  }

  async function retryLater({ id, ticketId }: OutboxEntry, { status, retryAfter }: SupportError): Promise<void> {
    const failures = retries.get(ticketId)?.failures ?? 0;
    const dueAt = now() + backOff(failures, retryAfter);
    retries.set(ticketId, { failures: failures + 1, dueAt, isOffline: status === 0 });
    await replace(id, (entry) => ({ ...entry, state: 'queued' }));
  }

  async function fail({ id, ticketId }: OutboxEntry, cause: unknown): Promise<void> {
    retries.delete(ticketId);
    await replace(id, (entry) => ({ ...entry, state: 'failed', error: toProblem(cause) }));
    waiters.get(id)?.reject(cause);
    waiters.delete(id);
  }

  /** Settles the calls of this page whose entries another tab has sent. */
  function settleWaiters(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) {
      const waiter = waiters.get(entry.id);
      if (!waiter || isPending(entry)) continue;
      waiters.delete(entry.id);
      if (entry.state === 'sent') waiter.resolve(entry.result);
      else waiter.reject(errorOf(entry.error));
      onChange(entry);
    }
  }

  /** Removes an entry that was never sent. A sent one may have arrived, so it stays. */
  async function withdraw(id: string, reason: unknown): Promise<void> {
    const waiter = waiters.get(id);
    waiters.delete(id);
    waiter?.reject(reason);
    const before = await update((entries) => entries.filter((entry) => entry.id !== id || entry.triedAt));
    const entry = before.find((other) => other.id === id);
    if (entry && !entry.triedAt)
      onChange({ ...entry, state: 'failed', error: toProblem(clientError('aborted', 'The call was aborted.')) });
  }

  return {
    /** All pending entries and the newest sent and failed ones, oldest first. */
    entries: read,

    /**
     * Stores an entry and sends it as soon as possible. Resolves with the body of the response.
     *
     * @throws SupportError if the entry failed; the signal's reason if it was aborted
     */
    async add({ kind, body, ticketId, signal }: NewEntry): Promise<unknown> {
      if (signal?.aborted) throw reasonOf(signal);
      isStopped = false;
      const id = randomId();
      let entry: OutboxEntry = { id, kind, ticketId: ticketId ?? id, body, state: 'queued' };
      await update((entries) => {
        if (entries.filter(isPending).length >= MAX_PENDING) {
          throw clientError('outbox-full', `${MAX_PENDING} messages are pending already.`);
        }
        // The caller may name a ticket by the entry that has created it meanwhile.
        entry = { ...entry, ticketId: created.get(entry.ticketId) ?? entry.ticketId };
        return [...entries, entry];
      });
      const settled = new Promise<unknown>((resolve, reject) => waiters.set(id, { entry, resolve, reject }));
      onChange(entry);
      const abort = () => void withdraw(id, signal && reasonOf(signal));
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      sendDue();
      return settled.finally(() => signal?.removeEventListener('abort', abort));
    },

    /** Removes a failed entry. */
    async discard(id: string): Promise<void> {
      await update((entries) => entries.filter((entry) => entry.id !== id || entry.state !== 'failed'));
    },

    /** Sends a failed entry again. For the entry of a ticket, its failed replies too. */
    async retry(id: string): Promise<void> {
      isStopped = false;
      const isSelected = (entry: OutboxEntry) => entry.state === 'failed' && (entry.id === id || entry.ticketId === id);
      const requeue = ({ error: _error, triedAt: _triedAt, ...entry }: OutboxEntry) =>
        ({ ...entry, state: 'queued' }) as const;
      const before = await update((entries) => entries.map((entry) => (isSelected(entry) ? requeue(entry) : entry)));
      for (const entry of before.filter(isSelected)) onChange(requeue(entry));
      sendDue();
    },

    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },

    /** Retries at once what failed without a network. It does not shorten waits of the server. */
    retryNow(): void {
      isStopped = false;
      for (const [ticketId, { isOffline }] of retries) if (isOffline) retries.delete(ticketId);
      sendDue();
    },
  };
}

/** An error of the SDK itself, without a response. */
function clientError(slug: string, message: string): SupportError {
  return new SupportError({ status: 0, slug, message });
}

/** The part of an error that the storage keeps. */
function toProblem(error: unknown): Problem {
  const { status = 0, slug = 'unknown', message = String(error), errors = {} } = error as Partial<SupportError>;
  return { status, slug, message, errors };
}
