import { FairTurns } from '../domain/fair-turns.ts';
import type { Store } from '../store/store.ts';
import { pauseAfter } from './work.ts';

/** Of one transaction, about 10 ms on SQLite. Players' requests wait, so it must be short. */
const BATCH = {
  messages: 25,
  /** Of their texts: more than their words. A longer message has a batch of its own. */
  bytes: 8000,
  /** Tickets from before an upgrade whose messages become tasks, or such messages. */
  older: 10,
  /** On SQLite. Then the rest waits for the next batch. */
  milliseconds: 5,
};
/** A longer batch, such as on PostgreSQL, makes no longer pause: a new message waits for it. */
const MAX_COUNTED_MS = 25;

/**
 * Puts some messages into the index of the search, or makes tasks of older ones. Returns whether
 * there may be more, and the milliseconds of the work without waiting for others.
 */
export async function indexOnce(store: Store, turns = new FairTurns(), limits = BATCH) {
  const began = performance.now();
  // No transaction: an idle server writes nothing.
  const waiting = (await store.searchIndex.hasTasks()) ? await store.searchIndex.waiting(turns.seenTo) : [];
  if (waiting.length === 0 && !(await store.searchIndex.hasOlder())) return { goesOn: false, milliseconds: 0 };
  turns.seenTo = waiting[0]?.seen_to ?? '';
  const batch = turns.next(waiting, limits.messages, limits.bytes);
  const chosenMs = performance.now() - began;
  const read = await store.searchIndex.read(batch);
  const { left, ...step } = await store.transaction(async (tx) => {
    const lockedAt = performance.now();
    const isOver = () => performance.now() - lockedAt > limits.milliseconds;
    const { searchIndex } = tx;
    // Another node that has the lock goes on itself.
    const isLocked = await tx.tryLock('search-index');
    const left = isLocked && batch.length > 0 ? await searchIndex.add(read, isOver) : batch;
    if (isLocked && batch.length === 0) await searchIndex.addOlder(limits.older);
    return { left, goesOn: isLocked, milliseconds: chosenMs + read.milliseconds + performance.now() - lockedAt };
  });
  turns.takeBack(left);
  return step;
}

/** Indexes new messages, and after an upgrade older ones. Projects and players take turns. */
export function createIndexing(store: Store, stopping: AbortSignal) {
  return async (): Promise<void> => {
    const turns = new FairTurns();
    while (!stopping.aborted) {
      const { goesOn, milliseconds } = await indexOnce(store, turns);
      if (!goesOn) return;
      await pauseAfter(Math.min(milliseconds, MAX_COUNTED_MS), stopping);
    }
  };
}
