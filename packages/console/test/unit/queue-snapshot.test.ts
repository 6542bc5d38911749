import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjacentTickets } from '../../src/queue/queue-snapshot.ts';

const queue = { search: '?view=mine', ticketIds: ['a', 'b', 'c'] };

test('a ticket has neighbours in the queue', () => {
  assert.deepEqual(adjacentTickets(queue, 'b'), { previous: 'a', next: 'c', position: 2, count: 3 });
});

test('the first, the last and unknown tickets have no neighbour on one or both sides', () => {
  assert.deepEqual(adjacentTickets(queue, 'a'), { previous: undefined, next: 'b', position: 1, count: 3 });
  assert.deepEqual(adjacentTickets(queue, 'c'), { previous: 'b', next: undefined, position: 3, count: 3 });
  assert.deepEqual(adjacentTickets(queue, 'x'), {
    previous: undefined,
    next: undefined,
    position: undefined,
    count: 3,
  });
});
