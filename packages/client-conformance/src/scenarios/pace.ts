import assert from 'node:assert/strict';
import type { Exchange } from '../fault-proxy.ts';
import type { ProxyResponse } from '../foreign-responses.ts';
import { firstOnes, isCreate, isPoll, isWrite, type Matcher, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

/** A driver's timers may be this early. */
const TOLERANCE_MS = 60;
const WAIT_SECONDS = 3;

/** These scenarios measure waits, so they run in real time. */
const REAL_TIME = { speed: 1 };

/** Milliseconds between the end of an exchange and the next one. */
function pauses(exchanges: readonly Exchange[]): number[] {
  return exchanges.slice(1).map(({ at }, index) => at - (exchanges[index]?.endedAt ?? at));
}

function atLeast(milliseconds: number, measured: readonly number[]): void {
  const shown = measured.map((one) => one.toFixed(0)).join(', ');
  assert.ok(
    measured.every((one) => one >= milliseconds - TOLERANCE_MS),
    `the client waited ${shown} ms instead of at least ${milliseconds}`,
  );
}

const retryAfterDate = (): ProxyResponse => {
  const now = Date.now();
  const headers = {
    date: new Date(now).toUTCString(),
    // A date has whole seconds.
    'retry-after': new Date(now + WAIT_SECONDS * 1000).toUTCString(),
  };
  return { status: 503, headers };
};

async function waits(world: World, matches: Matcher, response: ProxyResponse, milliseconds: number, clockOffset = 0) {
  world.faults = firstOnes(1, matches, response);
  const device = await world.started({ ...REAL_TIME, ...(clockOffset === 0 ? {} : { clockOffset }) });
  const ticket = device.create('Please wait');
  await device.sent(ticket);
  atLeast(milliseconds, pauses(world.requestsWith(ticket)));
  await world.endsWell(device);
}

export const PACE: readonly Scenario[] = [
  {
    name: 'Retry-After in seconds is honoured',
    rule: 'pause',
    run: (world) =>
      waits(world, isCreate, { status: 429, headers: { 'retry-after': `${WAIT_SECONDS}` } }, WAIT_SECONDS * 1000),
  },
  {
    name: 'Retry-After as a date is honoured',
    rule: 'pause',
    run: (world) => waits(world, isCreate, retryAfterDate(), (WAIT_SECONDS - 1) * 1000),
  },
  {
    name: 'Retry-After as a date is honoured by a device whose clock is ten years early',
    rule: 'pause',
    needs: ['clock'],
    run: (world) => waits(world, isCreate, retryAfterDate(), (WAIT_SECONDS - 1) * 1000, -10 * 365 * 86_400_000),
  },
  {
    name: 'a message that gets 500 is not sent again at once',
    rule: 'pause',
    async run(world) {
      world.faults = (exchange) => (isWrite(exchange) ? '500' : 'none');
      const device = await world.started(REAL_TIME);
      const ticket = device.create('Never mind');
      await device.until(() => world.requestsWith(ticket).length >= 3, 'three tries');
      const [first = 0, second = 0] = pauses(world.requestsWith(ticket));
      atLeast(500, [first, second]);
      await world.endsWell(device);
    },
  },
  {
    name: 'polls are paced by nextPollAfterSeconds, a number or a string of digits',
    rule: 'poll',
    async run(world) {
      const delays = [2, '1', 2];
      let polls = 0;
      world.faults = (exchange) => {
        if (!isPoll(exchange)) return 'none';
        const body = JSON.stringify({ messages: [], nextPollAfterSeconds: delays[polls++ % delays.length] });
        return { status: 200, headers: { 'content-type': 'application/json' }, body };
      };
      const device = await world.started(REAL_TIME);
      await device.until(() => polls > delays.length, 'four polls');
      const waited = pauses(world.proxy.exchanges.filter(isPoll));
      for (const [index, delay] of delays.entries()) atLeast(Number(delay) * 1000, waited.slice(index, index + 1));
      await world.endsWell(device);
    },
  },
  {
    name: 'failed polls are not repeated at once',
    rule: 'pause',
    async run(world) {
      world.faults = (exchange) => (isPoll(exchange) ? 'lost request' : 'none');
      const device = await world.started(REAL_TIME);
      await device.until(() => world.proxy.exchanges.filter(isPoll).length >= 3, 'three polls');
      atLeast(500, pauses(world.proxy.exchanges.filter(isPoll)));
      await world.endsWell(device);
    },
  },
  {
    name: 'a poll sends back the ETag, and an unchanged inbox gives 304',
    rule: 'poll',
    async run(world) {
      const device = await world.started();
      const polls = () => world.proxy.exchanges.filter(isPoll);
      await device.until(() => polls().filter(({ endedAt }) => endedAt !== undefined).length >= 3, 'three polls');
      assert.equal(polls()[0]?.headers['if-none-match'], undefined, 'the first poll has no ETag yet');
      assert.ok(
        polls().some(({ status }) => status === 304),
        'no poll got 304',
      );
      await world.endsWell(device);
    },
  },
  {
    name: 'a client that was stopped and started again does not poll more often',
    rule: 'poll',
    async run(world) {
      const device = await world.started(REAL_TIME);
      await device.stop();
      await device.start(REAL_TIME);
      await device.stop();
      await device.start(REAL_TIME);
      const polls = (from: number) =>
        world.proxy.exchanges.slice(from).filter((one) => isPoll(one) && one.endedAt !== undefined);
      const started = world.proxy.exchanges.length;
      await device.until(() => polls(started).length > 0, 'the first poll');
      const before = world.proxy.exchanges.length;
      await device.until(() => polls(before).length >= 3, 'three more polls');
      atLeast(1000, pauses(polls(before)));
      await world.endsWell(device);
    },
  },
];
