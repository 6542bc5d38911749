import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICKET_SORTS } from '@player-support/contract/enums';
import type { SearchMatch } from '@player-support/contract/team/search';
import { isBefore, reversed } from '../../src/data/queue/queue-order.ts';
import { aRow } from '../helpers/rows.ts';

const rows = [
  // Created first, but it waits since a later reply, with a short target.
  aRow('a', 1, { attentionSince: aRow('', 50).createdAt, dueAt: aRow('', 55).createdAt, priority: 'urgent' }),
  aRow('b', 2, { priority: 'low' }),
  aRow('c', 3),
  aRow('d', 3),
];
const sorted = (sort: Parameters<typeof isBefore>[2], some = rows) =>
  some
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

test('what a search found: a ticket of this id first, then the newest match', () => {
  const found = (id: string, minute: number, source: SearchMatch['source']) => {
    const { createdAt } = aRow('', minute);
    return aRow(id, 1, { match: { source, messageId: null, createdAt, text: '', marks: [] } });
  };
  const some = [found('a', 5, 'note'), found('b', 9, 'message'), found('c', 2, 'id'), found('d', 7, 'subject')];
  assert.equal(sorted('-match', some), 'cbda');
});
