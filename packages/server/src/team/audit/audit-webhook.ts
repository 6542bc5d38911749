import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { newId, timeOfId } from '../../domain/ids.ts';
import { iso, MINUTE, SECOND } from '../../domain/time.ts';
import { ATTEMPT_TIMEOUT_MS, type Outcome, post } from '../../outbox/post.ts';
import { createResolveName } from '../../outbox/resolve-name.ts';
import { signedHeaders } from '../../outbox/webhook-signature.ts';
import { settleTime } from '../../store/settle-time.ts';
import type { Store } from '../../store/store.ts';
import type { AuditEntryRow, AuditStreamRow } from '../../store/tables.ts';
import { entriesBetween, placeOf, placeOfTime } from './audit-batches.ts';
import { presentAuditEntry } from './present-audit-entry.ts';

/** The row of this webhook in the table of streams. */
export const AUDIT_WEBHOOK = 'webhook';

/** Entries in one request, and bytes of them. A receiver that takes a megabyte takes them. */
const MAX_ENTRIES = 100;
const MAX_BYTES = 512 * 1024;
/**
 * How long other nodes leave a batch to the node that took it. Longer than an attempt, so that they
 * send it again only if that node has died.
 */
const LEASE_MS = MINUTE;
/** The pause after the first failure. It doubles with each further one. */
const MIN_DELAY_MS = 5 * SECOND;
const MAX_DELAY_MS = 10 * MINUTE;

interface WebhookOptions {
  readonly store: Pick<Store, 'audit' | 'auditStreams'>;
  readonly config: Pick<Config, 'auditWebhook' | 'postgres'>;
  readonly clock: () => number;
  readonly logger: Logger;
}

/**
 * Sends the entries of the audit log to the receiver of the operator. Each entry arrives at least
 * once. One node sends at a time, and a position moves when the receiver has confirmed a batch. A
 * batch that fails is sent again with the same id, and nothing after it is sent before.
 *
 * Undefined without AUDIT_WEBHOOK_URL.
 */
