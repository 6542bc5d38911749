import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { fixedId, newId, shiftId, timeOfId } from '../../domain/ids.ts';
import { SingleRun } from '../../domain/single-run.ts';
import { iso, isStillToCome, MINUTE, SECOND } from '../../domain/time.ts';
import { ATTEMPT_TIMEOUT_MS, type Outcome, post } from '../../network/post.ts';
import { createResolveName } from '../../network/resolve-name.ts';
import { signedHeaders } from '../../network/webhook-signature.ts';
import type { Attempt } from '../../store/audit-streams.ts';
import { settleTime } from '../../store/settle-time.ts';
import type { Store } from '../../store/store.ts';
import type { AuditEntryRow, AuditStreamRow } from '../../store/tables.ts';
import { presentAuditEntry } from './audit-lines.ts';
import { FINAL_AFTER_MS, REFUSED_REQUEST } from './refused-requests.ts';

export const AUDIT_WEBHOOK = 'webhook';

/** Per request. A receiver must take a megabyte. */
const MAX_ENTRIES = 100;
const MAX_BYTES = 512 * 1024;
/** Longer than an attempt, so other nodes send a batch only if its node has died. */
const LEASE_MS = MINUTE;
/** After the first failure. It doubles with each further one. */
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
export function createAuditWebhook({ store, config, clock, logger }: WebhookOptions) {
  const { url, secret } = config.auditWebhook;
  if (url === '') return undefined;
  const { host } = new URL(url);
  const resolveName = createResolveName();
  const settleMs = settleTime(config.postgres);
  /** A new position begins with the present. */
  const begin = positionOfTime(clock());
  const aborting = new AbortController();
  let stopping = false;
  let hasTried = false;

  async function find(): Promise<AuditStreamRow | undefined> {
    const found = await store.auditStreams.byName(AUDIT_WEBHOOK);
    if (found !== undefined) {
      if (found.position <= positionOfTime(clock())) return found;
      // A clock was ahead, so new entries come before the position. Some entries are sent again.
      await store.auditStreams.returnTo(found, positionOfTime(clock() - settleMs));
    }
    const nothingSent = { batch_id: null, batch_end: null, last_sent_at: null, failing_since: null, last_error: null };
    const isDueNow = { attempts: 0, due_at: 0, leased_until: 0 };
    await store.auditStreams.add({ name: AUDIT_WEBHOOK, position: begin, ...nothingSent, ...isDueNow });
    return store.auditStreams.byName(AUDIT_WEBHOOK);
  }

  /** Reads entries of the begun batch, or those old enough to send. */
  function nextEntries({ position, batch_end: end }: AuditStreamRow, limit: number): Promise<AuditEntryRow[]> {
    return entriesBetween(store, position, end ?? positionOfTime(clock() - settleMs), limit);
  }

  /** No other node sends, and the pause after a failure is over. */
  function isDue({ leased_until: leasedUntil, due_at: dueAt }: AuditStreamRow, now: number): boolean {
    // The first attempt does not wait: the operator may have repaired something and restarted.
    return !isStillToCome(leasedUntil, now, LEASE_MS) && !(hasTried && isStillToCome(dueAt, now, MAX_DELAY_MS));
  }

  /** Sends the next batch. Returns whether the position moved, so that another may follow. */
  async function sendNext(): Promise<boolean> {
    const stream = await find();
    if (stream === undefined || !isDue(stream, clock())) return false;
    hasTried = true;
    const found = await nextEntries(stream, MAX_ENTRIES);
    if (found.length === 0 && stream.batch_end === null) return false;
    const entries = fitting(found);
    const last = entries.at(-1);
    // The entries of a batch can have become too old and been deleted.
    const position = last === undefined ? (stream.batch_end ?? '') : positionOf(last);
    const now = clock();
    const batchId = stream.batch_id ?? newId('delivery', now);
    // Another node may be faster.
    const claim = { until: now + LEASE_MS, batchId, batchEnd: position };
    if (!(await store.auditStreams.claim(stream, claim))) return false;
    const attempt = { name: AUDIT_WEBHOOK, from: stream.position, batchId, attempts: stream.attempts + 1 };
    const outcome = last === undefined ? ({ ok: true } as const) : await send(batchId, entries, last.created_at);
    if (!outcome.ok) return fail(attempt, outcome, stream.last_error);
    const hasMoved = await store.auditStreams.sent({ ...attempt, position, now: clock() });
    if (hasMoved && stream.last_error !== null) {
      logger.info({ host }, 'the receiver of the audit log takes entries again');
    }
    return hasMoved;
  }

  function send(id: string, entries: readonly AuditEntryRow[], lastTime: number): Promise<Outcome> {
    // Without the time of the attempt, so that a repeated request is the same.
    const content = { type: 'audit', timestamp: iso(lastTime), data: { entries: entries.map(presentAuditEntry) } };
    const body = JSON.stringify(content);
    const headers = signedHeaders(id, body, secret, clock());
    const options = { timeoutMilliseconds: ATTEMPT_TIMEOUT_MS, signal: aborting.signal };
    return post({ url, body, headers }, { allowPrivate: true, resolveName, ...options });
  }

  async function fail(
    attempt: Attempt,
    { error, retryAfterSeconds = 0 }: Extract<Outcome, { readonly ok: false }>,
    lastError: AuditStreamRow['last_error'],
  ): Promise<false> {
    if (aborting.signal.aborted) {
      // The receiver is not to blame.
      await store.auditStreams.release(attempt);
      return false;
    }
    const now = clock();
    const dueAt = now + delayAfter(attempt.attempts, retryAfterSeconds * SECOND);
    const isOurs = await store.auditStreams.failed({ ...attempt, error, now, dueAt });
    if (isOurs && error !== lastError) {
      logger.warn({ host, error }, 'the receiver of the audit log does not take entries; they are sent later');
    }
    return false;
  }

  const run = new SingleRun(async () => {
    try {
      while (!stopping && (await sendNext()));
    } catch (error) {
      logger.error({ err: error }, 'the audit log could not be sent');
    }
  });

  return {
    /** Sends what is there, unless a round still runs. */
    round(): void {
      if (!stopping) void run.begin();
    },
    /** How long the oldest unsent entry has been ready. 0 without one. */
    async waitingSeconds(): Promise<number> {
      const stream = await store.auditStreams.byName(AUDIT_WEBHOOK);
      const [oldest] = stream === undefined ? [] : await nextEntries({ ...stream, batch_end: null }, 1);
      return oldest === undefined ? 0 : (clock() - settleMs - timeOfId(positionOf(oldest))) / SECOND;
    },
    /** Resolves when nothing is being sent. Aborts a request after this time. */
    async idle(milliseconds: number): Promise<void> {
      const timer = setTimeout(() => aborting.abort(), milliseconds);
      await run.idle();
      clearTimeout(timer);
    },
    stop(): void {
      stopping = true;
    },
  };
}

