import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { canonicalTimeZone, isQuiet, lastTimeOfDay } from '../../src/domain/local-time.ts';
import { DAY, iso, MINUTE } from '../../src/domain/time.ts';

const at = (text: string) => Date.parse(text);
const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

suite('quiet hours', () => {
  /** Lists when quiet hours begin or end, every 15 minutes for `hours`. */
  function changes(begin: string, hours: number, from: string, to: string, timeZone = 'Europe/Berlin'): string[] {
    const quiet = (time: number) =>
      isQuiet(time, { time_zone: timeZone, quiet_from: minutes(from), quiet_to: minutes(to) });
    const times = Array.from({ length: hours * 4 }, (_, index) => at(begin) + (index + 1) * 15 * MINUTE);
    const changed = times.filter((time) => quiet(time) !== quiet(time - 15 * MINUTE));
    return changed.map((time) => `${iso(time).slice(11, 16)} ${quiet(time) ? 'begin' : 'end'}`);
  }

  test('within a day, and over midnight', () => {
    assert.deepEqual(changes('2026-01-10T00:00Z', 24, '12:00', '13:30'), ['11:00 begin', '12:30 end']);
    assert.deepEqual(changes('2026-01-10T12:00Z', 24, '22:00', '07:00'), ['21:00 begin', '06:00 end']);
  });

  test('follow the clocks when daylight saving time begins and ends', () => {
    // On 29 March 2026 02:00 becomes 03:00; on 25 October 03:00 becomes 02:00.
    assert.deepEqual(changes('2026-03-28T12:00Z', 24, '22:00', '07:00'), ['21:00 begin', '05:00 end']);
    assert.deepEqual(changes('2026-10-24T12:00Z', 24, '22:00', '07:00'), ['20:00 begin', '06:00 end']);
    // The end does not exist on the first day. The hour exists twice on the other.
    assert.deepEqual(changes('2026-03-28T22:00Z', 8, '01:00', '02:30'), ['00:00 begin', '01:00 end']);
    assert.deepEqual(changes('2026-10-24T22:00Z', 8, '02:00', '02:30').length, 4);
  });

  test('in zones with half hours, and none without times', () => {
    assert.deepEqual(changes('2026-01-10T00:00Z', 24, '22:00', '23:00', 'Asia/Kolkata'), ['16:30 begin', '17:30 end']);
    assert.equal(isQuiet(0, { time_zone: null, quiet_from: null, quiet_to: null }), false);
  });
});

suite('the last time of day', () => {
  const last = (time: string, timeOfDay: string, timeZone = 'Europe/Berlin') =>
    iso(lastTimeOfDay(at(time), timeZone, minutes(timeOfDay))).slice(0, 16);

  test('is today or yesterday, in the time zone', () => {
    assert.equal(last('2026-01-10T07:00:00.000Z', '08:00'), '2026-01-10T07:00');
    assert.equal(last('2026-01-10T06:59:59.999Z', '08:00'), '2026-01-09T07:00');
    assert.equal(last('2026-01-10T02:00:00.500Z', '20:00', 'America/Los_Angeles'), '2026-01-09T04:00');
  });

  test('is right on the days when the clocks change', () => {
    assert.equal(last('2026-03-29T12:00:00Z', '08:00'), '2026-03-29T06:00');
    assert.equal(last('2026-03-29T05:30:00Z', '08:00'), '2026-03-28T07:00');
    assert.equal(last('2026-10-25T12:00:00Z', '08:00'), '2026-10-25T07:00');
    assert.equal(last('2026-10-25T06:30:00Z', '08:00'), '2026-10-24T06:00');
  });

  test('is found for each minute of a year, and moves on once a day', () => {
    let before = lastTimeOfDay(at('2026-01-01T12:00Z'), 'Europe/Berlin', 150);
    for (let day = 1; day < 365; day++) {
      const found = lastTimeOfDay(at('2026-01-01T12:00Z') + day * DAY, 'Europe/Berlin', 150);
      assert.ok(found - before >= 23 * 60 * MINUTE && found - before <= 25 * 60 * MINUTE, iso(found));
      before = found;
    }
  });
});

test('time zones have names, in one spelling', () => {
  assert.equal(canonicalTimeZone('europe/BERLIN'), 'Europe/Berlin');
  for (const wrong of ['', '+01:00', 'Mars/Olympus', 'Europe/Berlin ', '../etc']) {
    assert.equal(canonicalTimeZone(wrong), undefined, wrong);
  }
});
