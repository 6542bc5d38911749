import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { type Load, type Sheddable, watchLoad } from '../../src/limits/load.ts';
import { type ConfigChanges, withChanges } from '../helpers/config-changes.ts';

function start(t: TestContext, changes: ConfigChanges) {
  const load = watchLoad(withChanges(readConfig({}), changes), pino({ level: 'silent' }));
  t.after(() => load.stop());
  return load;
}

const ADDRESS = '203.0.113.1';

/** A player's poll or read. Returns the seconds. */
function refuses(load: Load, what: Sheddable | undefined, player = 'ply_a', address = ADDRESS) {
  return load.refuses(what, address, () => player);
}

suite('a round of reads', () => {
  /** Begins a load's round `age` milliseconds ago; the test changes `age`. */
  function startRound(t: TestContext, changes: ConfigChanges) {
    const round = { age: 0 };
    const load = watchLoad(withChanges(readConfig({}), changes), pino({ level: 'silent' }), () => round.age);
    t.after(() => load.stop());
    load.beginRound();
    return { load, round };
  }

  test('below the limit refuses nothing', (t) => {
    const { load, round } = startRound(t, { shedAfterMilliseconds: 100 });
    round.age = 99;
    assert.equal(refuses(load, 'poll'), undefined);
  });

  test('above the limit refuses polls until the next round', (t) => {
    const { load, round } = startRound(t, { shedAfterMilliseconds: 100 });
    round.age = 100;
    const wait = refuses(load, 'poll');
    assert.ok(wait !== undefined && Number.isInteger(wait) && wait >= 10 && wait <= 900, String(wait));
    load.beginRound();
    assert.equal(refuses(load, 'poll'), undefined);
  });

  test('above twice the limit refuses other reads too, but nothing else', (t) => {
    const { load, round } = startRound(t, { shedAfterMilliseconds: 400 });
    round.age = 799;
    assert.equal(refuses(load, 'read'), undefined);
    round.age = 800;
    const wait = refuses(load, 'read');
    assert.ok(wait !== undefined && Number.isInteger(wait) && wait >= 4 && wait <= 6, String(wait));
    assert.equal(refuses(load, undefined), undefined);
  });
});

test('polls are refused at the limit of reads in flight, and other reads at twice the limit, until some end', async (t) => {
  const load = start(t, { shedInFlight: 2, shedAfterMilliseconds: 60_000 });
  // From different addresses, because each has a limit too.
  let busy = 0;
  const began = (times: number) => {
    for (let time = 0; time < times; time++) load.began(`198.51.100.${busy++}`);
  };
  const refused = (what: 'poll' | 'read') => refuses(load, what) !== undefined;

  began(1);
  assert.equal(refused('poll'), false);
  began(1);
  assert.deepEqual([refused('poll'), refused('read')], [true, false]);
  began(2);
  assert.deepEqual([refused('poll'), refused('read')], [true, true]);
  assert.equal(refuses(load, undefined), undefined);
  for (let time = 0; time < 3; time++) load.ended();
  assert.deepEqual([refused('poll'), refused('read')], [false, false]);
  began(1);
  assert.equal(refused('poll'), true);
});

test('an address with half of the reads in flight is refused further ones; other addresses are not', (t) => {
  const load = start(t, { shedInFlight: 4, shedAfterMilliseconds: 60_000 });
  const [busy, other] = ['198.51.100.1', '198.51.100.2'];
  const refused = (what: Sheddable, address: string) => refuses(load, what, 'ply_a', address) !== undefined;
  load.began(busy);
  assert.equal(refused('poll', busy), false);
  load.began(busy);
  assert.deepEqual([refused('poll', busy), refused('read', busy)], [true, true]);
  assert.deepEqual([refused('poll', other), refused('read', other)], [false, false]);
  // A response that its client does not read counts only for its address.
  for (let time = 0; time < 2; time++) load.ended();
  assert.deepEqual([refused('poll', busy), refused('read', busy)], [true, true]);
  load.sent(busy);
  assert.deepEqual([refused('poll', busy), refused('read', busy)], [false, false]);
});

