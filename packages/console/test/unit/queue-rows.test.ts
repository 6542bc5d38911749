import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moreInList } from '../../src/data/queue/adjacent-tickets.ts';
import {
  applyFresh,
  countNewTickets,
  extended,
  idsBetween,
  isInView,
  neighbourOf,
  type QueueRow,
  type QueueRowsPage,
  type Run,
  withChange,
  withPendingChanges,
} from '../../src/data/queue/queue-rows.ts';
import { aRow } from '../helpers/rows.ts';

const row = aRow;
const page = (tickets: QueueRow[], nextCursor: string | null): QueueRowsPage => ({ tickets, nextCursor });
const ids = (pages: readonly QueueRowsPage[]) => pages.map(({ tickets }) => tickets.map(({ id }) => id));
const first = [undefined, 'c1'];

/** Longest waiting first: a and b on one page, c and d on the next. */
const waitingPages = () => [page([row('a', 1), row('b', 2)], 'c1'), page([row('c', 3), row('d', 4)], null)];

test('rows are updated in their place', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('b', 2, { priority: 'urgent' })], nextCursor: 'c1' };
  const pages = applyFresh(waitingPages(), first, fresh, 'waiting');
  assert.deepEqual(ids(pages), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.equal(pages[0]?.tickets[1]?.priority, 'urgent');
});

test('a row that left the view stays and is marked; rows outside the part do not change', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('c', 3)], nextCursor: 'c2' };
  const pages = applyFresh(waitingPages(), first, fresh, 'waiting');
  assert.deepEqual(ids(pages), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual(
    pages.flatMap(({ tickets }) => tickets.map(({ hasLeftView }) => hasLeftView ?? false)),
    [false, true, false, false],
  );
});

test('the last part decides about all following rows', () => {
  const fresh = { cursor: 'c1', tickets: [], nextCursor: null };
  const marks = applyFresh(waitingPages(), first, fresh, 'waiting').map(({ tickets }) =>
    tickets.map(({ hasLeftView }) => hasLeftView),
  );
  assert.deepEqual(marks, [
    [undefined, undefined],
    [true, true],
  ]);
});

test('with drop, a row that left the view is removed', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('c', 3)], nextCursor: 'c2' };
  assert.deepEqual(ids(applyFresh(waitingPages(), first, fresh, 'waiting', true)), [['a'], ['c', 'd']]);
});

test('a row is marked while a reply to it is being sent, and when the change leads out of the view', () => {
  const rows = [row('a', 1), row('b', 2), row('c', 3)];
  const changes = new Map([
    ['a', [{ status: 'resolved' as const }]],
    ['b', [{ priority: 'high' as const }]],
  ]);
  const next = withPendingChanges(rows, changes, ({ status }) => status === 'open', new Set(['a']));
  assert.deepEqual(
    next.map(({ isSending = false, hasLeftView = false }) => [isSending, hasLeftView]),
    [
      [true, true],
      [false, false],
      [false, false],
    ],
  );
  assert.equal(next[2], rows[2]);
});

test('a row that came back is not marked any more', () => {
  const pages = [
    page([row('a', 1, { attentionSince: row('a', 1).createdAt }), { ...row('b', 2), hasLeftView: true }], null),
  ];
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('b', 2)], nextCursor: null };
  assert.equal(applyFresh(pages, [undefined], fresh, 'waiting')[0]?.tickets[1]?.hasLeftView, undefined);
});

test('the shortest waiting ticket is added at the end', () => {
  const fresh = { cursor: 'c1', tickets: [row('c', 3), row('d', 4), row('e', 5)], nextCursor: 'c9' };
  const pages = applyFresh(waitingPages(), first, fresh, 'waiting');
  assert.deepEqual(ids(pages), [
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
  assert.equal(pages.at(-1)?.nextCursor, 'c9');
});

test('nothing is added before the end, or if more pages follow', () => {
  const between = { cursor: 'c1', tickets: [row('c', 3), row('x', 3.5), row('d', 4)], nextCursor: null };
  assert.deepEqual(ids(applyFresh(waitingPages(), first, between, 'waiting')), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  const more = [page([row('a', 1)], 'c1')];
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('b', 2)], nextCursor: null };
  assert.deepEqual(ids(applyFresh(more, [undefined], fresh, 'waiting')), [['a']]);
});

test('a later part of a search does not replace a newer match of the same ticket', () => {
  const found = (id: string, minute: number, more: Partial<QueueRow> = {}) => {
    const { createdAt } = row('', minute);
    return row(id, 1, { match: { source: 'message', messageId: null, createdAt, text: id, marks: [] }, ...more });
  };
  const pages = [page([found('a', 9), found('b', 8)], 'c1'), page([found('c', 5)], null)];
  const fresh = { cursor: 'c1', tickets: [found('c', 5), found('a', 3, { priority: 'urgent' })], nextCursor: null };
  const [first, second] = applyFresh(pages, [undefined, 'c1'], fresh, '-match');
  assert.deepEqual(first?.tickets, [found('a', 9, { priority: 'urgent' }), found('b', 8)]);
  assert.deepEqual(second?.tickets, [found('c', 5)]);
});

test('new tickets of other views belong at the top, and are only counted', () => {
  const pages = [page([row('d', 4), row('c', 3)], null)];
  const fresh = { cursor: undefined, tickets: [row('f', 6), row('e', 5), row('d', 4), row('c', 3)], nextCursor: null };
  const next = applyFresh(pages, [undefined], fresh, '-created');
  assert.deepEqual(ids(next), [['d', 'c']]);
  assert.equal(
    countNewTickets(
      next.flatMap(({ tickets }) => tickets),
      [fresh, fresh],
      '-created',
    ).count,
    2,
  );
  // How many follow a part of new tickets is unknown.
  const isCapped = (nextCursor: string | null) =>
    countNewTickets([row('a', 1)], [{ cursor: undefined, tickets: [row('f', 6)], nextCursor }], '-created').capped;
  assert.deepEqual([isCapped('more'), isCapped(null)], [true, false]);
});

test('rows with the same time are ordered by id', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('c', 1)], nextCursor: null };
  assert.equal(countNewTickets([row('b', 1)], [fresh], 'waiting').count, 1);
});

