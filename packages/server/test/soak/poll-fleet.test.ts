import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { PollScheduler, steadyDelay, stretchedDelay, withJitter } from '../../src/domain/poll-pacing.ts';
import { randomNumbers } from '../helpers/random-numbers.ts';

/**
 * Clients and four nodes behind a load balancer. TEST_CLIENTS: how many; a million takes minutes.
 */

const PACING = { active: 15, open: 60, idle: 300, max: 900 };
const CLIENTS = Number(process.env.TEST_CLIENTS ?? 500_000);
const NODES = 4;
/** Of all nodes: 0.6 of the clients' polls per second with a delay of 300 seconds. */
const TARGET = CLIENTS / 500;
const MINUTE = 60;
const REVIEW_SECONDS = 5;
/** In seconds: more than any delay. */
const RING_SIZE = 2048;

interface Scenario {
  readonly minutes: number;
  readonly target?: number;
  /** Polls per second. A node refuses more. */
  readonly canAnswer?: number;
  readonly base?: (client: number) => number;
  /** The minute in which a node restarts and loses its state. */
  readonly restart?: number;
  /** The minute in which 70 % of the clients leave. */
  readonly leave?: number;
}

interface Minute {
  /** Polls per second: all, answered, and answered with 304. */
  readonly received: number;
  readonly answered: number;
  readonly unchanged: number;
  /** Of all nodes, at the end of the minute. */
  readonly stretches: readonly number[];
}

/**
 * Simulates the minutes after an outage. All clients poll in the first five seconds, with ETags
 * from before.
 */
function simulate(scenario: Scenario): Minute[] {
  const { minutes, target = TARGET / NODES, canAnswer = TARGET * 0.4, base = () => 300, restart, leave } = scenario;
  const random = randomNumbers(1);
  const ids = Array.from({ length: CLIENTS }, (_none, client) => `ply_${client}`);
  const bases = Uint16Array.from({ length: CLIENTS }, (_none, client) => base(client));
  /** Each client's last delay: without jitter in its ETag, with jitter in `delays`. */
  const tags = Uint16Array.from(bases);
  const delays = Uint16Array.from(bases);
  /** By the second of their next poll, as linked lists. */
  const first = new Int32Array(RING_SIZE).fill(-1);
  const next = new Int32Array(CLIENTS);
  const schedulePoll = (client: number, second: number) => {
    next[client] = first[second % RING_SIZE] ?? -1;
    first[second % RING_SIZE] = client;
  };
  for (let client = 0; client < CLIENTS; client++) schedulePoll(client, Math.floor(random() * 5));

  const newNode = (now: number) => ({
    scheduler: new PollScheduler(PACING, target, now),
    thisSecond: 0,
    refused: 0,
    polls: 0,
  });
  const nodes = Array.from({ length: NODES }, () => newNode(0));

  /** Returns the seconds until the client's next poll. */
  function poll(client: number, now: number, count: { answered: number; unchanged: number }): number {
    const node = nodes[Math.floor(random() * NODES)] ?? newNode(now);
    const { scheduler } = node;
    node.polls++;
    if (node.thisSecond >= canAnswer) {
      node.refused++;
      return scheduler.refuse(now, ids[client], random);
    }
    if (scheduler.room(now) === 'none') return scheduler.refuse(now, ids[client], random);
    node.thisSecond++;
    count.answered++;
    const base = bases[client] ?? 0;
    const last = tags[client] ?? 0;
    const stretched = stretchedDelay(PACING, base, scheduler.stretch);
    const delay = steadyDelay(PACING, { base, stretched, last, isStarting: scheduler.isStarting(now) });
    const seconds = withJitter(delay, random);
    scheduler.answered(now, ids[client] ?? '', { base, delay: seconds });
    if (delay === last) {
      count.unchanged++;
      return delays[client] ?? 0;
    }
    tags[client] = delay;
    delays[client] = seconds;
    return seconds;
  }

  const result: Minute[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    let received = 0;
    const count = { answered: 0, unchanged: 0 };
    if (minute === restart) nodes[0] = newNode(minute * MINUTE);
    for (let second = minute * MINUTE; second < (minute + 1) * MINUTE; second++) {
      let client = first[second % RING_SIZE] ?? -1;
      first[second % RING_SIZE] = -1;
      while (client >= 0) {
        const following = next[client] ?? -1;
        if (leave === undefined || minute < leave || client % 10 >= 7) {
          received++;
          schedulePoll(client, second + poll(client, second, count));
        }
        client = following;
      }
      for (const node of nodes) {
        node.thisSecond = 0;
        if ((second + 1) % REVIEW_SECONDS !== 0) continue;
        node.scheduler.review(second + 1, node.refused > node.polls * 0.01);
        node.refused = 0;
        node.polls = 0;
      }
    }
    const stretches = nodes.map(({ scheduler }) => scheduler.stretch);
    result.push({
      received: received / MINUTE,
      answered: count.answered / MINUTE,
      unchanged: count.unchanged / MINUTE,
      stretches,
    });
  }
  return result;
}

