import { FairTurns } from '../domain/fair-turns.ts';
import type { Store } from '../store/store.ts';
import { pauseAfter } from './work.ts';

export interface TurnLimits {
  readonly messages: number;
  /** Of their texts: more than their words. A longer message has a turn of its own. */
  readonly bytes: number;
  /** Tickets from before an upgrade whose messages become tasks, or such messages. */
  readonly older: number;
}

/** Of one transaction, about 10 ms on SQLite. Players' requests wait, so it must be short. */
const TURN: TurnLimits = { messages: 25, bytes: 8000, older: 10 };
/** Then the rest of a turn waits for the next. */
const TURN_MS = 5;
/** A longer turn, such as on PostgreSQL, makes no longer pause: a new message waits for it. */
const MAX_COUNTED_MS = 25;

interface Step {
  readonly goesOn: boolean;
  /** Of the work, without waiting for others. */
  readonly milliseconds: number;
}

/** Puts some messages into the index of the search, or makes tasks of older ones. */
export async function indexOnce(store: Store, turns = new FairTurns(), limits = TURN): Promise<Step> {
  // No transaction: an idle server writes nothing.
  const waiting = (await store.searchIndex.hasTasks()) ? await store.searchIndex.waiting() : [];
  if (waiting.length === 0 && !(await store.searchIndex.hasOlder())) return { goesOn: false, milliseconds: 0 };
  const read = await store.searchIndex.read(turns.next(waiting, limits.messages, limits.bytes));
  return store.transaction(async (tx) => {
    const began = performance.now();
    const isOver = () => limits === TURN && performance.now() - began > TURN_MS;
    const { searchIndex } = tx;
    // Another node that has the lock goes on itself.
    const isLocked = await tx.tryLock('search-index');
    if (isLocked && waiting.length > 0) await searchIndex.add(read, isOver);
    else if (isLocked) await searchIndex.addOlder(limits.older);
    return { goesOn: isLocked, milliseconds: read.milliseconds + performance.now() - began };
  });
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