test('tickets after the last row do not count as new', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('b', 2)], nextCursor: null };
  assert.equal(countNewTickets([row('a', 1)], [fresh], 'waiting').count, 0);
});

test('a part of an unknown page changes nothing', () => {
  const fresh = { cursor: 'gone', tickets: [], nextCursor: null };
  assert.deepEqual(applyFresh(waitingPages(), first, fresh, 'waiting'), waitingPages());
});

test('a change is applied to the row', () => {
  const before = row('a', 1, { tags: ['b', 'x'], priority: 'low' });
  const after = withChange(before, { status: 'resolved', assigneeId: 'mem', addTags: ['a', 'b'], removeTags: ['x'] });
  assert.deepEqual(
    [after.status, after.attentionSince, after.dueAt, after.assigneeId, after.priority, after.tags],
    ['resolved', null, null, 'mem', 'low', ['a', 'b']],
  );
  assert.equal(withChange({ ...before, assigneeId: 'mem' }, { assigneeId: null }).assigneeId, null);
});

test('a tag that is both added and removed is added, as on the server', () => {
  assert.deepEqual(withChange(row('a', 1), { addTags: ['x'], removeTags: ['x'] }).tags, ['x']);
});

test('rows belong to their views', () => {
  const of = (more: Partial<QueueRow>) =>
    (['attention', 'mine', 'unassigned', 'open', 'pending', 'all'] as const).filter((view) =>
      isInView(row('a', 1, more), view, 'me'),
    );
  assert.deepEqual(of({}), ['attention', 'unassigned', 'open', 'all']);
  assert.deepEqual(of({ playerBlocked: true, dueAt: null }), ['unassigned', 'open', 'all']);
  assert.deepEqual(of({ assigneeId: 'me', status: 'pending', attentionSince: null, dueAt: null }), [
    'mine',
    'pending',
    'all',
  ]);
  assert.deepEqual(of({ assigneeId: 'me', status: 'closed', attentionSince: null, dueAt: null }), ['all']);
});

test('the rows between two rows are found in both directions', () => {
  const rows = [row('a', 1), row('b', 2), row('c', 3), row('d', 4)];
  assert.deepEqual(idsBetween(rows, 'd', 'b'), ['b', 'c', 'd']);
  assert.deepEqual(idsBetween(rows, 'a', 'b'), ['a', 'b']);
  assert.deepEqual(idsBetween(rows, 'gone', 'b'), ['b']);
  assert.deepEqual(idsBetween(rows, undefined, 'b'), ['b']);
});

test('the selection grows row by row, and shrinks back to where it began', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  let now: { selected: ReadonlySet<string>; run: Run | undefined } = { selected: new Set(), run: undefined };
  let current = 'b';
  const go = (by: 1 | -1, expected: string) => {
    const next = extended(rows, now, current, by);
    [now, current] = [next, next.run.to];
    assert.equal([...next.selected].sort().join(''), expected);
  };
  go(1, 'bc');
  go(1, 'bcd');
  go(-1, 'bc');
  go(-1, 'b');
  go(-1, 'ab');
  go(-1, 'ab');
  assert.equal(current, 'a');
  current = 'd';
  go(-1, 'abcd');
  go(-1, 'abcd');
  go(1, 'abcd'.replace('b', ''));
  current = 'e';
  go(1, 'acde');
});

test('what a ticket page has loaded is in the list of the queue', () => {
  const list = { pages: [page([row('a', 1), row('b', 2)], 'c1')], pageParams: [undefined] };
  const next = [row('c', 3), row('d', 4)];
  const longer = moreInList(list, { ...page(next, null), cursor: 'c1' }, 'waiting');
  assert.deepEqual([longer.pages, longer.pageParams], [waitingPages(), first]);
  const again = moreInList(longer, { ...page([...next, row('e', 5)], null), cursor: 'c1' }, 'waiting');
  assert.deepEqual([ids(again.pages)[1], again.pageParams], [['c', 'd', 'e'], first]);
  assert.deepEqual(moreInList(list, { ...page(next, null), cursor: 'c9' }, 'waiting').pages, list.pages);
});

test('the neighbour of a row that is gone is the next one that is left, or else the previous one', () => {
  const listed = ['a', 'b', 'c', 'd'];
  const left = (text: string) => [...text].map((id) => ({ id }));
  assert.equal(neighbourOf(left('acd'), listed, 'b'), 'c');
  assert.equal(neighbourOf(left('da'), listed, 'b'), 'd');
  assert.equal(neighbourOf(left('ab'), listed, 'd'), 'b');
  assert.equal(neighbourOf(left('abcd'), listed, 'c'), 'c');
  assert.equal(neighbourOf(left('xy'), listed, 'b'), undefined);
});
