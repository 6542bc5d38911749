import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbours } from '../../src/queue/queue-snapshot.ts';

const trail = { search: '?view=mine', ticketIds: ['a', 'b', 'c'] };

test('a ticket has the ones before and after it in the queue', () => {
  assert.deepEqual(neighbours(trail, 'b'), { previous: 'a', next: 'c', place: 2, count: 3 });
});

test('there is none before the first nor after the last, and none for a ticket of elsewhere', () => {
  assert.deepEqual(neighbours(trail, 'a'), { previous: undefined, next: 'b', place: 1, count: 3 });
  assert.deepEqual(neighbours(trail, 'c'), { previous: 'b', next: undefined, place: 3, count: 3 });
  assert.deepEqual(neighbours(trail, 'x'), { previous: undefined, next: undefined, place: undefined, count: 3 });
});
