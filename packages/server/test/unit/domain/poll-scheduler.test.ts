import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PollScheduler } from '../../../src/domain/poll-pacing.ts';
import { fc } from '../../helpers/property.ts';

const PACING = { active: 15, open: 60, idle: 300, max: 900 };

let count = 0;
/** Names a client that has not polled yet. */
const newClient = () => `ply_${++count}`;

/** Makes a scheduler that answered one poll of each client in its first second. */
function schedulerOf(clients: number, target: number, base = 300, delay = base): PollScheduler {
  const scheduler = new PollScheduler(PACING, target, 0);
  for (let i = 0; i < clients; i++) scheduler.answered(0, newClient(), { base, delay });
  return scheduler;
}

suite('demand', () => {
  test('is the polls per second of all clients at their base delays', () => {
    const scheduler = schedulerOf(600, 100);
    for (let i = 0; i < 30; i++) scheduler.answered(0, newClient(), { base: 15, delay: 20 });
    assert.ok(Math.abs(scheduler.demand - (600 / 300 + 30 / 15)) < 1e-9);
  });

  test('includes refused clients', () => {
    const scheduler = schedulerOf(300, 100);
    for (let i = 0; i < 600; i++) scheduler.refuse(0, newClient());
    assert.ok(Math.abs(scheduler.demand - 3) < 1e-9);
  });

  test('counts a client once until it is due, even if it polls more often', () => {
    const scheduler = new PollScheduler(PACING, 100, 0);
    for (let second = 0; second < 100; second++) {
      for (let i = 0; i < 20; i++) scheduler.answered(second, 'ply_eager', { base: 300, delay: 300 });
      scheduler.refuse(second, 'ply_eager');
    }
    assert.ok(Math.abs(scheduler.demand - 1 / 300) < 1e-9, String(scheduler.demand));
    assert.equal(scheduler.isEarly(299, 'ply_eager'), true);
    assert.equal(scheduler.isEarly(300, 'ply_eager'), false);
    scheduler.answered(300, 'ply_eager', { base: 60, delay: 60 });
    assert.ok(Math.abs(scheduler.demand - 1 / 60) < 1e-9);
  });

  test('does not include refused requests of unknown clients', () => {
    const scheduler = schedulerOf(300, 100);
    for (let i = 0; i < 600; i++) assert.ok(scheduler.refuse(0, undefined) >= 10);
    assert.ok(Math.abs(scheduler.demand - 1) < 1e-9);
  });

  test('no longer includes clients that do not poll when they are due', () => {
    const scheduler = schedulerOf(300, 100, 300, 320);
    scheduler.answered(0, newClient(), { base: 300, delay: 330 });
    scheduler.review(319.9, false);
    assert.ok(Math.abs(scheduler.demand - 301 / 300) < 1e-9);
    scheduler.review(320, false);
    assert.ok(Math.abs(scheduler.demand - 1 / 300) < 1e-9);
    scheduler.review(330, false);
    assert.equal(scheduler.demand, 0);
  });

  test('is 0 after a pause longer than any delay', () => {
    const poll = fc.tuple(fc.constantFrom(15, 60, 300), fc.integer({ min: 1, max: 2000 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(poll), fc.integer({ min: 1081, max: 10_000 }), (clients, pause) => {
        const scheduler = new PollScheduler(PACING, 10, 5);
        for (const [base, delay, refused] of clients) {
          if (refused) scheduler.refuse(5, newClient());
          else scheduler.answered(5, newClient(), { base, delay });
        }
        scheduler.review(5 + pause, false);
        assert.deepEqual([scheduler.demand, scheduler.stretch], [0, 1]);
      }),
    );
  });
});

suite('stretch', () => {
  const stretchOf = (clients: number, target: number) => {
    const scheduler = schedulerOf(clients, target);
    scheduler.review(1, false);
    return scheduler.stretch;
  };

  test('reduces the demand to the target', () => {
    assert.ok(Math.abs(stretchOf(60_000, 100) - 2) < 1e-9);
    assert.ok(Math.abs(stretchOf(30_300, 100) - 1.01) < 1e-9);
  });

  test('is 1 to 64, and 1 without a target', () => {
    assert.equal(stretchOf(30_000, 100), 1);
    assert.equal(stretchOf(10, 100), 1);
    assert.equal(stretchOf(60_000, 1), 64);
    assert.equal(stretchOf(60_000, 0), 1);
  });
});

suite('capacity', () => {
  /** Answers so many polls in each second, then reviews. */
  function answerPolls(
    scheduler: PollScheduler,
    from: number,
    seconds: number,
    polls: number,
    overloaded: boolean,
  ): void {
    for (let second = from; second < from + seconds; second++) {
      for (let i = 0; i < polls; i++) scheduler.answered(second, newClient(), { base: 300, delay: 600 });
    }
    scheduler.review(from + seconds, overloaded);
  }

  for (const target of [0, 5000]) {
    test(`is 95 % of the answered polls after an overload, with POLL_TARGET_PER_SECOND=${target}`, () => {
      const scheduler = new PollScheduler(PACING, target, 0);
      answerPolls(scheduler, 0, 5, 1000, true);
      assert.ok(Math.abs(scheduler.capacity - 950) < 1e-9);
      answerPolls(scheduler, 5, 5, 1000, true);
      assert.ok(scheduler.capacity >= 950);
    });
  }

  test('depends on the best second, so that a pause does not matter', () => {
    const scheduler = new PollScheduler(PACING, 5000, 0);
    for (let i = 0; i < 1000; i++) scheduler.answered(0, newClient(), { base: 300, delay: 600 });
    answerPolls(scheduler, 1, 4, 10, true);
    assert.ok(Math.abs(scheduler.capacity - 950) < 1e-9);
  });

  test('does not change if every poll was refused', () => {
    const scheduler = new PollScheduler(PACING, 5000, 0);
    for (let i = 0; i < 1000; i++) scheduler.refuse(1, newClient());
    for (let review = 1; review < 100; review++) scheduler.review(5 * review, true);
    assert.equal(scheduler.capacity, 5000);
  });

  test('does not change if the target was reached in spite of the overload', () => {
    const scheduler = new PollScheduler(PACING, 900, 0);
    answerPolls(scheduler, 0, 5, 1000, true);
    assert.equal(scheduler.capacity, 900);
  });

  test('grows back by 5 % per POLL_MAX_SECONDS, or immediately when the demand is lower', () => {
    const scheduler = new PollScheduler(PACING, 5000, 0);
    for (let i = 0; i < 600_000; i++) scheduler.answered(0, newClient(), { base: 300, delay: 1080 });
    scheduler.review(1, false);
    answerPolls(scheduler, 1, 4, 1000, true);
    const { capacity } = scheduler;
    assert.ok(Math.abs(capacity - 950) < 1e-9);
    scheduler.review(905, false);
    assert.ok(Math.abs(scheduler.capacity / capacity - 1.05) < 1e-9);
    scheduler.review(1100, false);
    assert.equal(scheduler.capacity, 5000);
  });
});

suite('admits', () => {
  const admitted = (scheduler: PollScheduler, now: number, polls: number) =>
    Array.from({ length: polls }, () => {
      const admits = scheduler.room(now) !== 'none';
      if (admits) scheduler.answered(now, newClient(), { base: 300, delay: 300 });
      return admits;
    }).filter(Boolean).length;

  test('a burst of the polls of five seconds, then 10 % over the target, after any pause', () => {
    const scheduler = new PollScheduler(PACING, 100, 0);
    assert.equal(admitted(scheduler, 0, 1000), 550);
    assert.equal(admitted(scheduler, 1, 1000), 110);
    assert.equal(admitted(scheduler, 1000, 1000), 550);
  });

  test('a look at the capacity does not use it up', () => {
    const scheduler = new PollScheduler(PACING, 1, 0);
    for (let i = 0; i < 1000; i++) assert.equal(scheduler.room(0), 'plenty');
  });

  test('everything without a target', () => {
    assert.equal(admitted(new PollScheduler(PACING, 0, 0), 0, 10_000), 10_000);
  });
});

suite('refuse', () => {
  test('spreads clients evenly from ten seconds to the delay of an idle client', () => {
    const scheduler = schedulerOf(6000, 10);
    scheduler.review(1, false);
    const counts = new Map<number, number>();
    for (let i = 0; i < 60_000; i++) {
      const seconds = scheduler.refuse(1, newClient());
      counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
    }
    const all = [...counts.keys()];
    assert.ok(Math.min(...all) >= 10 && Math.max(...all) <= 900 && all.every(Number.isInteger));
    assert.ok(counts.size > 850, `${counts.size} different seconds`);
    // With one random choice instead of two, the fullest second would be near 100.
    assert.ok(Math.max(...counts.values()) < 85, `${Math.max(...counts.values())} in one second`);
  });

  test('never beyond POLL_MAX_SECONDS, even if the idle delay is longer', () => {
    const scheduler = new PollScheduler({ ...PACING, idle: 4000 }, 1, 0);
    for (let i = 0; i < 1000; i++) assert.ok(scheduler.refuse(0, newClient()) <= 900);
  });

  test('works with delays of one second', () => {
    const scheduler = new PollScheduler({ active: 1, open: 1, idle: 1, max: 1 }, 1, 0);
    for (let i = 0; i < 100; i++) assert.ok(scheduler.refuse(i, newClient()) >= 1);
  });
});

test('a scheduler is starting until every client has polled once', () => {
  const scheduler = new PollScheduler(PACING, 100, 50);
  assert.equal(scheduler.isStarting(50 + 1080), true);
  assert.equal(scheduler.isStarting(50 + 1081), false);
});
