import type { Logger } from 'pino';
import { HOUR, latestTime, MINUTE, SECOND } from '../domain/time.ts';
import type { Outcome } from '../network/post.ts';
import type { Context } from '../operations/context.ts';
import type { Transaction } from '../store/store.ts';
import type { DeliveryRow } from '../store/tables.ts';

/** Per node, of all targets and to one target. */
const AT_ONCE = 10;
const AT_ONCE_PER_TARGET = 2;
/** Per look at the outbox. */
const READ_AT_ONCE = 200;
/** Other nodes leave a delivery to its node for so long, which is longer than an attempt. */
export const LEASE_MS = MINUTE;
/** After the first attempts. The outbox gives up after about ten hours. */
export const RETRY_DELAYS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR] as const;
/** That a receiver can ask for. */
const MAX_RETRY_AFTER_MS = HOUR;
/** Up to a fifth longer, so that a receiver that was down does not get all at once. */
const JITTER = 0.2;
const LONGEST_WAIT_MS = Math.max(...RETRY_DELAYS, MAX_RETRY_AFTER_MS) * (1 + JITTER);

export interface Sender {
  /**
   * `dropped`: nothing to send any more. Must end before the lease, and soon after `signal` is
   * aborted.
   */
  send(delivery: DeliveryRow, signal: AbortSignal): Promise<Outcome | 'dropped'>;
  /** Notes the result, in the transaction that ends or postpones the delivery. */
  settled(tx: Transaction, delivery: DeliveryRow, outcome: Outcome | 'dropped', now: number): Promise<unknown>;
}

type OutboxOptions = Pick<Context, 'store' | 'clock'> & { readonly logger: Logger; readonly sender: Sender };

/** One node at a time, at least once: if it dies, another node sends again. */
export function createOutbox({ store, clock, logger, sender }: OutboxOptions) {
  const running = new Map<Promise<void>, string>();
  const aborting = new AbortController();
  let stopping = false;

  async function attempt(delivery: DeliveryRow): Promise<void> {
    const now = clock();
    if (!(await store.deliveries.claim(delivery, now + LEASE_MS))) return;
    const attempts = delivery.attempts + 1;
    const outcome = await sender.send(delivery, aborting.signal);
    // The receiver is not to blame. After the lease, another node tries.
    if (aborting.signal.aborted && outcome !== 'dropped' && !outcome.ok) return;
    const ended = clock();
    const delay = delayAfter(attempts, outcome);
    if (outcome !== 'dropped' && !outcome.ok) {
      const { error } = outcome;
      const { channel, delivery_id: id } = delivery;
      logger.warn({ delivery: id, channel, error, attempts, final: delay === undefined }, 'a delivery failed');
    }
    await store.transaction(async (tx) => {
      const { deliveries } = tx;
      const isOurs =
        delay === undefined
          ? await deliveries.finish({ ...delivery, attempts }, ended)
          : await deliveries.retry({ ...delivery, attempts }, ended + delay);
      if (isOurs) await sender.settled(tx, delivery, outcome, ended);
    });
  }

  function begin(delivery: DeliveryRow): void {
    const { target } = delivery;
    const done = attempt(delivery)
      // After the lease, the delivery is tried again.
      .catch((error) => logger.error({ err: error, delivery: delivery.delivery_id }, 'a delivery could not be tried'))
      .finally(() => running.delete(done));
    running.set(done, target);
  }

  return {
    /** What is due, as the limits allow. */
    async round(): Promise<void> {
      if (stopping || running.size >= AT_ONCE) return;
      const now = clock();
      const due = { now, latest: latestTime(now, LONGEST_WAIT_MS), limit: READ_AT_ONCE, perTarget: AT_ONCE_PER_TARGET };
      for (const delivery of await store.deliveries.due(due)) {
        if (stopping || running.size >= AT_ONCE) return;
        const toTarget = [...running.values()].filter((target) => target === delivery.target).length;
        if (toTarget < AT_ONCE_PER_TARGET) begin(delivery);
      }
    },
    /** Resolves when the running attempts ended. Aborts them after this time. */
    async idle(milliseconds: number): Promise<void> {
      const timer = setTimeout(() => aborting.abort(), milliseconds);
      await Promise.all(running.keys());
      clearTimeout(timer);
    },
    stop(): void {
      stopping = true;
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Undefined: no further attempt. */
function delayAfter(attempts: number, outcome: Outcome | 'dropped'): number | undefined {
  if (outcome === 'dropped' || outcome.ok || outcome.gone) return undefined;
  const delay = RETRY_DELAYS[attempts - 1];
  if (delay === undefined) return undefined;
  const asked = Math.min((outcome.retryAfterSeconds ?? 0) * SECOND, MAX_RETRY_AFTER_MS);
  return Math.round(Math.max(delay, asked) * (1 + JITTER * Math.random()));
}
