import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS, type LimitName } from '../../src/config/limits.ts';
import { AppError } from '../../src/errors.ts';
import { createRateLimits, type RateLimits, type SharedCount } from '../../src/limits/rate-limiter.ts';
import { START } from '../helpers/harness.ts';
import { fc } from '../helpers/property.ts';

/** Processes that share their counts, with a simulated clock and delays of messages. */

const WINDOW = LIMITS.reply.window;
/** How often they send their counts, and the longest time until all others know a count. */
const SHARE_MS = 100;
const MAX_DELAY = 250;

function processes(count: number, quota: number): RateLimits[] {
  const names = Object.keys(LIMITS) as LimitName[];
  const quotas = Object.fromEntries(names.map((name) => [name, quota])) as Record<LimitName, number>;
  return Array.from({ length: count }, () => createRateLimits(quotas, true, true));
}

function isAllowed(limits: RateLimits, now: number, key = 'a'): boolean {
  try {
    limits.consume('reply', key, now);
    return true;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'rate-limited');
    return false;
  }
}

/** Passes all counts on at once. */
function exchange(all: readonly RateLimits[], now: number): void {
  for (const from of all) {
    const counts = from.takeCounts();
    for (const to of all) if (to !== from) to.addCounts(counts, now);
  }
}

/** Processes that send their counts to each other every SHARE_MS. */
class Network {
  now = START;
  readonly #all: readonly RateLimits[];
  #sentAt = START;
  #onTheWay: { readonly at: number; readonly to: RateLimits; readonly counts: readonly SharedCount[] }[] = [];

  constructor(count: number, quota: number) {
    this.#all = processes(count, quota);
  }

  at(index: number): RateLimits {
    return this.#all[index % this.#all.length] ?? assert.fail();
  }

  /** Time passes. Counts that are sent in it arrive after `delay`. */
  pass(milliseconds: number, delay: number): void {
    for (const end = this.now + milliseconds; this.now < end; ) {
      this.now++;
      const arrived = this.#onTheWay.filter(({ at }) => at <= this.now);
      if (arrived.length > 0) this.#onTheWay = this.#onTheWay.filter(({ at }) => at > this.now);
      for (const { to, counts } of arrived) to.addCounts(counts, this.now);
      if (this.now < this.#sentAt + SHARE_MS) continue;
      this.#sentAt = this.now;
      for (const from of this.#all) {
        const counts = from.takeCounts();
        if (counts.length === 0) continue;
        for (const to of this.#all) if (to !== from) this.#onTheWay.push({ at: this.now + delay, to, counts });
      }
    }
  }
}

suite('processes that share their counts', () => {
  test('a caller on all of them gets its quota, and a new one when the window has ended', () => {
    const all = processes(3, 30);
    for (const start of [START, START + WINDOW, START + 3 * WINDOW]) {
      let allowed = 0;
      for (let request = 0; request < 100; request++) {
        const limits = all[request % all.length];
        assert.ok(limits !== undefined);
        if (isAllowed(limits, start + request)) allowed++;
        exchange(all, start + request);
      }
      assert.equal(allowed, 30);
    }
  });

  test('a request that is taken back counts on none of them', () => {
    const all = processes(2, 3);
    const [here, there] = all as [RateLimits, RateLimits];
    for (let request = 0; request < 9; request++) {
      here.consume('reply', 'a', START);
      exchange(all, START);
      here.refund('reply', 'a', START);
      exchange(all, START);
    }
    assert.deepEqual(
      Array.from({ length: 4 }, () => isAllowed(there, START)),
      [true, true, true, false],
    );
  });

  test('the limits of projects are shared too', () => {
    const all = processes(2, 1);
    const [here, there] = all as [RateLimits, RateLimits];
    here.consume('newPlayersPerProject', 'prj_a', START, 1);
    exchange(all, START);
    assert.throws(() => there.consume('newPlayersPerProject', 'prj_a', START, 1), AppError);
    here.refund('newPlayersPerProject', 'prj_a', START);
    exchange(all, START);
    there.consume('newPlayersPerProject', 'prj_a', START, 1);
  });

  test('few requests of each of many callers are not sent', () => {
    const [limits] = processes(1, 240);
    assert.ok(limits !== undefined);
    for (let caller = 0; caller < 1000; caller++) {
      for (let poll = 0; poll < 4; poll++) isAllowed(limits, START, `ply_${caller}`);
    }
    assert.deepEqual(limits.takeCounts(), []);
    isAllowed(limits, START, 'ply_1');
    assert.deepEqual(limits.takeCounts(), [['reply', 'ply_1', 5, START + WINDOW]]);
  });

  test('what waits to be sent is bounded', () => {
    const [limits] = processes(1, 1);
    assert.ok(limits !== undefined);
    for (let caller = 0; caller < 15_000; caller++) isAllowed(limits, START, `ply_${caller}`);
    assert.equal(limits.takeCounts().length, 10_000);
  });

  suite('agree on windows', () => {
    const count = (limits: RateLimits, requests: number, now: number) => {
      for (let request = 0; request < requests; request++) assert.ok(isAllowed(limits, now));
    };
    const two = () => processes(2, 2) as [RateLimits, RateLimits];

    test('that began a little earlier on one: they end with that one', () => {
      const all = two();
      const [here, there] = all;
      count(here, 1, START);
      count(there, 1, START + 50);
      exchange(all, START + 100);
      assert.ok(!isAllowed(here, START + WINDOW - 1) && !isAllowed(there, START + WINDOW - 1));
      count(there, 2, START + WINDOW);
    });

    test('that already ended on one: a count of the next window replaces its count', () => {
      const all = two();
      const [here, there] = all;
      count(here, 1, START);
      count(there, 2, START + 50);
      // The others never hear of these.
      for (const limits of all) limits.takeCounts();
      count(here, 2, START + WINDOW);
      exchange(all, START + WINDOW + 20);
      assert.ok(!isAllowed(there, START + WINDOW + 60));
    });

    test('that already began on one: a count of the earlier window is ignored', () => {
      const all = two();
      const [here, there] = all;
      count(there, 1, START + 50);
      count(here, 1, START);
      here.takeCounts();
      count(here, 2, START + WINDOW);
      here.addCounts(there.takeCounts(), START + WINDOW + 20);
      assert.ok(!isAllowed(here, START + WINDOW + 60));
    });

    test('of which one has ended long ago: it begins the one that the others know', () => {
      const all = two();
      const [here, there] = all;
      count(there, 2, START);
      there.takeCounts();
      count(here, 2, START + WINDOW / 3);
      there.addCounts(here.takeCounts(), START + WINDOW + 10);
      assert.ok(!isAllowed(there, START + WINDOW + 20));
    });
  });

  const runs = { numRuns: Number(process.env.TEST_ROUNDS ?? 300) };
  const step = (pause: fc.Arbitrary<number>) =>
    fc.record({
      pause,
      process: fc.nat(),
      delay: fc.integer({ min: 1, max: MAX_DELAY - SHARE_MS }),
      requests: fc.integer({ min: 1, max: 12 }),
    });
  /** Quotas are small, so that every count is sent. */
  const scenario = (pause: fc.Arbitrary<number>) =>
    fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 40 }), fc.array(step(pause), { maxLength: 60 }));

