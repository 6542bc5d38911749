import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { instantIn, isZone, localIn, timeIn } from '../../src/announcements/zoned-time.ts';

const at = (zone: string, local: string) => instantIn(zone, local)?.at;

describe('a time in a time zone', () => {
  test('follows daylight saving time', () => {
    assert.equal(at('Europe/Berlin', '2026-01-31T12:30'), '2026-01-31T11:30:00.000Z');
    assert.equal(at('Europe/Berlin', '2026-07-31T12:30'), '2026-07-31T10:30:00.000Z');
    assert.equal(at('America/New_York', '2026-12-31T23:30'), '2027-01-01T04:30:00.000Z');
    assert.equal(at('Asia/Kolkata', '2026-03-01T05:30'), '2026-03-01T00:00:00.000Z');
    assert.equal(at('UTC', '2026-03-01T05:30'), '2026-03-01T05:30:00.000Z');
  });

  test('that the clocks skip is later by as much as they jump', () => {
    assert.deepEqual(instantIn('Europe/Berlin', '2026-03-29T02:30'), {
      at: '2026-03-29T01:30:00.000Z',
      clock: 'skipped',
    });
    assert.equal(localIn('Europe/Berlin', '2026-03-29T01:30:00.000Z'), '2026-03-29T03:30');
    // Half an hour, in the south.
    assert.deepEqual(instantIn('Australia/Lord_Howe', '2026-10-04T02:15'), {
      at: '2026-10-03T15:45:00.000Z',
      clock: 'skipped',
    });
    // A whole day.
    assert.equal(instantIn('Pacific/Apia', '2011-12-30T12:00')?.clock, 'skipped');
  });

  test('that the clocks show twice is the first one', () => {
    assert.deepEqual(instantIn('Europe/Berlin', '2026-10-25T02:30'), {
      at: '2026-10-25T00:30:00.000Z',
      clock: 'twice',
    });
    assert.deepEqual(instantIn('America/New_York', '2026-11-01T01:00'), {
      at: '2026-11-01T05:00:00.000Z',
      clock: 'twice',
    });
  });

  test('right before and after a change of the clocks is the only one', () => {
    for (const [local, utc] of [
      ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
      ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
      ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
      ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ] as const) {
      assert.deepEqual(instantIn('Europe/Berlin', local), { at: utc, clock: 'once' }, local);
      assert.equal(localIn('Europe/Berlin', utc), local);
    }
  });

  test('is null without a time', () => {
    assert.equal(instantIn('UTC', ''), null);
    assert.equal(instantIn('UTC', 'soon'), null);
    assert.equal(localIn('UTC', null), '');
  });

  test('is shown with the name of its zone', () => {
    assert.match(timeIn('Asia/Tokyo', '2026-11-26T09:00:00Z', 'en'), /26.*6:00\sPM GMT\+9/u);
    assert.deepEqual(['Europe/Berlin', 'UTC', '', '+01:00', 'Europe/Atlantis'].map(isZone), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
