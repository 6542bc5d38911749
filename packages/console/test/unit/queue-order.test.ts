import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICKET_SORTS, type TicketSort } from '@player-support/contract/enums';
import { isBefore, reversed } from '../../src/queue/queue-order.ts';
import { aRow } from '../helpers/rows.ts';

const rows = [
  // Created first, but a reply of the player made it wait later, with a short target.
  aRow('a', 1, { attentionSince: aRow('', 50).createdAt, dueAt: aRow('', 55).createdAt, priority: 'urgent' }),
  aRow('b', 2, { priority: 'low' }),
  aRow('c', 3),
  aRow('d', 3),
];
const sorted = (sort: TicketSort) =>
  rows
    .toSorted((one, other) => (isBefore(one, other, sort) ? -1 : 1))
    .map(({ id }) => id)
    .join('');

test('rows have the orders of the server', () => {
  assert.equal(sorted('priority'), 'acdb');
  assert.equal(sorted('due'), 'abcd');
  assert.equal(sorted('waiting'), 'bcda');
  assert.equal(sorted('created'), 'abcd');
});

test('each order can be reversed', () => {
  for (const sort of TICKET_SORTS) {
    assert.equal(sorted(reversed(sort)), [...sorted(sort)].reverse().join(''), sort);
    assert.equal(reversed(reversed(sort)), sort);
  }
});

test('no row is before itself', () => {
  for (const sort of TICKET_SORTS) for (const row of rows) assert.equal(isBefore(row, { ...row }, sort), false);
});
