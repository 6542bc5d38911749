import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  base32,
  fixedId,
  ID_PREFIX,
  isId,
  newId,
  newTicketId,
  playerId,
  playerOfTicket,
  shiftId,
  timeOfId,
} from '../../../src/domain/ids.ts';
import { START } from '../../helpers/harness.ts';
import { fc } from '../../helpers/property.ts';

const PLAYER = playerId(Buffer.alloc(16, 7));

test('an encoded number sorts as the number itself, and has only one encoding', () => {
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const [a, b] = [base32(one), base32(other)];
      assert.equal(a < b ? -1 : a > b ? 1 : 0, Buffer.compare(one, other), `${a} ${b}`);
    }),
  );
  assert.equal(base32(Buffer.alloc(16, 255)).length, 26);
  assert.match(base32(Buffer.from(Array.from({ length: 250 }, (_, index) => index))), /^[a-z0-9]{400}$/);
});

test('every kind of id has its own prefix', () => {
  const prefixes = Object.values(ID_PREFIX);
  assert.equal(new Set(prefixes).size, prefixes.length);
  for (const prefix of prefixes) assert.match(prefix, /^[a-z]+$/);
});

test('an id matches its own kind only', () => {
  const id = newId('message', START);
  assert.match(id, /^msg_[a-z0-9]{32}$/);
  assert.equal(isId('message', id), true);
  assert.equal(isId('inboxMessage', id), false);
  for (const other of ['', 'msg_', 'msg', `${id}\n`, ` ${id}`, id.toUpperCase(), `${id}!`, `x${id}`]) {
    assert.equal(isId('message', other), false, other);
  }
});

test('ids sort by the time of their creation', () => {
  const times = [0, 1, 2, 1000, 86_400_000, 86_400_000 * 365].map((later) => START + 10_000_000 + later);
  const ids = times.map((time) => newId('inboxMessage', time));
  assert.deepEqual(ids.toSorted(), ids);
});

test('ids of one millisecond, or after the clock went back a little, sort in the order of their creation', () => {
  const now = START + 86_400_000 * 400;
  const ids = Array.from({ length: 2000 }, (_, index) => newId('inboxMessage', index === 1000 ? now - 5000 : now));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('ids follow a clock that was ahead and is right again', () => {
  const now = START + 86_400_000 * 450;
  const ids = [now, now + 86_400_000, now, now].map((time) => newId('message', time));
  assert.deepEqual(
    ids.map((id) => timeOfId(id) - now),
    [0, 86_400_000, 0, 0],
  );
  assert.equal(new Set(ids).size, ids.length);
});

test('the time of an id can be read and changed, and nothing else of it changes', () => {
  const time = fc.integer({ min: 0, max: 2 ** 47 });
  const bytes = fc.uint8Array({ minLength: 14, maxLength: 14 });
  fc.assert(
    fc.property(time, time, bytes, (one, other, tail) => {
      const id = fixedId('auditEntry', one, tail);
      assert.equal(timeOfId(id), one);
      assert.equal(shiftId(id, other - one), fixedId('auditEntry', other, tail));
    }),
  );
});

test('an id does not help to guess another', () => {
  const now = START + 86_400_000 * 500;
  const tails = Array.from({ length: 100 }, () => newId('announcement', now).slice(-16));
  assert.equal(new Set(tails).size, tails.length);
});

test('a ticket id contains the id of its player', () => {
  const ticketId = newTicketId(PLAYER, START);
  assert.match(ticketId, /^tkt_[a-z0-9]{42}$/);
  assert.equal(playerOfTicket(ticketId), PLAYER);
  assert.notEqual(newTicketId(PLAYER, START), newTicketId(PLAYER, START));
});

test('there is no player id in a malformed ticket id', () => {
  const ticketId = newTicketId(PLAYER, START);
  const malformed = [
    '',
    'tkt_',
    PLAYER,
    ticketId.slice(0, -1),
    `${ticketId}a`,
    `${ticketId}\n`,
    ticketId.toUpperCase(),
    ticketId.replace('tkt_', 'msg_'),
    ticketId.replace(/.$/, '!'),
  ];
  for (const text of malformed) assert.equal(playerOfTicket(text), undefined, text);
});
