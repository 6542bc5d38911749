import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { announcementFields } from '../../src/announcements/announcement-fields.ts';
import { editRequestOf, newRequestOf } from '../../src/announcements/announcement-request.ts';
import {
  announcementState,
  isBeginning,
  isEditable,
  isWithheld,
  nextMoment,
} from '../../src/announcements/announcement-time.ts';
import { utcToLocal } from '../../src/lib/local-time.ts';

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

  test('say whether it was published for in a minute, also if the clock of the member is behind', () => {
    const now = Date.parse('2026-06-01T12:00:00Z');
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    const one = (createdAt: number, startsAt: number, endsAt: string | null = null) => ({
      createdAt: at(createdAt),
      startsAt: at(startsAt),
      endsAt,
    });
    assert.equal(isBeginning(one(-30, 30), now), true);
    assert.equal(isBeginning(one(300, 360), now), true, 'five minutes behind');
    assert.equal(isBeginning(one(-3600, 60), now), false, 'it was scheduled');
    assert.equal(isBeginning(one(-3600, 3600), now), false);
    assert.equal(isBeginning(one(-60, 0), now), false, 'it has begun');
    assert.equal(isBeginning(one(-60, 30, at(-1)), now), false, 'it was withheld');
    assert.equal(isBeginning({ ...one(0, 0), startsAt: null }, now), false);
    assert.equal(nextMoment([one(-60, 0, at(300)), one(0, 200)], now), now + 190_000);
    assert.equal(nextMoment([one(-60, 0)], now), Number.POSITIVE_INFINITY);
  });

  test('are left to the server if it is published now', () => {
    const now = Date.parse('2026-06-01T12:00:00Z');
    const fields = { ...announcementFields(undefined, 'prj_a'), timeZone: 'UTC' };
    const startsAt = (local: string) => ({ ...fields, startsAt: local });
    const inAMinute = { startsAt: null, startsInSeconds: 60 };
    for (const local of ['', '2026-06-01T11:00', '2026-06-01T12:01']) {
      const { startsAt: start, ...others } = { startsInSeconds: undefined, ...newRequestOf(startsAt(local), now) };
      assert.deepEqual({ startsAt: start, startsInSeconds: others.startsInSeconds }, inAMinute, local);
    }
    const later = newRequestOf(startsAt('2026-06-01T12:02'), now);
    assert.equal('startsInSeconds' in later, false);
    assert.equal(later.startsAt, '2026-06-01T12:02:00.000Z');
    assert.deepEqual(editRequestOf(startsAt('2026-06-02T12:00'), startsAt(''), now), inAMinute);
    assert.deepEqual(editRequestOf(startsAt('2026-06-01T12:00'), startsAt('2026-06-01T12:00'), now), {});
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
