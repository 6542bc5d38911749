import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import timers from 'node:timers/promises';
import { createRadarWatch } from '../../src/jobs/radar-watch.ts';
import type { Store } from '../../src/store/store.ts';

/** Counters of a busy hour must not hold up players until the last one is deleted. */
test('after each step the radar pauses for 19 times as long', async (t) => {
  const events: string[] = [];
  t.mock.method(timers, 'setTimeout', async (milliseconds: number) => void events.push(`pause ${milliseconds}`));
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const stopping = new AbortController();
  const radarCounts = {
    firstHourOfPlayers: async (_project: string, from: number) => from,
    isFolded: async () => true,
    async removePlayers() {
      if (events.push('step') > 4) stopping.abort();
      now += 10;
      return true;
    },
  };
  const tx = { radarCounts, tryLock: async () => true };
  const projects = { list: async () => [{ project_id: 'prj_a' }] };
  const transaction = async (work: (one: typeof tx) => unknown) => work(tx);
  // The casts: this part of the job uses nothing else.
  const store = { projects, radarCounts, transaction } as unknown as Store;
  const parts = { baselines: {} as never, live: {} as never, logger: { info: () => {} } };
  await createRadarWatch({ store, clock: () => 0, keptDays: 60, stopping: stopping.signal, ...parts }).tidy();
  assert.deepEqual(events, ['step', 'pause 190', 'step', 'pause 190', 'step', 'pause 190']);
});
