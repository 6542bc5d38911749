import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { SECOND } from '../domain/time.ts';
import type { Live } from '../live/live.ts';
import type { Store } from '../store/store.ts';
import type { KeyUse } from '../team/api-keys/key-use.ts';
import { closeResolved } from './close-resolved.ts';
import { prune } from './prune.ts';

/** Rows in one transaction. Requests of players wait for it, so it must be short. */
const BATCH = 100;

interface JobOptions {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => number;
  readonly logger: Logger;
  readonly live: Live;
  readonly keyUse: KeyUse;
  /** Whether another process of this node runs all other jobs. */
  readonly onlyKeyUse?: boolean;
}

/**
 * Starts the jobs: they close resolved tickets, store when API keys were used, and delete old rows.
 * All of them run every JOB_INTERVAL_SECONDS, unless the previous round is still running. `stop`
 * waits for the current round, and stores the last uses of API keys.
 */
export function startJobs({ store, config, clock, logger, live, keyUse, onlyKeyUse }: JobOptions): {
  stop(): Promise<void>;
} {
  let round: Promise<void> | undefined;
  let stopping = false;

  /** Logs a failure, so that the other jobs and the next round still run. */
  async function attempt(job: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.error({ err: error, job }, 'a job failed; it runs again');
    }
  }

  async function runAll(): Promise<void> {
    if (!onlyKeyUse) {
      await attempt('close-resolved', async () => {
        while (!stopping && (await closeResolved({ store, live, now: clock(), limit: BATCH })) === BATCH);
      });
    }
    await attempt('key-use', () => keyUse.write(clock()));
    if (onlyKeyUse) return;
    await attempt('prune', () => prune({ store, config, now: clock(), limit: BATCH, stopping: () => stopping }));
  }

  const timer = setInterval(() => {
    round ??= runAll().finally(() => {
      round = undefined;
    });
  }, config.jobIntervalSeconds * SECOND);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await round;
      await keyUse
        .write(clock(), true)
        .catch((error) => logger.error({ err: error }, 'the last use of API keys was not stored'));
    },
  };
}
