import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { backOff } from '../../../client/src/time.ts';
import { LIMITS, type LimitName } from '../../src/config/limits.ts';
import { newProject } from '../../src/domain/project.ts';
import { HOUR, MINUTE, SECOND } from '../../src/domain/time.ts';
import { AppError } from '../../src/errors.ts';
import { countNewPlayer, countTicket } from '../../src/limits/flood-limits.ts';
import { createRateLimits } from '../../src/limits/rate-limiter.ts';
import { START } from '../helpers/harness.ts';
import { randomNumbers } from '../helpers/random-numbers.ts';

/** A release day and a flood with the real rate limiter's defaults (bench/RESULTS.md). */

const PLAYERS = 5000;
const TICKETS_PERCENT = 5;
const ADDRESS = '192.0.2.1';

const project = newProject('Game', START);

function defaultLimits() {
  const quotas = Object.fromEntries(Object.entries(LIMITS).map(([name, { quota }]) => [name, quota]));
  const clock = { now: START };
  return { clock, ...createRateLimits(quotas as Record<LimitName, number>, { elapsed: () => clock.now }) };
}

type Limits = ReturnType<typeof defaultLimits>;

/** Returns the refusal's Retry-After in seconds; undefined if the request is allowed. */
function retryAfter(request: () => unknown): number | undefined {
  try {
    request();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'rate-limited');
    return Number(error.headers['retry-after']);
  }
}

const identify = (limits: Limits, now: number) =>
  retryAfter(() => {
    limits.clock.now = now;
    limits.consume('identifyAddress', ADDRESS);
    countNewPlayer(limits, { project, address: ADDRESS });
  });

const createTicket = (limits: Limits, createdAt: number, now: number) =>
  retryAfter(() => {
    limits.clock.now = now;
    countTicket(limits, { session: { created_at: createdAt }, project, address: ADDRESS, now });
  });

test('a request that is taken back counts neither for its address nor for its project', () => {
  const limits = defaultLimits();
  // More than each quota.
  for (let count = 0; count < 7000; count++) {
    countNewPlayer(limits, { project, address: ADDRESS })();
    countTicket(limits, { session: { created_at: START }, project, address: ADDRESS, now: START })();
  }
});

interface Attempt {
  readonly at: number;
  /** Of the first attempt. */
  readonly since: number;
  readonly failures: number;
  /** When a ticket's player was created. Undefined for identify. */
  readonly createdAt: number | undefined;
}

/** Attempts by time (a binary heap). */
class Timeline {
  readonly #heap: Attempt[] = [];

  add(attempt: Attempt): void {
    let index = this.#heap.push(attempt) - 1;
    for (let parent = (index - 1) >> 1; index > 0 && this.#at(parent) > attempt.at; parent = (index - 1) >> 1) {
      this.#swap(index, parent);
      index = parent;
    }
  }

  next(): Attempt | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first === undefined || last === undefined || this.#heap.length === 0) return first;
    this.#heap[0] = last;
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(child) >= last.at) return first;
      this.#swap(index, child);
      index = child;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a !== undefined && b !== undefined) [this.#heap[one], this.#heap[other]] = [b, a];
  }
}

/** Start after the release: mostly soon, 3 % after two hours. */
const startsAfter = (random: () => number) => -Math.log(1 - random()) * (random() < 0.6 ? 6 : 50) * MINUTE;

function releaseDay(t: TestContext) {
  const random = randomNumbers(20_260_101);
  // The SDK's back-off is random.
  t.mock.method(Math, 'random', random);
  const limits = defaultLimits();
  const timeline = new Timeline();
  for (let player = 0; player < PLAYERS; player++) {
    const at = START + startsAfter(random);
    timeline.add({ at, since: at, failures: 0, createdAt: undefined });
  }
  const starts = { busiestMinute: 0, withinTwoHours: 0 };
  const minutes = new Map<number, number>();
  const players = { done: 0, refused: 0, waits: [] as number[] };
  const tickets = { done: 0, refused: 0, waits: [] as number[] };
  for (let attempt = timeline.next(); attempt !== undefined; attempt = timeline.next()) {
    const { at, since, failures, createdAt } = attempt;
    const isStart = createdAt === undefined;
    if (isStart && failures === 0) {
      const minute = Math.floor((at - START) / MINUTE);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
      if (minute < 120) starts.withinTwoHours++;
    }
    const wait = isStart ? identify(limits, at) : createTicket(limits, createdAt, at);
    const stats = isStart ? players : tickets;
    if (wait !== undefined) {
      if (failures === 0) stats.refused++;
      timeline.add({ ...attempt, at: at + backOff(failures, wait), failures: failures + 1 });
      continue;
    }
    stats.done++;
    stats.waits.push((at - since) / SECOND);
    if (isStart && stats.done % (100 / TICKETS_PERCENT) === 0) {
      const later = at + random() * 20 * MINUTE;
      timeline.add({ at: later, since: later, failures: 0, createdAt: at });
    }
  }
  starts.busiestMinute = Math.max(...minutes.values());
  return { starts, players, tickets };
}

test('all 5,000 players behind one address on a release day can play and create tickets', (t) => {
  const { starts, players, tickets } = releaseDay(t);
  const longest = (waits: readonly number[]) => Math.ceil(Math.max(...waits));
  t.diagnostic(`starts: ${starts.busiestMinute} in the busiest minute, ${starts.withinTwoHours} within two hours`);
  const waitedLong = players.waits.filter((wait) => wait > 3 * 60).length;
  t.diagnostic(`players: ${players.done}, ${players.refused} waited, the longest ${longest(players.waits)} s`);
  t.diagnostic(`players who waited more than three minutes: ${waitedLong}`);
  t.diagnostic(`tickets: ${tickets.done}, ${tickets.refused} waited, the longest ${longest(tickets.waits)} s`);
  // The simulation must exceed the limit, with most players early.
  assert.ok(starts.busiestMinute > 300 && starts.withinTwoHours > 0.9 * PLAYERS);
  assert.ok(players.refused > 0 && tickets.refused > 0);
  assert.equal(players.done, PLAYERS);
  assert.equal(tickets.done, (PLAYERS * TICKETS_PERCENT) / 100);
  assert.ok(longest(players.waits) <= 10 * 60, 'no player waits more than ten minutes');
  assert.ok(longest(tickets.waits) <= 30 * 60, 'no ticket waits more than half an hour');
});

/** New players from one address, each with ten tickets. */
function flood(duration: number, perSecond: number): { players: number; tickets: number } {
  const limits = defaultLimits();
  const created = { players: 0, tickets: 0 };
  for (let now = START; now < START + duration; now += SECOND / perSecond) {
    if (identify(limits, now) !== undefined) continue;
    created.players++;
    for (let count = 0; count < 10; count++) if (createTicket(limits, now, now) === undefined) created.tickets++;
  }
  return created;
}

test('a flood from one address cannot create more players and tickets than the limits', (t) => {
  // Without limits one address created 76 players with ten tickets each per second.
  const short = flood(12 * SECOND, 76);
  const long = flood(HOUR, 10);
  t.diagnostic(`in 12 seconds: ${short.players} players, ${short.tickets} tickets`);
  t.diagnostic(`in an hour: ${long.players} players, ${long.tickets} tickets`);
  assert.deepEqual(short, { players: 300, tickets: 60 });
  assert.deepEqual(long, { players: 60 * 300, tickets: 6 * 60 });
});
