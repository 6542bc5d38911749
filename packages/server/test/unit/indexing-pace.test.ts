import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndexing } from '../../src/jobs/index-messages.ts';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../helpers/builders.ts';

/** Slow texts must not hold up players for a whole batch. */
test('after a long transaction the next one has half as many messages', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const limits: number[] = [];
  const searchIndex = {
    hasTasks: async () => limits.length < 7,
    state: async () => ({ complete: true, oldest: null }),
    async indexSome(limit: number) {
      limits.push(limit);
      if (limits.length <= 5) now += 16;
      return limit;
    },
  };
  const tx = { searchIndex, tryLock: async () => true };
  // The cast: the job uses nothing else of the store.
  const store = { searchIndex, transaction: (work: (one: typeof tx) => unknown) => work(tx) } as unknown as Store;
  const stopping = new AbortController();
  const running = createIndexing(store, stopping.signal)();
  await eventually(async () => limits.length >= 7);
  stopping.abort();
  await running;
  assert.deepEqual(limits, [25, 12, 6, 3, 1, 1, 2]);
});
