import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  baselineOf,
  isCalm,
  isStorm,
  MASS_FACTOR,
  MIN_MASS,
  MIN_STORM,
  paceOf,
  repeatThresholdOf,
  STORM_FACTOR,
  STORM_TICKETS,
  STORM_WINDOW_MS,
  type StormTicket,
} from '../../../src/domain/storm.ts';
import { DAY, MINUTE, SECOND } from '../../../src/domain/time.ts';

const NOW = 100 * DAY;

const ticket = (
  message: string,
  { age = SECOND, playerAge = MINUTE, inbox = null as number | null } = {},
): StormTicket => ({
  message,
  ticketCreatedAt: NOW - age,
  created_at: NOW - age - playerAge,
  last_inbox_at: inbox,
});

suite('the pace of new players', () => {
  test('counts the tickets of players without a history', () => {
    const tickets = [
      ticket('one'),
      ticket('two', { playerAge: DAY - 1 }),
      ticket('old', { playerAge: DAY }),
      ticket('answered', { inbox: NOW }),
    ];
    assert.deepEqual(paceOf(tickets, NOW), { tickets: 2, repeated: 0 });
    assert.deepEqual(paceOf([], NOW), { tickets: 0, repeated: 0 });
  });

  test('follows from the time that the newest tickets span, if there are too many to read', () => {
    const newest = Array.from({ length: STORM_TICKETS }, (_, index) => ticket('spam', { age: (index * MINUTE) / 499 }));
    assert.equal(paceOf(newest, NOW).tickets, (STORM_TICKETS * STORM_WINDOW_MS) / MINUTE);
    assert.equal(paceOf(newest.slice(1), NOW).tickets, STORM_TICKETS - 1);
  });

  test('texts of players with a history repeat nothing; of many tickets the newest are compared', () => {
    const answered = Array.from({ length: 5 }, () => ticket('spam', { inbox: NOW }));
    assert.deepEqual(paceOf([...answered, ticket('a single new player')], NOW), { tickets: 1, repeated: 0 });
    const attack = Array.from({ length: 200 }, () => ticket('spam'));
    const before = Array.from({ length: 200 }, (_, index) => ticket(String.fromCodePoint(0x4e00 + index)));
    assert.equal(paceOf([...attack, ...before], NOW).repeated, 1);
  });
});

suite('a storm', () => {
  test('the baseline is the median of seven days, so that some days with an attack do not raise it', () => {
    assert.equal(baselineOf([]), 0);
    assert.equal(baselineOf([10, 12, 14, 16, 18, 20, 22]), 16);
    assert.equal(baselineOf([10, 10, 10, 10, 900, 900, 900]), 10);
    assert.equal(baselineOf([900, 900, 900]), 0, 'a new project');
    assert.equal(baselineOf([1, 2, 3, 9, 10, 11, 100]), 9);
  });

  test('begins with many repeated tickets, compared with the baseline', () => {
    assert.equal(repeatThresholdOf(0), MIN_STORM);
    assert.equal(isStorm({ tickets: MIN_STORM, repeated: 1 }, 0), true);
    assert.equal(isStorm({ tickets: MIN_STORM - 1, repeated: 1 }, 0), false);
    const busy = STORM_FACTOR * 100;
    assert.equal(isStorm({ tickets: busy, repeated: 1 }, 100), true);
    assert.equal(isStorm({ tickets: busy - 1, repeated: 1 }, 100), false);
  });

  test('does not begin on a release day, when most texts differ', () => {
    assert.equal(isStorm({ tickets: MIN_MASS - 1, repeated: 0.49 }, 0), false);
    assert.equal(isStorm({ tickets: MIN_MASS - 1, repeated: 0.5 }, 0), true);
  });

  test('begins with a mass of tickets, whatever their texts', () => {
    assert.equal(isStorm({ tickets: MIN_MASS, repeated: 0 }, 0), true);
    const busy = MASS_FACTOR * 100;
    assert.equal(isStorm({ tickets: busy, repeated: 0 }, 100), true);
    assert.equal(isStorm({ tickets: busy - 1, repeated: 0 }, 100), false);
  });

  test('is calm below half of the threshold, so that it does not end and begin again', () => {
    assert.equal(isCalm({ tickets: MIN_STORM / 2, repeated: 1 }, 0), false);
    assert.equal(isCalm({ tickets: MIN_STORM / 2 - 1, repeated: 1 }, 0), true);
    assert.equal(isCalm({ tickets: 400, repeated: 0.24 }, 0), true, 'a release day');
    assert.equal(isCalm({ tickets: 400, repeated: 0.25 }, 0), false);
    assert.equal(isCalm({ tickets: MIN_MASS / 2 - 1, repeated: 0 }, 0), true);
    assert.equal(isCalm({ tickets: MIN_MASS / 2, repeated: 0 }, 0), false);
  });
});
