import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns } from '../../../src/domain/in-turns.ts';
import { SharedWork } from '../../../src/domain/shared-work.ts';

test('those who ask at the same time share the work, also if it fails, and it begins again afterwards', async () => {
  const shared = new SharedWork<number>();
  let begun = 0;
  const work = async () => {
    const number = ++begun;
    await new Promise(setImmediate);
    if (number === 2) throw new Error('lost');
    return number;
  };
  const ask = (key = 'a') => shared.run(key, work);
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1]);
  const failed = await Promise.allSettled([ask(), ask()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await Promise.all([ask('a'), ask('b')]), [3, 4]);
});

test('others go on whenever 5 milliseconds have passed, and not before', async () => {
  let now = 0;
  const turns: number[] = [];
  let done = 0;
  const items = [1, 1, 1, 1, 1, 120, 1, 1];
  const working = inTurns(
    items,
    (milliseconds) => {
      now += milliseconds;
      return ++done;
    },
    { elapsed: () => now },
  );
  const watch = () => {
    turns.push(done);
    if (done < items.length) setImmediate(watch);
  };
  watch();
  assert.deepEqual(await working, [1, 2, 3, 4, 5, 6, 7, 8]);
  // In its first turn the loop has done five, then the long one alone.
  assert.deepEqual([...new Set(turns)].slice(0, 2), [5, 6]);
});