  test('within a window, a request is allowed only if the quota was not used up when the last counts were sent', () => {
    let refusals = 0;
    // Sixty pauses of 900 ms are shorter than a window.
    const property = fc.property(scenario(fc.integer({ min: 0, max: 900 })), ([count, quota, steps]) => {
      const network = new Network(count, quota);
      const allowed: number[] = [];
      for (const { pause, process, delay, requests } of steps) {
        network.pass(pause, delay);
        const { now } = network;
        const known = allowed.filter((at) => at < now - MAX_DELAY).length;
        for (let request = 0; request < requests; request++) {
          if (isAllowed(network.at(process), now)) {
            assert.ok(known < quota, `allowed after ${known} of ${quota}`);
            allowed.push(now);
          } else {
            assert.ok(allowed.length >= quota, `refused after ${allowed.length} of ${quota}`);
            refusals++;
          }
        }
      }
    });
    fc.assert(property, runs);
    assert.ok(refusals > runs.numRuns, String(refusals));
  });

  test('over many windows, they allow exactly what one process would, if every count arrives before the next request', () => {
    let refusals = 0;
    const pause = fc.oneof(fc.integer({ min: MAX_DELAY, max: 2000 }), fc.integer({ min: MAX_DELAY, max: 2 * WINDOW }));
    const property = fc.property(scenario(pause), ([count, quota, steps]) => {
      const network = new Network(count, quota);
      const [alone] = processes(1, quota);
      assert.ok(alone !== undefined);
      for (const { pause, process, delay, requests } of steps) {
        network.pass(pause, delay);
        for (let request = 0; request < requests; request++) {
          const expected = isAllowed(alone, network.now);
          if (!expected) refusals++;
          assert.equal(isAllowed(network.at(process), network.now), expected);
        }
      }
    });
    fc.assert(property, runs);
    assert.ok(refusals > runs.numRuns, String(refusals));
  });
});
