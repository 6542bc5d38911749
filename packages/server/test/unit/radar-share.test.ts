import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, SECOND } from '../../src/domain/time.ts';
import type { Store } from '../../src/store/store.ts';
import { createBaselines } from '../../src/watch/baselines.ts';

/** Lists the project of each read of the running hour. */
function aShare(tickets: number) {
  const reads: string[] = [];
  const state = { isBroken: false };
  const radarCounts = {
    async ofHours(projectId: string, _from: number, to: number) {
      reads.push(projectId);
      if (state.isBroken) throw new Error('no database');
      return [{ hour: to - 1, build: '1.0', platform: 'ios', type: 'bug', tickets }];
    },
  };
  // The cast: it reads nothing else.
  const baselines = createBaselines({ radarCounts, radarPlayers: { ofHours: async () => [] } } as unknown as Store);
  const read = async (projectId: string, now = 0) => {
    const running = 100;
    const range = { from: running, to: running + 1, now: running * HOUR + now };
    return (await baselines.readHours(projectId, range)).tickets.map((row) => row.tickets);
  };
  return { reads, read, state };
}

test('the counters of eight projects are shared at most, without those that were read first', async () => {
  const { reads, read } = aShare(2000);
  const names = Array.from({ length: 9 }, (_, index) => `prj_${index}`);
  for (const name of names) await read(name);
  await Promise.all(names.slice(1).map((name) => read(name)));
  assert.deepEqual(reads, names);
  await read('prj_0');
  assert.deepEqual(reads, [...names, 'prj_0']);
});

test('requests at the same time share one read, and a failed one is not kept', async () => {
  const { reads, read, state } = aShare(1999);
  state.isBroken = true;
  const failed = await Promise.allSettled([read('prj_a'), read('prj_a')]);
  assert.deepEqual([failed.map(({ status }) => status), reads], [['rejected', 'rejected'], ['prj_a']]);
  state.isBroken = false;
  assert.deepEqual(await read('prj_a'), [1999]);
  assert.equal(reads.length, 2);
  // So few are read anew each time.
  await read('prj_a');
  assert.equal(reads.length, 3);
});

test('counters are shared for ten seconds, also if the clock of the server is set back', async () => {
  const { reads, read } = aShare(2000);
  const readsAt = async (now: number) => {
    await read('prj_a', now);
    return reads.length;
  };
  assert.equal(await readsAt(60 * SECOND), 1);
  assert.equal(await readsAt(70 * SECOND - 1), 1);
  assert.equal(await readsAt(70 * SECOND), 2);
  assert.equal(await readsAt(60 * SECOND), 3);
});