export type AuditWebhook = NonNullable<ReturnType<typeof createAuditWebhook>>;

function fitting(entries: readonly AuditEntryRow[]): readonly AuditEntryRow[] {
  let bytes = 0;
  return entries.filter((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(presentAuditEntry(row)));
    return index === 0 || bytes <= MAX_BYTES;
  });
}

/** Returns milliseconds. The receiver can ask for more, up to the maximum. */
function delayAfter(attempts: number, asked: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS * 2 ** Math.min(attempts - 1, 20), asked));
}

/**
 * Returns a position in the order of sending: the id, or for refused requests, whose counts grow
 * for a while, the id when they are final.
 */
function positionOf({ audit_entry_id: id, action }: Pick<AuditEntryRow, 'audit_entry_id' | 'action'>): string {
  return action === REFUSED_REQUEST ? shiftId(id, FINAL_AFTER_MS) : id;
}

/** Returns the position before all that are final at a time or later. */
const positionOfTime = (time: number) => fixedId('auditEntry', time, new Uint8Array(14));

/** Reads entries after one position, up to another, in the order of sending. */
async function entriesBetween({ audit }: Pick<Store, 'audit'>, after: string, to: string, limit: number) {
  const others = await audit.exceptAction(REFUSED_REQUEST, { after, to, limit });
  const refused = await audit.ofAction(REFUSED_REQUEST, {
    after: shiftId(after, -FINAL_AFTER_MS),
    to: shiftId(to, -FINAL_AFTER_MS),
    limit,
  });
  return [...others, ...refused].sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1)).slice(0, limit);
}
