import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, iso, isoOrNull, MINUTE, parseDateTime, parseFutureTime, SECOND } from '../../../src/domain/time.ts';
import { fc } from '../../helpers/property.ts';

const NOON = Date.parse('2026-01-31T12:00:00.000Z');

test('units of time', () => {
  assert.deepEqual([SECOND, MINUTE, HOUR, DAY], [1000, 60_000, 3_600_000, 86_400_000]);
});

test('times are shown in UTC with milliseconds and Z', () => {
  assert.equal(iso(NOON), '2026-01-31T12:00:00.000Z');
  assert.equal(iso(NOON + 7), '2026-01-31T12:00:00.007Z');
  assert.equal(isoOrNull(NOON), iso(NOON));
  assert.equal(isoOrNull(null), null);
});

test('a shown time can be parsed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') }), (time) => {
      assert.equal(parseDateTime(iso(time)), time);
    }),
  );
});

test('date-times of all offsets and precisions are parsed', () => {
  const same = [
    '2026-01-31T12:00:00Z',
    '2026-01-31t12:00:00z',
    '2026-01-31 12:00:00Z',
    '2026-01-31T12:00:00.0Z',
    '2026-01-31T12:00:00.000000000Z',
    '2026-01-31T12:00:00+00:00',
    '2026-01-31T12:00:00-00:00',
    '2026-01-31T14:30:00+02:30',
    '2026-01-31T04:00:00-08:00',
  ];
  for (const text of same) assert.equal(parseDateTime(text), NOON, text);
  assert.equal(parseDateTime('2026-01-31T12:00:00.5Z'), NOON + 500);
  assert.equal(parseDateTime('2028-02-29T00:00:00Z'), Date.UTC(2028, 1, 29));
});

test('a plus sign that a query decoded to a space is an offset', () => {
  assert.equal(parseDateTime('2026-01-31T14:30:00 02:30'), NOON);
});

test('a fraction finer than milliseconds is truncated, so that nothing created within that millisecond is missed', () => {
  assert.equal(parseDateTime('2026-01-31T12:00:00.0079999Z'), NOON + 7);
});

const MALFORMED = [
  '',
  'now',
  'null',
  '0',
  '1769860800000',
  '2026',
  '2026-01-31',
  '2026-01-31T12:00',
  '2026-01-31T12:00:00',
  '2026-01-31T12:00Z',
  '2026-01-31T12:00:00.Z',
  '2026-01-31T12:00:00+02',
  '2026-01-31T12:00:00+0200',
  '2026-01-31T12:00:00ZZ',
  ' 2026-01-31T12:00:00Z',
  '2026-01-31T12:00:00Z\n',
  '+002026-01-31T12:00:00Z',
  'Sat, 31 Jan 2026 12:00:00 GMT',
];
for (const text of MALFORMED) {
  test(`not a date-time: ${JSON.stringify(text)}`, () => assert.equal(parseDateTime(text), undefined));
}

const IMPOSSIBLE = [
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T25:00:00Z',
  '2026-01-31T12:60:00Z',
  '2026-01-31T12:00:00+24:00',
  '2026-01-31T12:00:00+02:60',
];
for (const text of IMPOSSIBLE) {
  test(`no such time (RFC 3339, 5.7): ${text}`, () => assert.equal(parseDateTime(text), undefined));
}

test('a future time is after now; anything else is undefined', () => {
  assert.equal(parseFutureTime(iso(NOON + 1), NOON), NOON + 1);
  for (const text of [iso(NOON), iso(NOON - 1), '2099-01-01', '']) assert.equal(parseFutureTime(text, NOON), undefined);
});
