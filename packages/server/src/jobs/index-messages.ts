import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Store } from '../store/store.ts';

/** Messages in one transaction. Requests of players wait for it, so it must be short. */
const BATCH = 25;
/** Tickets of before the upgrade whose messages become tasks in one transaction. */
const TICKETS = 10;
/** After a transaction the job pauses for this many times as long, so that players go on. */
const PAUSES = 2;
const MAX_PAUSE_MS = 500;

/** Puts some messages into the index of the search. False if there are no more. */
export async function indexOnce(store: Store): Promise<boolean> {
  // First without a transaction, so that an idle server writes nothing.
  if (await store.searchIndex.hasTasks()) {
    return store.transaction(async (tx) => {
      // Another node that has the lock goes on itself.
      if (!(await tx.tryLock('search-index'))) return false;
      await tx.searchIndex.indexSome(BATCH);
      return true;
    });
  }
  if ((await store.searchIndex.state()).complete) return false;
  return store.transaction(
    async (tx) => (await tx.tryLock('search-index')) && tx.searchIndex.continueBackfill(TICKETS),
  );
}

interface IndexingOptions {
  readonly store: Store;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * Puts new messages into the index of the search, and after an upgrade those of before it. `round`
 * returns at once, and does nothing while the last round goes on.
 */
export function createIndexing({ store, logger }: IndexingOptions) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function indexAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      if (!(await indexOnce(store))) return;
      const pause = Math.min(MAX_PAUSE_MS, PAUSES * (performance.now() - began));
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  return {
    round(): void {
      running ??= indexAll()
        .catch((error) => logger.error({ err: error, job: 'search-index' }, 'a job failed; it runs again'))
        .finally(() => {
          running = undefined;
        });
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
