import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitingTime } from '../../src/queue/waiting-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const after = (elapsed: number, language = 'en') => waitingTime(1_000_000, 1_000_000 + elapsed, language);

test('shows whole units, the largest that fits', () => {
  assert.equal(after(0).text, '0 min');
  assert.equal(after(59.9 * MINUTE).text, '59 min');
  assert.equal(after(HOUR).text, '1 hr');
  assert.equal(after(49 * HOUR).text, '2 days');
});

test('is never negative, even if the clock of the browser is behind', () => {
  assert.equal(after(-5 * MINUTE).text, '0 min');
});

test('is in German', () => {
  assert.equal(after(26 * HOUR, 'de').text, '1 Tg.');
});

test('is a warning after four hours, and critical after a day', () => {
  const levels = [3.9, 4, 23.9, 24].map((hours) => after(hours * HOUR).level);
  assert.deepEqual(levels, ['normal', 'warning', 'warning', 'critical']);
});
