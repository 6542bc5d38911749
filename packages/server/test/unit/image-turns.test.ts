import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createImageTurns } from '../../src/attachments/image-turns.ts';
import type { AppError } from '../../src/errors.ts';

/** Each reading of the clock advances it, so that no two are equal. */
const READING_MS = 1e-6;

/** Otherwise only work advances the clock. `began`: the payers of images, as they begin. */
function startTurns() {
  const times = { now: 0 };
  const elapsed = () => {
    times.now += READING_MS;
    return times.now;
  };
  const turns = createImageTurns({ atOnce: 1, elapsed });
  const began: string[] = [];
  const work = (payers: string, milliseconds: number, { fails = false, cost = 0 } = {}) =>
    turns.run(payers.split(' '), cost, async () => {
      began.push(payers);
      times.now += milliseconds;
      await new Promise(setImmediate);
      if (fails) throw new Error('damaged');
    });
  const waitOf = (payers: string) =>
    work(payers, 0).then(
      () => 0,
      (error: AppError) => Number(error.headers['retry-after']),
    );
  return { times, began, work, waitOf };
}

test('an image waits for the one in work, not for all images of another address', async () => {
  const { began, work } = startTurns();
  const slow = [1, 2, 3, 4].map((player) => work(`A ${player}`, 2000));
  const honest = [work('B 5', 100), work('C 6', 100)];
  await Promise.all([...slow, ...honest]);
  assert.deepEqual(began, ['A 1', 'B 5', 'C 6', 'A 2', 'A 3', 'A 4']);
});

test('an image waits for the one in work, also if many addresses send slow ones for long', async () => {
  const { began, work } = startTurns();
  const addresses = Array.from({ length: 12 }, (_none, at) => `A${at}`);
  for (const round of [1, 2]) {
    const slow = addresses.map((address) => work(address, 5000));
    const honest = work('B', 100);
    await Promise.all([...slow, honest]);
    assert.equal(began.indexOf('B'), round === 1 ? 12 : 1, `round ${round}: ${began}`);
    began.splice(0);
  }
});

test('a player who changes addresses waits like an address that changes players', async () => {
  const { began, work } = startTurns();
  const slow = ['A 1', 'B 1', 'C 1'].map((payers) => work(payers, 2000));
  await Promise.all([...slow, work('D 2', 100)]);
  assert.deepEqual(began, ['A 1', 'D 2', 'B 1', 'C 1']);
});

test('429 once a payer has used its 20 seconds, also for refused images; a quarter of the time comes back', async () => {
  const { times, work, waitOf } = startTurns();
  await assert.rejects(work('A 1', 19_000, { fails: true }), /damaged/);
  assert.equal(await waitOf('A 1'), 0);
  await assert.rejects(work('A 1', 5000, { fails: true }), /damaged/);
  // 24 seconds of work, and a quarter of 5 seconds back.
  assert.equal(await waitOf('A 2'), 11);
  assert.equal(await waitOf('B 1'), 11);
  assert.equal(await waitOf('B 2'), 0);
  times.now += 10_500;
  assert.equal(await waitOf('A 1'), 1);
  times.now += 501;
  assert.equal(await waitOf('A 1'), 0);
  await assert.rejects(work('A 1', 3_600_000, { fails: true }), /damaged/);
  assert.equal(await waitOf('A 1'), 100, 'never longer');
});

test('images that wait are refused too, once their payer has used up its time', async () => {
  const { began, work } = startTurns();
  const results = await Promise.allSettled([work('A 1', 60_000), work('A 1', 1), work('A 2', 1), work('B 3', 1)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(began, ['A 1', 'B 3']);
});

test('503 for the newest of who has used most if 200 wait', async () => {
  const { began, work } = startTurns();
  await work('A', 1000);
  const waiting = Array.from({ length: 201 }, (_none, at) => work(at === 0 ? 'B' : 'A', 1));
  const honest = work('C', 1);
  const results = await Promise.allSettled(waiting);
  await honest;
  assert.deepEqual(
    results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : [])),
    [200],
  );
  assert.deepEqual(began.slice(0, 3), ['A', 'B', 'C']);
});

test('an image waits, also behind one each of 150 other addresses', async () => {
  const { began, work } = startTurns();
  const others = Array.from({ length: 150 }, (_none, at) => work(`A${at}`, 1200));
  await Promise.all([...others, work('B', 100)]);
  assert.equal(began.at(-1), 'B');
});

test('a quick image waits for no slow one, and for only one quick one of 200 other addresses', async () => {
  const { began, work } = startTurns();
  const slow = Array.from({ length: 100 }, (_none, at) => work(`A${at}`, 12_000, { cost: 15_000 }));
  const quick = Array.from({ length: 100 }, (_none, at) => work(`B${at}`, 1200, { cost: 1200 }));
  const honest = work('C', 100, { cost: 200 });
  await honest;
  assert.deepEqual(began.filter((payers) => !payers.startsWith('A')).slice(0, 2), ['B0', 'C']);
  await Promise.all([...slow, ...quick]);
});

test('503 for an image of who will have used most, if 200 wait', async () => {
  const { began, work } = startTurns();
  const results = Promise.allSettled(
    Array.from({ length: 202 }, (_none, at) => work(`A${at}`, 12_000, { cost: 15_000 })),
  );
  await work('B', 100, { cost: 200 });
  assert.equal(began[1], 'B');
  assert.equal((await results).filter(({ status }) => status === 'rejected').length, 1);
});
