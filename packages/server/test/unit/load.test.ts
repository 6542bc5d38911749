import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { type Load, type Sheddable, watchLoad } from '../../src/limits/load.ts';

function start(t: TestContext, env: Record<string, string>) {
  const load = watchLoad(readConfig(env), pino({ level: 'silent' }));
  t.after(() => load.stop());
  return load;
}

const ADDRESS = '203.0.113.1';

/** Whether a poll or read of a player is refused, and for how many seconds. */
function refuses(load: Load, what: Sheddable | undefined, player = 'ply_a', address = ADDRESS) {
  return load.refuses(what, address, () => player);
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
    assert.equal(refuses(load, 'poll'), undefined);
    work(150);
    assert.equal(refuses(load, 'poll'), undefined);
  });

  test('longer refuses polls from then on, until the next turn', async (t) => {
    const load = start(t, { SHED_AFTER_MILLISECONDS: '100' });
    assert.equal(refuses(load, 'poll'), undefined);
    work(101);
    const wait = refuses(load, 'poll');
    assert.ok(wait !== undefined && Number.isInteger(wait) && wait >= 10 && wait <= 900, String(wait));
    await nextTurn();
    await nextTurn();
    assert.equal(refuses(load, 'poll'), undefined);
  });

  test('twice as long refuses other reads too, and never anything else', (t) => {
    const load = start(t, { SHED_AFTER_MILLISECONDS: '400' });
    // Any request shows when a turn began.
    assert.equal(refuses(load, undefined), undefined);
    work(410);
    assert.equal(refuses(load, 'read'), undefined);
    work(400);
    const wait = refuses(load, 'read');
    assert.ok(wait !== undefined && Number.isInteger(wait) && wait >= 4 && wait <= 6, String(wait));
    work(500);
    assert.equal(refuses(load, undefined), undefined);
  });
});

test('as many reads in flight as allowed refuse polls, twice as many refuse reads, until they have settled', async (t) => {
  const load = start(t, { SHED_IN_FLIGHT: '2', SHED_AFTER_MILLISECONDS: '60000' });
  // Each from an address of its own: what one address has in flight is another test.
  let busy = 0;
  const began = (times: number, what: 'poll' | 'read' | undefined) => {
    for (let time = 0; time < times; time++) load.began(what, `198.51.100.${busy++}`);
  };
  const refused = (what: 'poll' | 'read') => refuses(load, what) !== undefined;

  began(1, 'read');
  assert.equal(refused('poll'), false);
  began(1, 'poll');
  assert.deepEqual([refused('poll'), refused('read')], [true, false]);
  began(2, 'read');
  assert.deepEqual([refused('poll'), refused('read')], [true, true]);
  assert.equal(refuses(load, undefined), undefined);
  for (let time = 0; time < 3; time++) load.ended('read', `198.51.100.${time}`);
  assert.deepEqual([refused('poll'), refused('read')], [false, false]);
  // What is never refused does not count.
  began(10, undefined);
  assert.deepEqual([refused('poll'), refused('read')], [false, false]);
  began(1, 'read');
  load.ended(undefined, ADDRESS);
  assert.equal(refused('poll'), true);
});

test('an address with half of the reads in flight has its own polls and reads refused, and nobody else', (t) => {
  const load = start(t, { SHED_IN_FLIGHT: '4', SHED_AFTER_MILLISECONDS: '60000' });
  const [busy, other] = ['198.51.100.1', '198.51.100.2'];
  const refused = (what: Sheddable, address: string) => refuses(load, what, 'ply_a', address) !== undefined;
  load.began('read', busy);
  assert.equal(refused('poll', busy), false);
  load.began('poll', busy);
  assert.deepEqual([refused('poll', busy), refused('read', busy)], [true, true]);
  assert.deepEqual([refused('poll', other), refused('read', other)], [false, false]);
  load.ended('read', busy);
  assert.deepEqual([refused('poll', busy), refused('read', busy)], [false, false]);
});

