import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { type TestContext, test } from 'node:test';
import type { TimerOptions } from 'node:timers';
import timers from 'node:timers/promises';
import { createRadarWatch } from '../../src/jobs/radar-watch.ts';
import type { Store } from '../../src/store/store.ts';

/** Records what the job does in an hour with player counters, and its pauses. */
function aPace(t: TestContext, radarCounts: object, stopping: AbortController) {
  const events: string[] = [];
  // A stopping server ends the pause.
  t.mock.method(timers, 'setTimeout', async (milliseconds: number, _value: undefined, { signal }: TimerOptions) => {
    assert.equal(signal, stopping.signal);
    events.push(`pause ${milliseconds}`);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const tx = { radarCounts, tryLock: async () => true };
  const projects = { list: async () => [{ project_id: 'prj_a' }] };
  const transaction = async (work: (one: typeof tx) => unknown) => work(tx);
  // The casts: this part of the job uses nothing else.
  const store = { projects, radarCounts, radarPlayers: { ofHours: async () => [] }, transaction } as unknown as Store;
  const parts = { baselines: {} as never, live: {} as never, logger: { info: () => {} } };
  const { tidy } = createRadarWatch({ store, clock: () => 0, keptDays: 60, stopping: stopping.signal, ...parts });
  return { events, tidy };
}

/** A busy hour's counters must not hold up players until the last is deleted. */
test('after each step the radar pauses for 19 times as long', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const stopping = new AbortController();
  const { events, tidy } = aPace(
    t,
    {
      firstHourOfPlayers: async (_project: string, from: number) => from,
      isFolded: async () => true,
      async removePlayers() {
        if (events.push('step') > 4) stopping.abort();
        now += 10;
        return true;
      },
    },
    stopping,
  );
  await tidy();
  assert.deepEqual(events, ['step', 'pause 190', 'step', 'pause 190', 'step', 'pause 190']);
});

test('a server that stops while the radar reads a busy hour stores nothing of it', async (t) => {
  const stopping = new AbortController();
  const { events, tidy } = aPace(
    t,
    {
      firstHourOfPlayers: async (_project: string, from: number) => from,
      isFolded: async () => false,
      async sumsOf(_hour: object, _playersOf: unknown, isOver: () => boolean) {
        stopping.abort();
        return isOver() ? undefined : [];
      },
      fold: async () => void events.push('fold'),
    },
    stopping,
  );
  await tidy();
  assert.deepEqual(events, []);
});