const percent = (polls: number, rate: number) => `${Math.round((polls / rate - 1) * 1000) / 10} %`;

/** Asserts that received and answered polls are within 10 % of the rate in each minute. */
function assertSteady(t: TestContext, minutes: readonly Minute[], from: number, to: number, rate: number): void {
  assert.ok(minutes.length >= to);
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  minutes.slice(from, to).forEach(({ received, answered }, index) => {
    for (const polls of [received, answered]) {
      assert.ok(Math.abs(polls / rate - 1) <= 0.1, `minute ${from + index}: ${polls} polls per second`);
      min = Math.min(min, polls);
      max = Math.max(max, polls);
    }
  });
  t.diagnostic(`minutes ${from} to ${to}: ${percent(min, rate)} to ${percent(max, rate)}`);
}

suite('after an outage, polls settle within 10 % of the target and stay there', () => {
  test('with idle clients, whose ETags do not change then', (t) => {
    const minutes = simulate({ minutes: 150 });
    const [firstMinute] = minutes;
    assert.ok((firstMinute?.received ?? 0) > CLIENTS / 60, 'all clients poll at once');
    for (const { answered } of minutes) assert.ok(answered <= TARGET * 1.2, 'the answered polls stay near the target');
    assertSteady(t, minutes, 20, 150, TARGET);
    // The waves become smaller.
    const swing = (from: number, to: number) => {
      const rates = minutes.slice(from, to).map(({ received }) => received);
      return (Math.max(...rates) - Math.min(...rates)) / TARGET;
    };
    assert.ok(swing(60, 90) < swing(20, 50) / 2 && swing(120, 150) < 0.05, `${swing(60, 90)} ${swing(120, 150)}`);
    for (const { answered, unchanged } of minutes.slice(30)) assert.ok(unchanged > answered * 0.98);
  });

  test('with mixed clients: 2 % in a conversation with the team, 10 % with an open ticket', (t) => {
    const base = (client: number) => (client % 50 === 0 ? 15 : client % 10 === 1 ? 60 : 300);
    assertSteady(t, simulate({ minutes: 90, base }), 30, 90, TARGET);
  });

  test('if the nodes can answer fewer polls than their target', (t) => {
    const minutes = simulate({ minutes: 100, target: TARGET * 2.5, canAnswer: TARGET / NODES });
    for (const { answered } of minutes) assert.ok(answered <= TARGET);
    // Nodes increase their capacity in steps of 5 %.
    assertSteady(t, minutes, 40, 100, TARGET * 0.975);
  });
});

test('the restart of a node does not change the rate', (t) => {
  const minutes = simulate({ minutes: 110, restart: 40 });
  assertSteady(t, minutes, 30, 110, TARGET);
  const [restarted = 0, ...others] = minutes.at(-1)?.stretches ?? [];
  assert.equal(others.length, NODES - 1);
  for (const other of others) assert.ok(Math.abs(restarted / other - 1) < 0.05, `${restarted} and ${other}`);
});

test('after clients left, the delay is back to normal when all others have polled', (t) => {
  const minutes = simulate({ minutes: 120, leave: 40 });
  assert.ok(minutes[39]?.stretches.every((stretch) => stretch > 1.6));
  for (const { stretches } of minutes.slice(50)) for (const stretch of stretches) assert.equal(stretch, 1);
  const last = minutes.slice(90);
  const rate = last.reduce((sum, { received }) => sum + received, 0) / last.length;
  assert.ok(Math.abs(rate / (0.3 * (CLIENTS / 300)) - 1) < 0.03, `${rate}`);
  t.diagnostic(`${Math.round(rate)} polls per second remain`);
});
