import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { watchLoad } from '../src/load.ts';

function start(t: TestContext, env: Record<string, string>) {
  const load = watchLoad(readConfig(env), pino({ level: 'silent' }));
  t.after(() => load.stop());
  return load;
}

/** Keeps this turn of the event loop busy for so long. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

suite('a turn of the event loop that lasts', () => {
  test('less than the limit refuses nothing', async (t) => {
    const load = start(t, { SHED_AFTER_MILLISECONDS: '60000' });
    await nextTurn();
    assert.equal(load.refuses('poll'), undefined);
    work(150);
    assert.equal(load.refuses('poll'), undefined);
  });

  test('longer refuses polls from then on, until the next turn', async (t) => {
    const load = start(t, { SHED_AFTER_MILLISECONDS: '100' });
    assert.equal(load.refuses('poll'), undefined);
    work(101);
    const wait = load.refuses('poll');
    assert.ok(wait !== undefined && Number.isInteger(wait) && wait >= 10 && wait <= 900, String(wait));
    await nextTurn();
    await nextTurn();
    assert.equal(load.refuses('poll'), undefined);
  });

  test('twice as long refuses other reads too, and never anything else', (t) => {
    const load = start(t, { SHED_AFTER_MILLISECONDS: '400' });
    // Any request shows when a turn began.
    assert.equal(load.refuses(undefined), undefined);
    work(410);
    assert.equal(load.refuses('read'), undefined);
    work(400);
    const wait = load.refuses('read');
    assert.ok(wait !== undefined && Number.isInteger(wait) && wait >= 4 && wait <= 6, String(wait));
    work(500);
    assert.equal(load.refuses(undefined), undefined);
  });
});

test('as many reads in flight as allowed refuse polls, twice as many refuse reads, until they have settled', async (t) => {
  const load = start(t, { SHED_IN_FLIGHT: '2', SHED_AFTER_MILLISECONDS: '60000' });
  const ends: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const work = () =>
    load.during(() => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      ends.push({ resolve, reject });
      return promise;
    });
  const refused = (what: 'poll' | 'read') => load.refuses(what) !== undefined;

  const works = [work()];
  assert.equal(refused('poll'), false);
  works.push(work());
  assert.deepEqual([refused('poll'), refused('read')], [true, false]);
  works.push(work(), work());
  assert.deepEqual([refused('poll'), refused('read')], [true, true]);
  assert.equal(load.refuses(undefined), undefined);

  ends.forEach(({ resolve, reject }, index) => {
    if (index % 2 === 0) resolve('done');
    else reject(new Error('failed'));
  });
  assert.deepEqual(
    (await Promise.allSettled(works)).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
  );
  assert.deepEqual([refused('poll'), refused('read')], [false, false]);
  await assert.rejects(
    load.during(() => {
      throw new Error('at once');
    }),
    /at once/,
  );
  await assert.rejects(
    load.during(() => Promise.reject(new Error('later'))),
    /later/,
  );
  assert.equal(refused('poll'), false);
});

test('polls beyond POLL_TARGET_PER_SECOND are refused, after five seconds of it at once; other requests are not', (t) => {
  const load = start(t, { POLL_TARGET_PER_SECOND: '2', SHED_AFTER_MILLISECONDS: '60000' });
  const admitted = Array.from({ length: 100 }, () => load.refuses('poll')).filter((wait) => wait === undefined).length;
  assert.ok(admitted >= 11 && admitted < 30, String(admitted));
  assert.equal(load.refuses('read'), undefined);
  assert.equal(load.refuses(undefined), undefined);
});
