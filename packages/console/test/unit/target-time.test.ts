import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortTime, targetTime } from '../../src/parts/ticket-list/target-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SINCE = Date.UTC(2026, 0, 1, 12);
const iso = (time: number) => new Date(time).toISOString();
/** Shows a four-hour target after this time. */
const after = (elapsed: number, language = 'en') =>
  targetTime({ attentionSince: iso(SINCE), dueAt: iso(SINCE + 4 * HOUR) }, SINCE + elapsed, language);

test('shows the time left, then the time since the target, in whole units', () => {
  const texts = [0, 0.5 * HOUR, 3.5 * HOUR, 5 * HOUR, 30 * HOUR].map((elapsed) => after(elapsed).text);
  assert.deepEqual(texts, ['4h', '3h', '30m', '1h', '1d']);
});

test('shows at least a minute', () => {
  assert.equal(after(4 * HOUR - 1).text, '1m');
  assert.equal(after(4 * HOUR + 1).text, '1m');
});

test('is in German', () => {
  const texts = [3.5 * HOUR, 7 * HOUR, 30 * HOUR].map((elapsed) => after(elapsed, 'de').text);
  assert.deepEqual(texts, ['30 Min.', '3 Std.', '1 Tg.']);
});

test('is a warning in the last quarter, and overdue when the target is reached', () => {
  const levels = [0, 3 * HOUR - 1, 3 * HOUR, 4 * HOUR - 1, 4 * HOUR].map((elapsed) => after(elapsed).level);
  assert.deepEqual(levels, ['normal', 'normal', 'warning', 'warning', 'overdue']);
});

test('is neutral if the clock of the browser is behind', () => {
  assert.equal(after(-24 * HOUR).level, 'normal');
});

test('a point in time has its weekday, or its date if it is far away', () => {
  assert.match(shortTime(iso(SINCE), SINCE + 2 * HOUR, 'en'), /^Thu \d{1,2}:00/);
  assert.match(shortTime(iso(SINCE), SINCE + 240 * HOUR, 'en'), /^Jan 1, \d{1,2}:00/);
});
