import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyFresh,
  changed,
  countArrived,
  idsBetween,
  isOfView,
  type QueueRow,
  type QueueRowsPage,
} from '../../src/queue/queue-rows.ts';

/** A ticket that was created, and has waited since, at that minute. */
function row(id: string, minute: number, more: Partial<QueueRow> = {}): QueueRow {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return {
    id,
    projectId: 'prj',
    playerId: 'ply',
    type: 'bug',
    status: 'open',
    subject: id,
    lastMessagePreview: null,
    lastMessageAt: at,
    attentionSince: at,
    createdAt: at,
    assigneeId: null,
    priority: 'normal',
    tags: [],
    platform: null,
    appVersion: null,
    locale: null,
    ...more,
  };
}
const page = (tickets: QueueRow[], nextCursor: string | null): QueueRowsPage => ({ tickets, nextCursor });
const ids = (pages: readonly QueueRowsPage[]) => pages.map(({ tickets }) => tickets.map(({ id }) => id));
const first = [undefined, 'c1'];

/** Longest waiting first: a, b on one page, c, d on the next. */
const waitingPages = () => [page([row('a', 1), row('b', 2)], 'c1'), page([row('c', 3), row('d', 4)], null)];

test('rows are brought up to date in their place', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('b', 2, { priority: 'urgent' })], nextCursor: 'c1' };
  const pages = applyFresh(waitingPages(), first, fresh, 'attention');
  assert.deepEqual(ids(pages), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.equal(pages[0]?.tickets[1]?.priority, 'urgent');
});

test('a row that has left stays where it was, marked, and those that nobody looked at stay as they are', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('c', 3)], nextCursor: 'c2' };
  const pages = applyFresh(waitingPages(), first, fresh, 'attention');
  assert.deepEqual(ids(pages), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual(
    pages.flatMap(({ tickets }) => tickets.map(({ left }) => left ?? false)),
    [false, true, false, false],
  );
});

test('with nothing after it, the part says of every row whether it is there', () => {
  const fresh = { cursor: 'c1', tickets: [], nextCursor: null };
  const marks = applyFresh(waitingPages(), first, fresh, 'attention').map(({ tickets }) =>
    tickets.map(({ left }) => left),
  );
  assert.deepEqual(marks, [
    [undefined, undefined],
    [true, true],
  ]);
});

test('a row that has left goes where nobody reads', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('c', 3)], nextCursor: 'c2' };
  assert.deepEqual(ids(applyFresh(waitingPages(), first, fresh, 'attention', true)), [['a'], ['c', 'd']]);
});

test('a row that came back is no longer marked', () => {
  const pages = [page([row('a', 1, { attentionSince: row('a', 1).createdAt }), { ...row('b', 2), left: true }], null)];
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('b', 2)], nextCursor: null };
  assert.equal(applyFresh(pages, [undefined], fresh, 'attention')[0]?.tickets[1]?.left, undefined);
});

test('what waits the shortest is added at the end, where nothing moves', () => {
  const fresh = { cursor: 'c1', tickets: [row('c', 3), row('d', 4), row('e', 5)], nextCursor: 'c9' };
  const pages = applyFresh(waitingPages(), first, fresh, 'attention');
  assert.deepEqual(ids(pages), [
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
  assert.equal(pages.at(-1)?.nextCursor, 'c9');
});

test('nothing is added before the end, nor where more follows that was not read', () => {
  const between = { cursor: 'c1', tickets: [row('c', 3), row('x', 3.5), row('d', 4)], nextCursor: null };
  assert.deepEqual(ids(applyFresh(waitingPages(), first, between, 'attention')), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  const more = [page([row('a', 1)], 'c1')];
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('b', 2)], nextCursor: null };
  assert.deepEqual(ids(applyFresh(more, [undefined], fresh, 'attention')), [['a']]);
});

test('the newest of the other views stand first, and are counted, not shown', () => {
  const pages = [page([row('d', 4), row('c', 3)], null)];
  const fresh = { cursor: undefined, tickets: [row('f', 6), row('e', 5), row('d', 4), row('c', 3)], nextCursor: null };
  const next = applyFresh(pages, [undefined], fresh, 'all');
  assert.deepEqual(ids(next), [['d', 'c']]);
  assert.equal(
    countArrived(
      next.flatMap(({ tickets }) => tickets),
      fresh,
      'all',
    ),
    2,
  );
});

test('rows of the same moment are ordered by their ids', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('c', 1)], nextCursor: null };
  assert.equal(countArrived([row('b', 1)], fresh, 'attention'), 1);
});

test('what stands after all rows that were read did not arrive', () => {
  const fresh = { cursor: undefined, tickets: [row('a', 1), row('b', 2)], nextCursor: null };
  assert.equal(countArrived([row('a', 1)], fresh, 'attention'), 0);
});

test('a part of a page that is not there any more changes nothing', () => {
  const fresh = { cursor: 'gone', tickets: [], nextCursor: null };
  assert.deepEqual(applyFresh(waitingPages(), first, fresh, 'attention'), waitingPages());
});

test('a change shows in the row', () => {
  const before = row('a', 1, { tags: ['b', 'x'], priority: 'low' });
  const after = changed(before, { status: 'resolved', assigneeId: 'mem', addTags: ['a', 'b'], removeTags: ['x'] });
  assert.deepEqual(
    [after.status, after.attentionSince, after.assigneeId, after.priority, after.tags],
    ['resolved', null, 'mem', 'low', ['a', 'b']],
  );
  assert.equal(changed({ ...before, assigneeId: 'mem' }, { assigneeId: null }).assigneeId, null);
});

test('a tag that is added and removed at once is added, as the server has it', () => {
  assert.deepEqual(changed(row('a', 1), { addTags: ['x'], removeTags: ['x'] }).tags, ['x']);
});

test('which rows are of which view', () => {
  const of = (more: Partial<QueueRow>) =>
    (['attention', 'mine', 'unassigned', 'open', 'pending', 'all'] as const).filter((view) =>
      isOfView(row('a', 1, more), view, 'me'),
    );
  assert.deepEqual(of({}), ['attention', 'unassigned', 'open', 'all']);
  assert.deepEqual(of({ assigneeId: 'me', status: 'pending', attentionSince: null }), ['mine', 'pending', 'all']);
  assert.deepEqual(of({ assigneeId: 'me', status: 'closed', attentionSince: null }), ['all']);
});

test('the rows between two, in whichever order', () => {
  const rows = [row('a', 1), row('b', 2), row('c', 3), row('d', 4)];
  assert.deepEqual(idsBetween(rows, 'd', 'b'), ['b', 'c', 'd']);
  assert.deepEqual(idsBetween(rows, 'a', 'b'), ['a', 'b']);
  assert.deepEqual(idsBetween(rows, 'gone', 'b'), ['b']);
  assert.deepEqual(idsBetween(rows, undefined, 'b'), ['b']);
});