test('polls beyond POLL_TARGET_PER_SECOND are refused, after five seconds of it at once; other requests are not', (t) => {
  const load = start(t, { POLL_TARGET_PER_SECOND: '2', SHED_AFTER_MILLISECONDS: '60000' });
  const admitted = Array.from({ length: 100 }, (_none, index) => {
    const wait = refuses(load, 'poll', `ply_${index}`);
    if (wait === undefined) load.nextPoll(`ply_${index}`, 300, undefined);
    return wait;
  }).filter((wait) => wait === undefined).length;
  assert.ok(admitted >= 11 && admitted < 30, String(admitted));
  assert.equal(refuses(load, 'read'), undefined);
  assert.equal(refuses(load, undefined), undefined);
});

suite('a review', () => {
  /** Players who are answered so many a second, for a minute, on a clock that the test turns. */
  const PER_SECOND = 10;

  /** A load that refuses polls as soon as one request is in flight; `pass` turns its clock. */
  function watched(t: TestContext) {
    t.mock.timers.enable({ apis: ['setInterval'] });
    let now = 0;
    const load = watchLoad(
      readConfig({ SHED_IN_FLIGHT: '1', POLL_TARGET_PER_SECOND: '1000' }),
      pino({ level: 'silent' }),
      () => now,
    );
    t.after(() => load.stop());
    return {
      load,
      pass(milliseconds: number) {
        now += milliseconds;
        t.mock.timers.tick(milliseconds);
      },
    };
  }

  function pollsAnswered(load: Load, prefix: string, count: number, wait: number): void {
    for (let player = 0; player < count; player++) {
      load.arrived();
      load.nextPoll(`ply_${prefix}-${player}`, wait, undefined);
    }
  }

  function pollsRefused(load: Load, prefix: string, count: number): void {
    for (let player = 0; player < count; player++) {
      load.arrived();
      assert.notEqual(refuses(load, 'poll', `ply_late-${prefix}-${player}`), undefined);
    }
  }

  function busyMinute(t: TestContext, othersPerSecond: number): number {
    const { load, pass } = watched(t);
    for (let second = 0; second < 60; second++) {
      pollsAnswered(load, String(second), PER_SECOND, 15);
      for (let other = 0; other < othersPerSecond; other++) load.arrived();
      // As many players come too late: something else is in flight.
      load.began('read', ADDRESS);
      pollsRefused(load, String(second), PER_SECOND);
      load.ended('read', ADDRESS);
      pass(1000);
    }
    return load.stretch();
  }

  test('lowers the rate that is aimed at where players come too late', (t) => {
    assert.ok(busyMinute(t, 0) > 2);
  });

  test('does not where most requests are not polls of players: the others are the load', (t) => {
    assert.equal(busyMinute(t, 100), 1);
  });

  test('does not for one late review: that can be a pause of the machine', (t) => {
    const { load } = watched(t);
    pollsAnswered(load, 'first', PER_SECOND, 1);
    load.began('read', ADDRESS);
    pollsRefused(load, 'first', 100);
    t.mock.timers.tick(5000);
    assert.equal(load.stretch(), 1);
    pollsRefused(load, 'second', 100);
    load.nextPoll('ply_last', 1, undefined);
    t.mock.timers.tick(5000);
    assert.ok(load.stretch() > 1);
  });

  test('does not for polls of strangers, however many come too late', (t) => {
    const { load, pass } = watched(t);
    for (let second = 0; second < 60; second++) {
      pollsAnswered(load, String(second), PER_SECOND, 15);
      load.began('read', ADDRESS);
      for (let stranger = 0; stranger < PER_SECOND; stranger++) {
        load.arrived();
        const wait = load.refuses('poll', ADDRESS, () => undefined);
        assert.ok(wait !== undefined && wait >= 10);
      }
      load.ended('read', ADDRESS);
      pass(1000);
    }
    assert.equal(load.stretch(), 1);
  });
});

test('while little room is left, players who are not due leave it to those who are', (t) => {
  const load = start(t, { POLL_TARGET_PER_SECOND: '2', SHED_AFTER_MILLISECONDS: '60000' });
  const admitted = (player: string) => refuses(load, 'poll', player) === undefined;
  // A burst is 11 polls. With plenty of room nobody asks who is early.
  for (let i = 0; i < 6; i++) {
    assert.equal(admitted('ply_eager'), true);
    load.nextPoll('ply_eager', 300, undefined);
  }
  for (let i = 0; i < 100; i++) assert.equal(admitted('ply_eager'), false);
  assert.equal(admitted('ply_due'), true);
});
