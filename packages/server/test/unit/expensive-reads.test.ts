import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CountedCaller } from '../../src/domain/counted-caller.ts';
import { AppError } from '../../src/errors.ts';
import { createExpensiveReads } from '../../src/limits/expensive-reads.ts';
import { countedKey, countedMember } from '../helpers/counted-callers.ts';

/** Sets up reads. Only they and waits advance the clock. */
function startReads(percent = 20) {
  const times = { now: 0, waited: 0, running: 0, mostRunning: 0 };
  const reads = createExpensiveReads({
    percent,
    elapsed: () => times.now,
    wait: async (milliseconds) => {
      times.now += milliseconds;
      times.waited += milliseconds;
    },
  });
  const read = (caller: string | CountedCaller, milliseconds: number) =>
    reads.run(typeof caller === 'string' ? countedMember(caller) : caller, async () => {
      times.running++;
      times.mostRunning = Math.max(times.mostRunning, times.running);
      times.now += milliseconds;
      await new Promise(setImmediate);
      times.running--;
    });
  return { times, reads, read };
}

const many = (count: number, read: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, read));

suite('expensive reads', () => {
  test('the first ones of a caller begin at once', async () => {
    const { times, read } = startReads();
    await many(10, () => read('a', 45));
    assert.equal(times.waited, 0);
  });

  test('a caller who goes on uses its share of the time', async () => {
    const { times, read } = startReads();
    await many(200, () => read('a', 30));
    // 6,000 milliseconds of reading, without the burst of 500 and the last read.
    assert.ok(times.now >= (6000 - 500 - 30) / 0.2 - 1, String(times.now));
    assert.equal(times.mostRunning, 1);
    const { waited } = times;
    await read('b', 30);
    assert.equal(times.waited, waited, 'another caller does not wait');
    times.now += 3000;
    await many(10, () => read('a', 45));
    assert.equal(times.waited, waited, 'after a pause it has its burst again');
  });

  test('all keys of a member share one budget, with what the member uses; the member never pays for its keys', async () => {
    const { times, read } = startReads();
    await read('a', 500);
    assert.equal(times.waited, 0);
    await read(countedKey('a'), 100);
    assert.equal(times.waited, 0, 'a key begins with no budget, not below it');
    times.now += 2500;
    const keys = Array.from({ length: 20 }, () => countedKey('a'));
    await Promise.all(keys.map((key) => read(key, 100)));
    assert.equal(times.mostRunning, 1);
    // 420 milliseconds pay for six reads.
    assert.equal(times.waited, 300 + 13 * 400);
    const { waited } = times;
    await read('a', 500);
    assert.equal(times.waited, waited);
  });

  test('an admin and everybody they invited use at most half of the time', async () => {
    const { times, read } = startReads();
    const invited = Array.from({ length: 50 }, (_, index) => countedMember(`member ${index}`, 'admin', 'a'));
    await Promise.all(invited.map((member) => read(member, 100)));
    // 5,000 milliseconds of reading, without the burst of 500 and the last two reads.
    assert.ok(times.now >= (5000 - 500 - 200) / 0.5, String(times.now));
    assert.equal(times.mostRunning, 2);
    const { waited } = times;
    await read('b', 100);
    assert.equal(times.waited, waited);
  });

  test('a caller is checked again after the wait, and not read for if its access has changed', async () => {
    const { times, reads, read } = startReads();
    await read('a', 1000);
    let waitedAtCheck = 0;
    const checkAgain = async () => {
      waitedAtCheck = times.waited;
      throw new AppError('forbidden');
    };
    const refused = reads.run({ ...countedMember('a'), checkAgain }, () => assert.fail('it was read'));
    await assert.rejects(refused, { code: 'forbidden' });
    assert.equal(waitedAtCheck, 500 / 0.2);
    await read('a', 1);
  });

  test('a caller whose reads cost 1.5 seconds waits 6 for each, and uses its share too', async () => {
    const { times, read } = startReads();
    for (let count = 0; count < 20; count++) await read('a', 1500);
    assert.equal(times.waited, 18 * 6000 + 5000);
  });

  test('after a very slow read a caller is refused, with the time after which it is not', async () => {
    const { times, read } = startReads();
    const retryAfter = () =>
      read('a', 1).then(
        () => undefined,
        (error: AppError) => error.headers['retry-after'],
      );
    await read('a', 20_000);
    // 20 seconds without the burst of half a second, at a fifth of the time.
    assert.equal(await retryAfter(), '98');
    times.now += 60_000;
    assert.equal(await retryAfter(), '38');
    await read('b', 1);
    times.now += 30_000;
    assert.equal(await retryAfter(), undefined);
    assert.ok(times.waited > 7000 && times.waited < 8000, String(times.waited));
    await read('c', 3_600_000);
    const refused = await read('c', 1).catch((error: AppError) => error);
    assert.equal(refused instanceof AppError && refused.code, 'rate-limited');
    assert.equal(refused instanceof AppError && refused.headers['retry-after'], '300', 'never longer');
  });

  test('four run at the same time', async () => {
    const { times, read } = startReads();
    await Promise.all(Array.from({ length: 10 }, (_none, index) => read(`caller ${index}`, 1)));
    assert.equal(times.mostRunning, 4);
  });

  test('one that fails counts too, and the next one runs', async () => {
    const { times, reads, read } = startReads();
    const failed = reads.run(countedMember('a'), async () => {
      times.now += 20_000;
      throw new Error('lost');
    });
    await assert.rejects(failed, /lost/);
    await assert.rejects(read('a', 1), { code: 'rate-limited' });
    times.now += 100_000;
    assert.equal(await reads.run(countedMember('a'), async () => 'next'), 'next');
  });

  test('100 percent is no limit', async () => {
    const { times, read } = startReads(100);
    await many(50, () => read('a', 100));
    assert.equal(times.waited, 0);
    assert.equal(times.mostRunning, 50);
  });
});
