import { errorOf, isRetryable, type Problem, SupportError } from './errors.ts';
import { noAnswer, reasonOf } from './http.ts';
import { exclusively } from './locks.ts';
import { isWaiting, type OutboxEntry, trim } from './outbox-entry.ts';
import { randomId } from './random-id.ts';
import type { Call } from './session.ts';
import type { SafeStorage } from './storage.ts';
import { backOff, now } from './time.ts';

/** Entries that wait at most; one more is refused, so that a storage is never filled up. */
const MOST = 200;
/**
 * How long the server knows a repetition as one (7 days unless its operator says otherwise), less a day for a clock that is
 * wrong. An entry that may have arrived and is older is given up rather than risked to be there twice.
 */
const REPEATABLE = 6 * 86_400_000;

/** A caller of this page who has no answer yet. */
interface Waiter {
  entry: OutboxEntry;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What a ticket waits for after a failure. */
interface Delay {
  readonly failures: number;
  readonly dueAt: number;
  readonly offline: boolean;
}

/**
 * Sends what the player writes exactly once, in the order of each ticket: every entry is kept before it is first sent and
 * until the server has answered, and is repeated under the same key until then.
 */
export function createOutbox(options: {
  readonly storage: SafeStorage;
  readonly projectPublicKey: string;
  readonly call: Call;
  readonly changed: (entry: OutboxEntry) => void;
}) {
  const { storage, projectPublicKey, call, changed } = options;
  const lock = `player-support:${projectPublicKey}:outbox`;
  /** By entry, in the order in which they were written. */
  const waiters = new Map<string, Waiter>();
  /** By ticket. */
  const delays = new Map<string, Delay>();
  /** Tickets that are there by now, by the entry that created them; another tab without a lock may overwrite that. */
  const created = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  let stopped = false;

  /**
   * What is kept, and what this page waits for even if it is not there any more: the storage was cleared, another tab
   * wrote at the same time without a lock, or sent it so long ago that it is not shown now, which its key will show.
   */
  async function read(): Promise<OutboxEntry[]> {
    const stored = await storage.read<unknown>('outbox');
    const entries: OutboxEntry[] = Array.isArray(stored) ? stored.filter((one) => typeof one?.id === 'string') : [];
    const found = new Map(entries.map((entry) => [entry.id, entry]));
    const isLost = [...waiters.keys()].some((id) => !found.has(id));
    const own = [...waiters.values()].map(({ entry }) => found.get(entry.id) ?? entry);
    const all = isLost ? [...entries.filter(({ id }) => !waiters.has(id)), ...own] : entries;
    // One that was lost may not know yet that its ticket is there.
    for (const { id, ticketId, state } of entries) if (state === 'sent' && id !== ticketId) remember(id, ticketId);
    return all.map((entry) => ({ ...entry, ticketId: created.get(entry.ticketId) ?? entry.ticketId }));
  }

  function remember(id: string, ticketId: string): void {
    created.delete(id);
    created.set(id, ticketId);
    for (const oldest of created.keys()) if (created.size > MOST) created.delete(oldest);
  }

  /** Reads, changes and writes, while no other tab does; gives what was there before. */
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

  /** Tells of the entry as it is now, if it is still there. */
  async function replace(id: string, change: (entry: OutboxEntry) => OutboxEntry): Promise<OutboxEntry | undefined> {
    let replaced: OutboxEntry | undefined;
    await update((entries) =>
      entries.map((entry) => {
        if (entry.id !== id) return entry;
        replaced = change(entry);
        return replaced;
      }),
    );
    if (replaced) changed(replaced);
    return replaced;
  }

  /** Sends all that is due, soon. Never does it twice at once. */
  function pump(): void {
    again = true;
    if (!running && !stopped) void run();
  }

  async function run(): Promise<void> {
    running = true;
    clearTimeout(timer);
    while (again && !stopped) {
      again = false;
      // One tab sends. Without locks two may send the same entry, which the server knows by its key.
      await exclusively(`${lock}:send`, async () => {
        while (!stopped) {
          const entries = await read();
          settle(entries);
          const next = firstDue(entries);
          if (!next) break;
          const made = entries.find(({ id }) => id === next.ticketId);
          // Nothing can be said in a ticket that there will never be.
          if (next.kind === 'reply' && made?.state === 'failed') await fail(next, errorOf(made.error));
          else await send(next);
        }
      });
    }
    running = false;
    const dueAt = Math.min(...[...delays.values()].map((delay) => delay.dueAt));
    if (!stopped && Number.isFinite(dueAt)) timer = setTimeout(pump, Math.max(dueAt - now(), 0));
  }

  /** The first entry of a ticket that is not put off. A ticket is put off as a whole, so nothing overtakes in it. */
  function firstDue(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
    const time = now();
    const waiting = entries.filter(isWaiting);
    for (const ticketId of delays.keys()) {
      if (!waiting.some((entry) => entry.ticketId === ticketId)) delays.delete(ticketId);
    }
    return waiting.find(({ ticketId }) => (delays.get(ticketId)?.dueAt ?? 0) <= time);
  }

  async function send(entry: OutboxEntry): Promise<void> {
    const { id, kind, ticketId, body, triedAt = Date.now() } = entry;
    if (Date.now() - triedAt > REPEATABLE)
      return fail(entry, refusal('outbox-expired', 'Not sent for days. Look whether it arrived before you retry.'));
    // Kept before it is sent: from here on it may have arrived.
    if (!(await replace(id, (queued) => ({ ...queued, state: 'sending', triedAt })))) return;
    let result: { readonly ticketId?: unknown };
    try {
      const answer = await call({
        method: 'POST',
        path: kind === 'create' ? '/api/v1/tickets' : `/api/v1/tickets/${encodeURIComponent(ticketId)}/messages`,
        body: kind === 'create' ? { ...body, projectPublicKey } : body,
        headers: { 'Idempotency-Key': id },
      });
      result = answer.body as typeof result;
      if (kind === 'create' && typeof result.ticketId !== 'string') throw noAnswer('it names no ticket.');
    } catch (error) {
      return isRetryable(error) ? later(entry, error) : fail(entry, error);
    }
    delays.delete(ticketId);
    const ticket = kind === 'create' ? String(result.ticketId) : ticketId;
    if (kind === 'create') remember(id, ticket);
    const sent: OutboxEntry = { ...entry, ticketId: ticket, state: 'sent', triedAt, result };
    await update((entries) => entries.map((other) => (other.id === id ? sent : other)));
    waiters.get(id)?.resolve(result);
    waiters.delete(id);
    changed(sent);
  }

  async function later({ id, ticketId }: OutboxEntry, { status, retryAfter }: SupportError): Promise<void> {
    const failures = delays.get(ticketId)?.failures ?? 0;
    const dueAt = now() + backOff(failures, retryAfter);
    delays.set(ticketId, { failures: failures + 1, dueAt, offline: status === 0 });
    await replace(id, (entry) => ({ ...entry, state: 'queued' }));
  }

  async function fail({ id, ticketId }: OutboxEntry, cause: unknown): Promise<void> {
    delays.delete(ticketId);
    await replace(id, (entry) => ({ ...entry, state: 'failed', error: toProblem(cause) }));
    waiters.get(id)?.reject(cause);
    waiters.delete(id);
  }

  /** Tells those who wait here what another tab did. */
  function settle(entries: readonly OutboxEntry[]): void {
    for (const entry of entries) {
      const waiter = waiters.get(entry.id);
      if (!waiter || isWaiting(entry)) continue;
      waiters.delete(entry.id);
      if (entry.state === 'sent') waiter.resolve(entry.result);
      else waiter.reject(errorOf(entry.error));
      changed(entry);
    }
  }

  /** Takes back an entry that was never tried; one that was may have arrived, and goes on. */
  async function withdraw(id: string, reason: unknown): Promise<void> {
    const waiter = waiters.get(id);
    waiters.delete(id);
    waiter?.reject(reason);
    const before = await update((entries) => entries.filter((entry) => entry.id !== id || entry.triedAt));
    const entry = before.find((one) => one.id === id);
    if (entry && !entry.triedAt)
      changed({ ...entry, state: 'failed', error: toProblem(refusal('aborted', 'Taken back.')) });
  }

  return {
    /** All that waits or was done lately, oldest first. */
    entries: read,

    /**
     * Keeps an entry and sends it as soon as that can be done; resolves with the server's answer.
     *
     * @throws SupportError if the server refused it for good; the signal's reason if it was aborted
     */
    async add(
      kind: OutboxEntry['kind'],
      body: OutboxEntry['body'],
      ticketId: string | undefined,
      signal?: AbortSignal,
    ): Promise<unknown> {
      if (signal?.aborted) throw reasonOf(signal);
      stopped = false;
      const id = randomId();
      let entry: OutboxEntry = { id, kind, ticketId: ticketId ?? id, body, state: 'queued' };
      await update((entries) => {
        if (entries.filter(isWaiting).length >= MOST)
          throw refusal('outbox-full', `${MOST} messages wait to be sent already.`);
        // A ticket that was named by the entry that creates it may be there by now.
        entry = { ...entry, ticketId: created.get(entry.ticketId) ?? entry.ticketId };
        return [...entries, entry];
      });
      const answered = new Promise<unknown>((resolve, reject) => waiters.set(id, { entry, resolve, reject }));
      changed(entry);
      const abort = () => void withdraw(id, signal && reasonOf(signal));
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      pump();
      return answered.finally(() => signal?.removeEventListener('abort', abort));
    },

    /** Forgets an entry that failed. */
    async discard(id: string): Promise<void> {
      await update((entries) => entries.filter((entry) => entry.id !== id || entry.state !== 'failed'));
    },

    /** Tries an entry that failed once more, and with a ticket what was said in it. */
    async retry(id: string): Promise<void> {
      stopped = false;
      const isMeant = (entry: OutboxEntry) => entry.state === 'failed' && (entry.id === id || entry.ticketId === id);
      const revived = ({ error: _error, triedAt: _triedAt, ...entry }: OutboxEntry) =>
        ({ ...entry, state: 'queued' }) as const;
      const before = await update((entries) => entries.map((entry) => (isMeant(entry) ? revived(entry) : entry)));
      for (const entry of before.filter(isMeant)) changed(revived(entry));
      pump();
    },

    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },

    /** The network is back: tries at once what failed without one. What the server put off stays put off. */
    hurry(): void {
      stopped = false;
      for (const [ticketId, { offline }] of delays) if (offline) delays.delete(ticketId);
      pump();
    },
  };
}

/** A refusal of the SDK's own. */
function refusal(slug: string, message: string): SupportError {
  return new SupportError({ status: 0, slug, message });
}

/** What is kept of an error. */
function toProblem(error: unknown): Problem {
  const { status = 0, slug = 'unknown', message = String(error), errors = {} } = error as Partial<SupportError>;
  return { status, slug, message, errors };
}
