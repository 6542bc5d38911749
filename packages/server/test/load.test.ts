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
  const began = (times: number, what: 'poll' | 'read' | undefined) => {
    for (let time = 0; time < times; time++) load.began(what);
  };
  const refused = (what: 'poll' | 'read') => load.refuses(what) !== undefined;

  began(1, 'read');
  assert.equal(refused('poll'), false);
  began(1, 'poll');
  assert.deepEqual([refused('poll'), refused('read')], [true, false]);
  began(2, 'read');
  assert.deepEqual([refused('poll'), refused('read')], [true, true]);
  assert.equal(load.refuses(undefined), undefined);
  for (let time = 0; time < 3; time++) load.ended('read');
  assert.deepEqual([refused('poll'), refused('read')], [false, false]);
  // What is never refused does not count.
  began(10, undefined);
  assert.deepEqual([refused('poll'), refused('read')], [false, false]);
  began(1, 'read');
  load.ended(undefined);
  assert.equal(refused('poll'), true);
});

test('polls beyond POLL_TARGET_PER_SECOND are refused, after five seconds of it at once; other requests are not', (t) => {
  const load = start(t, { POLL_TARGET_PER_SECOND: '2', SHED_AFTER_MILLISECONDS: '60000' });
  const admitted = Array.from({ length: 100 }, () => load.refuses('poll')).filter((wait) => wait === undefined).length;
  assert.ok(admitted >= 11 && admitted < 30, String(admitted));
  assert.equal(load.refuses('read'), undefined);
  assert.equal(load.refuses(undefined), undefined);
});
