import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { announcementState, isEditable, isWithheld, utcToLocal } from '../../src/announcements/announcement-time.ts';

describe('the times of an announcement', () => {
  test('are in the local time zone', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'Europe/Berlin';
    try {
      assert.equal(utcToLocal('2026-01-31T11:30:00.000Z'), '2026-01-31T12:30');
      assert.equal(utcToLocal('2026-07-31T22:30:59.999Z'), '2026-08-01T00:30');
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test('are null if the field is empty', () => {
    assert.equal(utcToLocal(null), '');
  });

  test('say whether it can still change: until ten seconds before its start', () => {
    const now = Date.parse('2026-06-01T12:00:00Z');
    const startsIn = (milliseconds: number) => ({ startsAt: new Date(now + milliseconds).toISOString() });
    assert.equal(isEditable(startsIn(10_001), now), true);
    assert.equal(isEditable(startsIn(10_000), now), false);
    assert.equal(isEditable({ startsAt: null }, now), false);
  });

  test('say whether it was retracted before it began', () => {
    const [before, start, after] = ['2026-06-01T11:00:00.000Z', '2026-06-01T12:00:00.000Z', '2026-06-01T13:00:00.000Z'];
    assert.equal(isWithheld({ startsAt: start, retractedAt: before }), true);
    assert.equal(isWithheld({ startsAt: start, retractedAt: after }), false);
    assert.equal(isWithheld({ startsAt: start, retractedAt: null }), false);
    assert.equal(isWithheld({ startsAt: null, retractedAt: before }), false);
  });

  test('say whether it is scheduled, active or ended', () => {
    const now = Date.parse('2026-06-01T12:00:00Z');
    const [before, after] = ['2026-06-01T11:00:00.000Z', '2026-06-01T13:00:00.000Z'];
    assert.equal(announcementState({ startsAt: null, endsAt: null }, now), 'active');
    assert.equal(announcementState({ startsAt: before, endsAt: after }, now), 'active');
    assert.equal(announcementState({ startsAt: after, endsAt: null }, now), 'scheduled');
    assert.equal(announcementState({ startsAt: before, endsAt: before }, now), 'ended');
    assert.equal(announcementState({ startsAt: null, endsAt: new Date(now).toISOString() }, now), 'ended');
  });
});
