import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldRows, reverseShown, type ShownRow, unfoldedFor } from '../../src/data/queue/fold-rows.ts';
import type { QueueRow } from '../../src/data/queue/queue-rows.ts';
import { aRow } from '../helpers/rows.ts';

/** Such as `a1`: player a's first ticket. */
const rowsOf = (ids: string, more: Readonly<Record<string, Partial<QueueRow>>> = {}) =>
  ids.split(' ').map((id) => aRow(id, 1, { playerId: id.slice(0, 1), ...more[id] }));
const opened = () => true;
const closed = () => false;
/** Such as `a1+2`: two are folded into it; `>a2`: one of them, shown. */
const texts = (shown: readonly ShownRow[]) =>
  shown.map(({ row, others, isOther }) => `${isOther ? '>' : ''}${row.id}${others > 0 ? `+${others}` : ''}`).join(' ');

test('the open tickets of a player fold into the first of them', () => {
  const rows = rowsOf('a1 b1 a2 c1 a3 b2');
  assert.equal(texts(foldRows(rows, 'attention', closed)), 'a1+2 b1+1 c1');
  assert.equal(texts(foldRows(rows, 'attention', (id) => id === 'a')), 'a1+2 >a2 >a3 b1+1 c1');
});

test('views with tickets of any status do not fold', () => {
  for (const view of ['all', 'pending', 'resolved', 'closed'] as const) {
    assert.equal(texts(foldRows(rowsOf('a1 b1 a2'), view, closed)), 'a1 b1 a2');
  }
});

test('a pending ticket among open ones keeps its row', () => {
  const rows = rowsOf('a1 a2 a3', { a2: { status: 'pending' } });
  assert.equal(texts(foldRows(rows, 'mine', closed)), 'a1+1 a2');
});

test('if the shown ticket leaves the view, the next one of the player is shown below it', () => {
  const rows = rowsOf('a1 a2 a3', { a1: { hasLeftView: true } });
  assert.equal(texts(foldRows(rows, 'attention', closed)), 'a1 a2+1');
});

test('a folded ticket that leaves the view is not counted, and stays hidden', () => {
  const rows = rowsOf('a1 a2 a3', { a3: { hasLeftView: true } });
  assert.equal(texts(foldRows(rows, 'attention', closed)), 'a1+1');
  assert.equal(texts(foldRows(rows, 'attention', opened)), 'a1+1 >a2 >a3');
});

test('loading more rows hides none that was shown, from either end', () => {
  const rows = rowsOf('a1 b1 a2 c1 b2 a3');
  for (const arrange of [(shown: readonly ShownRow[]) => shown, reverseShown]) {
    const before = arrange(foldRows(rows.slice(0, 2), 'open', closed)).map(({ row }) => row.id);
    const after = arrange(foldRows(rows, 'open', closed)).map(({ row }) => row.id);
    assert.deepEqual(
      after.filter((id) => before.includes(id)),
      before,
    );
  }
});

test('from the end, folded rows stay below the row into which they are folded', () => {
  const shown = reverseShown(foldRows(rowsOf('a1 b1 a2 c1 a3'), 'open', opened));
  assert.equal(texts(shown), 'c1 b1 a1+2 >a2 >a3');
});

test('a folded ticket that was open last is shown, and nothing else is unfolded for it', () => {
  const rows = rowsOf('a1 b1 a2 b2');
  const unfoldedPlayers = (ticketId: string | undefined, before: string[] = []) => [
    ...unfoldedFor(ticketId, rows, 'attention', new Set(before)),
  ];
  assert.deepEqual(unfoldedPlayers('a2', ['b']), ['b', 'a']);
  assert.deepEqual(unfoldedPlayers('a1'), []);
  assert.deepEqual(unfoldedPlayers('b2', ['b']), ['b']);
  assert.deepEqual(unfoldedPlayers('gone'), []);
  assert.deepEqual(unfoldedPlayers(undefined), []);
  assert.deepEqual([...unfoldedFor('a2', rows, 'all')], []);
});
