import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { SECOND } from '../domain/time.ts';
import type { Live } from '../live/live.ts';
import type { Store } from '../store/store.ts';
import type { KeyUse } from '../team/api-keys/key-use.ts';
import { closeResolved } from './close-resolved.ts';
import { prune } from './prune.ts';

/** Rows per transaction, so that a job never holds up a player for long. */
const BATCH = 100;

interface JobOptions {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => number;
  readonly logger: Logger;
  readonly live: Live;
  readonly keyUse: KeyUse;
}

/**
 * Starts what time does: closing resolved tickets, storing when keys were used, forgetting what is
 * old. `stop` waits for a run under way, and stores the last uses.
 */
export function startJobs({ store, config, clock, logger, live, keyUse }: JobOptions): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let stopping = false;

  async function run(): Promise<void> {
    try {
      while (!stopping && (await closeResolved(store, live, clock(), BATCH)) === BATCH);
      await keyUse.write(clock());
      await prune({ store, config, now: clock(), limit: BATCH, stopping: () => stopping });
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
      await keyUse
        .write(clock(), true)
        .catch((error) => logger.error({ err: error }, 'the last use of API keys was not stored'));
    },
  };
}
