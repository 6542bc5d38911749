import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjacentTickets, moreInSnapshot } from '../../src/data/queue/adjacent-tickets.ts';
import type { FreshPage, QueueRow } from '../../src/data/queue/queue-rows.ts';
import { parseQueueSearch, queueQuery } from '../../src/data/queue/queue-search.ts';
import { nearTicket, type QueueSnapshot, snapshotOf } from '../../src/data/queue/queue-snapshot.ts';

const more = { query: queueQuery(parseQueueSearch({ view: 'mine' }), 'mem_1'), cursor: 'after-c' };
const queue: QueueSnapshot = { search: '?view=mine', ticketIds: ['a', 'b', 'c'], before: 0, more };
/** The cast: only the id matters here. */
const rows = (...ids: string[]) => ids.map((id) => ({ id }) as QueueRow);
const page = (ids: string[], nextCursor: string | null): FreshPage => ({
  cursor: undefined,
  tickets: rows(...ids),
  nextCursor,
});
const positions = (snapshot: QueueSnapshot) => snapshot.ticketIds.map((id) => adjacentTickets(snapshot, id).position);

test('a ticket has neighbours in the queue, and a position', () => {
  const { previous, next, position } = adjacentTickets(queue, 'b');
  assert.deepEqual([previous, next, position], ['a', 'c', 2]);
  const [first, last] = [adjacentTickets(queue, 'a'), adjacentTickets(queue, 'c')];
  assert.deepEqual([first.previous, first.next, last.previous, last.next], [undefined, 'b', 'b', undefined]);
  assert.deepEqual(adjacentTickets(queue, 'x'), { isListed: false });
});

test('the last loaded ticket is not the last one: more follow until the server has none', () => {
  assert.equal(adjacentTickets(queue, 'c').canLoad, 'next');
  const longer = moreInSnapshot(queue, page(['c', 'd', 'e'], 'after-e'));
  assert.deepEqual(longer.ticketIds, ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual([longer.more?.cursor, longer.isEnd], ['after-e', false]);
  assert.deepEqual(positions(longer), [1, 2, 3, 4, 5]);
  // The last page is requested again, because tickets may have come.
  const all = moreInSnapshot(longer, page(['f'], null));
  assert.deepEqual([all.more?.cursor, all.isEnd, adjacentTickets(all, 'f').canLoad], ['after-e', false, 'next']);
  const end = moreInSnapshot(all, page(['f'], null));
  assert.deepEqual([end.isEnd, adjacentTickets(end, 'f').canLoad], [true, undefined]);
  assert.equal(moreInSnapshot(end, page(['f', 'g'], null)).isEnd, false);
  // An empty page of a rare filter is not the end.
  assert.equal(moreInSnapshot(queue, page([], 'further')).isEnd, false);
});

test('a list from the end goes on before its first ticket, and knows no position', () => {
  const fromEnd = snapshotOf({
    search: '',
    rows: rows('b', 'c'),
    isFromEnd: true,
    isComplete: false,
    more,
    count: undefined,
  });
  assert.deepEqual(positions(fromEnd), [undefined, undefined]);
  assert.equal(adjacentTickets(fromEnd, 'b').canLoad, 'previous');
  const longer = moreInSnapshot(fromEnd, page(['a', '9'], 'further'));
  assert.deepEqual(longer.ticketIds, ['9', 'a', 'b', 'c']);
  const complete = snapshotOf({
    search: '',
    rows: rows('b', 'c'),
    isFromEnd: true,
    isComplete: true,
    more,
    count: undefined,
  });
  assert.deepEqual(positions(complete), [1, 2]);
  assert.deepEqual(positions(moreInSnapshot(complete, page(['a'], null))), [undefined, undefined, undefined]);
});

test('a ticket that had left the view has no position, and those after it do not count it', () => {
  const [a, b, c] = rows('a', 'b', 'c');
  assert.ok(a && b && c);
  const loaded = { search: '', isFromEnd: false, isComplete: false, more, count: undefined };
  const snapshot = snapshotOf({ ...loaded, rows: [a, { ...b, hasLeftView: true }, c] });
  assert.deepEqual(positions(snapshot), [1, undefined, 2]);
  assert.equal(adjacentTickets(snapshot, 'a').next, 'b');
});

test('of what a search found, the loaded tickets are counted', () => {
  const found = { ...queue, isFound: true, count: { count: 3, capped: true } };
  assert.deepEqual(moreInSnapshot(found, page(['d'], 'further')).count, { count: 4, capped: true });
  assert.deepEqual(moreInSnapshot({ ...found, leftIds: ['a'] }, page(['d'], null)).count, { count: 3, capped: false });
  assert.equal(moreInSnapshot(queue, page(['d'], null)).count, undefined);
});

test('a stored piece of a long queue keeps the positions, and goes on only where it is whole', () => {
  const long = { ...queue, ticketIds: ['a', 'b', 'c', 'd', 'e'], leftIds: ['b'] };
  const middle = nearTicket(long, 'c', 1);
  assert.deepEqual([middle.ticketIds, positions(middle), middle.more], [['b', 'c', 'd'], [undefined, 2, 3], undefined]);
  assert.equal(nearTicket(long, 'e', 1).more, more);
  assert.equal(nearTicket({ ...long, isFromEnd: true }, 'e', 1).more, undefined);
  assert.deepEqual(nearTicket(long, 'c'), long);
  // An older version stored no position, and no one knows whether more follows.
  const old = { search: '', ticketIds: ['a', 'b'] };
  assert.deepEqual(positions(old), [undefined, undefined]);
  assert.equal(adjacentTickets(old, 'b').canLoad, undefined);
});
