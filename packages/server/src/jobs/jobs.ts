import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { DAY, SECOND } from '../domain/time.ts';
import type { Store } from '../store/store.ts';
import { closeResolved } from './close-resolved.ts';

/** Rows per transaction, so that a job never holds up a player for long. */
const BATCH = 100;

interface JobOptions {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Starts what time does: closing resolved tickets, forgetting old idempotency receipts. `stop` waits for a run under way. */
export function startJobs({ store, config, clock, logger }: JobOptions): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let stopping = false;

  async function run(): Promise<void> {
    try {
      while (!stopping && (await closeResolved(store, clock(), BATCH)) === BATCH);
      const oldest = clock() - config.idempotencyDays * DAY;
      // Looked for before a transaction is begun: an idle server writes nothing.
      while (!stopping && (await store.idempotency.anyOlder(oldest))) {
        const mine = await store.transaction(async (tx) => {
          const locked = await tx.tryLock('prune-receipts');
          if (locked) await tx.idempotency.prune(oldest, BATCH);
          return locked;
        });
        if (!mine) break;
      }
    } catch (error) {
      logger.error({ err: error }, 'a job failed; it runs again');
    }
  }

  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, config.jobIntervalSeconds * SECOND);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