test('polls beyond POLL_TARGET_PER_SECOND are refused after a burst of the polls of five seconds; others are not', (t) => {
  const load = start(t, { pollTarget: 2, shedAfterMilliseconds: 60_000 });
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
  /** Answered ones. */
  const PER_SECOND = 10;

  /** Refuses polls while one request is in flight. `pass` advances its clock. */
  function loadWithClock(t: TestContext) {
    t.mock.timers.enable({ apis: ['setInterval'] });
    let now = 0;
    const load = watchLoad(
      withChanges(readConfig({}), { shedInFlight: 1, pollTarget: 1000 }),
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
      assert.notEqual(refuses(load, 'poll', `ply_refused-${prefix}-${player}`), undefined);
    }
  }

  function busyMinute(t: TestContext, othersPerSecond: number): number {
    const { load, pass } = loadWithClock(t);
    for (let second = 0; second < 60; second++) {
      pollsAnswered(load, String(second), PER_SECOND, 15);
      for (let other = 0; other < othersPerSecond; other++) load.arrived();
      // The other request in flight causes as many refusals.
      load.began(ADDRESS);
      pollsRefused(load, String(second), PER_SECOND);
      load.ended();
      load.sent(ADDRESS);
      pass(1000);
    }
    return load.stretch();
  }

  test('lowers the target rate while polls are refused', (t) => {
    assert.ok(busyMinute(t, 0) > 2);
  });

  test('does not lower it if most requests are not polls, because these are not the load', (t) => {
    assert.equal(busyMinute(t, 100), 1);
  });

  test('does not lower it after one late review, which can be a pause of the machine', (t) => {
    const { load } = loadWithClock(t);
    pollsAnswered(load, 'first', PER_SECOND, 1);
    load.began(ADDRESS);
    pollsRefused(load, 'first', 100);
    t.mock.timers.tick(5000);
    assert.equal(load.stretch(), 1);
    pollsRefused(load, 'second', 100);
    load.nextPoll('ply_last', 1, undefined);
    t.mock.timers.tick(5000);
    assert.ok(load.stretch() > 1);
  });

  test('does not lower it for refused polls of players who are not due', (t) => {
    const { load, pass } = loadWithClock(t);
    for (let second = 0; second < 60; second++) {
      const players = Array.from({ length: PER_SECOND }, (_none, player) => `ply_${second}-${player}`);
      for (const player of players) {
        load.arrived();
        // They keep another node's long delay.
        load.nextPoll(player, 15, 60);
      }
      load.began(ADDRESS);
      for (const player of players) {
        load.arrived();
        assert.notEqual(refuses(load, 'poll', player), undefined);
      }
      load.ended();
      load.sent(ADDRESS);
      pass(1000);
    }
    assert.equal(load.stretch(), 1);
  });

  test('does not lower it for refused polls without a valid token', (t) => {
    const { load, pass } = loadWithClock(t);
    for (let second = 0; second < 60; second++) {
      pollsAnswered(load, String(second), PER_SECOND, 15);
      load.began(ADDRESS);
      for (let index = 0; index < PER_SECOND; index++) {
        load.arrived();
        const wait = load.refuses('poll', ADDRESS, () => undefined);
        assert.ok(wait !== undefined && wait >= 10);
      }
      load.ended();
      load.sent(ADDRESS);
      pass(1000);
    }
    assert.equal(load.stretch(), 1);
  });
});

test('when the capacity is almost used up, only players who are due are admitted', (t) => {
  const load = start(t, { pollTarget: 2, shedAfterMilliseconds: 60_000 });
  const admitted = (player: string) => refuses(load, 'poll', player) === undefined;
  // A burst is 11 polls. Early polls are admitted while half is left.
  for (let i = 0; i < 6; i++) {
    assert.equal(admitted('ply_eager'), true);
    load.nextPoll('ply_eager', 300, undefined);
  }
  for (let i = 0; i < 100; i++) assert.equal(admitted('ply_eager'), false);
  assert.equal(admitted('ply_due'), true);
});

test('a server that has just started keeps the longer delay that a player got before', (t) => {
  let now = 0;
  const load = watchLoad(readConfig({}), pino({ level: 'silent' }), () => now);
  t.after(() => load.stop());
  assert.equal(load.nextPoll('ply_a', 300, 600).delay, 600);
  now = 3_600_000;
  assert.equal(load.nextPoll('ply_a', 300, 600).delay, 300);
});
