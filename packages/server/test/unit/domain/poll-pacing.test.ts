import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseDelay, steadyDelay, stretchedDelay, withJitter } from '../../../src/domain/poll-pacing.ts';
import { HOUR, MINUTE } from '../../../src/domain/time.ts';
import { fc } from '../../helpers/property.ts';

const PACING = { active: 15, open: 60, idle: 300, max: 900 };
const NOW = 1_000_000_000;

const delay = (openTickets: number, lastMessageAt: number | null, stretch = 1, pacing = PACING) =>
  stretchedDelay(pacing, baseDelay(pacing, { openTickets, lastMessageAt }, NOW), stretch);

test('15 seconds while a public message is younger than ten minutes, with or without open tickets', () => {
  assert.equal(delay(1, NOW), 15);
  assert.equal(delay(1, NOW - 10 * MINUTE + 1), 15);
  assert.equal(delay(0, NOW - 9 * MINUTE), 15);
});

test('60 seconds with an open ticket and no recent message', () => {
  assert.equal(delay(1, NOW - 10 * MINUTE - 1), 60);
  assert.equal(delay(10, null), 60);
});

test('a message of a clock that was an hour ahead is not recent', () => {
  assert.equal(delay(1, NOW + HOUR), 60);
  assert.equal(delay(1, NOW + MINUTE), 15);
});

test('300 seconds otherwise', () => {
  assert.equal(delay(0, null), 300);
  assert.equal(delay(0, NOW - 11 * MINUTE), 300);
});

test('load makes the delay longer, up to the maximum', () => {
  assert.equal(delay(1, NOW, 4), 60);
  assert.equal(delay(1, null, 4), 240);
  assert.equal(delay(0, null, 2), 600);
  assert.equal(delay(0, null, 64), 900);
  assert.equal(delay(1, NOW, 64), 900);
});

test('the maximum does not shorten a longer setting', () => {
  assert.equal(delay(0, null, 1, { ...PACING, idle: 2000 }), 2000);
  assert.equal(delay(0, null, 8, { ...PACING, idle: 2000 }), 2000);
});

test('jitter changes a delay by at most 20 %', () => {
  assert.equal(
    withJitter(300, () => 0),
    240,
  );
  assert.equal(
    withJitter(300, () => 0.5),
    300,
  );
  assert.equal(
    withJitter(300, () => 1),
    360,
  );
});

test('a delay with jitter is a whole number of seconds within 20 %, at least one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), fc.double({ min: 0, max: 1, noNaN: true }), (seconds, random) => {
      const delay = withJitter(seconds, () => random);
      assert.ok(Number.isInteger(delay) && delay >= 1);
      assert.ok(delay >= Math.floor(seconds * 0.8) && delay <= Math.ceil(seconds * 1.2), `${seconds} -> ${delay}`);
    }),
  );
});

test('clients that poll at the same time spread out', () => {
  const delays = Array.from({ length: 1000 }, () => withJitter(300));
  assert.ok(new Set(delays).size > 60);
});

const steady = (base: number, stretched: number, last?: number, isStarting = false) =>
  steadyDelay(PACING, { base, stretched, last, isStarting });

test('the last delay of a client stays while it is within 5 % of the right one', () => {
  assert.equal(steady(300, 500), 500);
  assert.equal(steady(300, 500, 475), 475);
  assert.equal(steady(300, 500, 525), 525);
  assert.equal(steady(300, 500, 474), 500);
  assert.equal(steady(300, 500, 526), 500);
});

test('without load the delay is exactly the base delay', () => {
  assert.equal(steady(300, 300, 301), 300);
  assert.equal(steady(300, 300, 315), 300);
});

test('a server that starts keeps a longer last delay, unless it is over the maximum', () => {
  assert.equal(steady(300, 300, 600, true), 600);
  assert.equal(steady(300, 600, 300, true), 600);
  assert.equal(steady(300, 300, 900, true), 900);
  assert.equal(steady(300, 300, 901, true), 300);
  assert.equal(steady(300, 300, 600, false), 300);
});