export function createAuditWebhook(options: WebhookOptions) {
  const { store, config, clock, logger } = options;
  const { url, secret } = config.auditWebhook;
  if (url === '') return undefined;
  const { host } = new URL(url);
  const resolveName = createResolveName();
  const settleMs = settleTime(config.postgres);
  /** Where a new position begins: with the present. */
  const begin = placeOfTime(clock());
  const aborting = new AbortController();
  let running: Promise<void> | undefined;
  let stopping = false;
  let hasTried = false;

  async function find(): Promise<AuditStreamRow | undefined> {
    const found = await store.auditStreams.byName(AUDIT_WEBHOOK);
    if (found !== undefined) return found;
    await store.auditStreams.add({
      name: AUDIT_WEBHOOK,
      position: begin,
      batch_id: null,
      batch_end: null,
      attempts: 0,
      due_at: 0,
      leased_until: 0,
      last_sent_at: null,
      failing_since: null,
      last_error: null,
    });
    return store.auditStreams.byName(AUDIT_WEBHOOK);
  }

  /** Entries that can be sent: all changes of their time have been committed. */
  function settled({ position, batch_end: end }: AuditStreamRow, limit: number): Promise<AuditEntryRow[]> {
    return entriesBetween(store, { after: position, to: end ?? placeOfTime(clock() - settleMs), limit });
  }

  /**
   * Sends the next batch.
   *
   * @returns whether one was sent: not if none is due, the receiver refused it, or another node sends
   */
  async function sendNext(): Promise<boolean> {
    const stream = await find();
    const now = clock();
    if (stream === undefined || isAhead(stream.leased_until, now, LEASE_MS)) return false;
    // The operator may have repaired something and restarted, so the first attempt does not wait.
    if (isAhead(stream.due_at, now, MAX_DELAY_MS) && hasTried) return false;
    hasTried = true;
    const found = await settled(stream, MAX_ENTRIES);
    if (found.length === 0 && stream.batch_end === null) return false;
    const entries = fitting(found);
    const last = entries.at(-1);
    // Without entries: those of the batch were deleted, because they were too old.
    const end = last === undefined ? (stream.batch_end ?? '') : placeOf(last);
    const batchId = stream.batch_id ?? newId('delivery', now);
    if (!(await store.auditStreams.claim(stream, { until: now + LEASE_MS, batchId, batchEnd: end }))) return false;
    const attempt = { name: AUDIT_WEBHOOK, batchId, attempts: stream.attempts + 1 };
    const outcome = await send(batchId, entries);
    return outcome.ok ? confirm(stream, { ...attempt, position: end }) : fail(stream, attempt, outcome);
  }

  function send(id: string, entries: readonly AuditEntryRow[]): Promise<Outcome> {
    const last = entries.at(-1);
    if (last === undefined) return Promise.resolve({ ok: true });
    // Without the time of the attempt, so that a repeated request is the same.
    const content = {
      type: 'audit',
      timestamp: iso(last.created_at),
      data: { entries: entries.map(presentAuditEntry) },
    };
    const body = JSON.stringify(content);
    const headers = signedHeaders(id, body, secret, clock());
    const options = { timeoutMilliseconds: ATTEMPT_TIMEOUT_MS, signal: aborting.signal };
    return post({ url, body, headers }, { allowPrivate: true, resolveName, ...options });
  }

  async function confirm(
    { last_error: before }: AuditStreamRow,
    attempt: { name: string; batchId: string; attempts: number; position: string },
  ): Promise<boolean> {
    const isOurs = await store.auditStreams.sent({ ...attempt, now: clock() });
    if (isOurs && before !== null) logger.info({ host }, 'the receiver of the audit log takes entries again');
    return isOurs;
  }

  async function fail(
    { last_error: before }: AuditStreamRow,
    attempt: { name: string; batchId: string; attempts: number },
    { error, retryAfterSeconds = 0 }: Extract<Outcome, { readonly ok: false }>,
  ): Promise<false> {
    if (aborting.signal.aborted) {
      // The receiver is not to blame for it.
      await store.auditStreams.release(attempt);
      return false;
    }
    const now = clock();
    const dueAt = now + delayAfter(attempt.attempts, retryAfterSeconds * SECOND);
    const isOurs = await store.auditStreams.failed({ ...attempt, error, now, dueAt });
    if (isOurs && error !== before) {
      logger.warn({ host, error }, 'the receiver of the audit log does not take entries; they are sent later');
    }
    return false;
  }

  async function sendAll(): Promise<void> {
    while (!stopping && (await sendNext()));
  }

  return {
    /** Begins to send what is there, unless that is still being done. */
    round(): void {
      if (stopping) return;
      running ??= sendAll()
        .catch((error) => logger.error({ err: error }, 'the audit log could not be sent'))
        .finally(() => {
          running = undefined;
        });
    },
    /** For how many seconds the oldest entry could have been sent. 0: all are sent. */
    async waitingSeconds(): Promise<number> {
      const stream = await store.auditStreams.byName(AUDIT_WEBHOOK);
      const [oldest] = stream === undefined ? [] : await settled({ ...stream, batch_end: null }, 1);
      return oldest === undefined ? 0 : (clock() - settleMs - timeOfId(placeOf(oldest))) / SECOND;
    },
    /** Resolves when nothing is being sent. Aborts a request after this time. */
    async idle(milliseconds: number): Promise<void> {
      const timer = setTimeout(() => aborting.abort(), milliseconds);
      await running;
      clearTimeout(timer);
    },
    /** Begins no more requests. */
    stop(): void {
      stopping = true;
    },
  };
}

export type AuditWebhook = NonNullable<ReturnType<typeof createAuditWebhook>>;

/** Whether a time is still to come. One that is too far ahead is of a clock that was wrong. */
const isAhead = (time: number, now: number, atMost: number) => time > now && time <= now + atMost;

/** The first entries that fit into one request. */
function fitting(entries: readonly AuditEntryRow[]): readonly AuditEntryRow[] {
  let bytes = 0;
  return entries.filter((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(presentAuditEntry(row)));
    return index === 0 || bytes <= MAX_BYTES;
  });
}

/** How long to wait after some failed attempts. The receiver can ask for more, up to the maximum. */
function delayAfter(attempts: number, asked: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS * 2 ** Math.min(attempts - 1, 20), asked));
}
