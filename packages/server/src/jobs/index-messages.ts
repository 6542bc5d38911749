import type { Store, Transaction } from '../store/store.ts';
import { pauseAfter } from './work.ts';

/** Messages per transaction. Players' requests wait, so it must be short. */
const BATCH = 25;
/** After a longer transaction, the next one has half as many messages. */
const LONG_MS = 15;
/** Tickets from before the upgrade whose messages become tasks in one transaction. */
const TICKETS = 10;

interface Step {
  readonly goesOn: boolean;
  /** Of the transaction, without waiting for others. */
  readonly milliseconds: number;
}

/** Puts some messages into the index of the search, or makes tasks of some tickets. */
export async function indexOnce(store: Store, { messages = BATCH, tickets = TICKETS } = {}): Promise<Step> {
  const timed = (work: (tx: Transaction) => Promise<boolean>): Promise<Step> =>
    store.transaction(async (tx) => {
      const began = performance.now();
      // Another node that has the lock goes on itself.
      const goesOn = (await tx.tryLock('search-index')) && (await work(tx));
      return { goesOn, milliseconds: performance.now() - began };
    });
  // No transaction: an idle server writes nothing.
  if (await store.searchIndex.hasTasks()) {
    return timed((tx) => tx.searchIndex.indexSome(messages).then(() => true));
  }
  if ((await store.searchIndex.state()).complete) return { goesOn: false, milliseconds: 0 };
  return timed((tx) => tx.searchIndex.continueBackfill(tickets));
}

/** Indexes new messages, and after an upgrade older ones. */
export function createIndexing(store: Store, stopping: AbortSignal) {
  let batch = BATCH;
  return async (): Promise<void> => {
    while (!stopping.aborted) {
      const { goesOn, milliseconds } = await indexOnce(store, { messages: batch });
      if (!goesOn) return;
      batch = milliseconds > LONG_MS ? Math.max(1, Math.floor(batch / 2)) : Math.min(BATCH, batch + 1);
      await pauseAfter(milliseconds, stopping);
    }
  };
}
