import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waiting } from '../../src/queue/waiting-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const after = (elapsed: number, language = 'en') => waiting(1_000_000, 1_000_000 + elapsed, language);

test('whole units, the largest that fits', () => {
  assert.equal(after(0).text, '0 min');
  assert.equal(after(59.9 * MINUTE).text, '59 min');
  assert.equal(after(HOUR).text, '1 hr');
  assert.equal(after(49 * HOUR).text, '2 days');
});

test('a clock that is behind shows nothing negative', () => {
  assert.equal(after(-5 * MINUTE).text, '0 min');
});

test('in German', () => {
  assert.equal(after(26 * HOUR, 'de').text, '1 Tg.');
});

test('it warms up after four hours, and is hot after a day', () => {
  const heat = [3.9, 4, 23.9, 24].map((hours) => after(hours * HOUR).heat);
  assert.deepEqual(heat, ['calm', 'warm', 'warm', 'hot']);
});
