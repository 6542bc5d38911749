import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SavedViewResponse } from '@player-support/contract/team/views';
import type { FilterGroup } from '@player-support/contract/ticket-filter';
import { parseQueueSearch } from '../../src/data/queue/queue-search.ts';
import { conditionOf, fromEditor, newCondition, newGroup, toEditor } from '../../src/parts/views/editor-tree.ts';
import { movedIds } from '../../src/parts/views/use-move-view.ts';
import { combinedFilter, isChanged, openView, storedView } from '../../src/parts/views/view-search.ts';

const FILTER: FilterGroup = {
  any: [
    { field: 'tag', is: ['vip'] },
    { field: 'priority', not: ['low'] },
  ],
};
const TEXT = JSON.stringify(FILTER);
const VIEW: SavedViewResponse = {
  ...{ id: 'viw_a', name: 'VIP', ownerId: 'mem_a', projectId: 'prj_a', role: null, canChange: true },
  ...{ base: 'attention', sort: 'waiting', filter: TEXT, q: null, createdAt: '', updatedAt: '' },
};
/** Removes undefined values. */
const plain = (value: object) => JSON.parse(JSON.stringify(value));

suite('the address of a saved view', () => {
  test('shows what the view stores, with other filters and orders of the address', () => {
    const { search, view, unavailable } = openView(parseQueueSearch({ saved: 'viw_a' }), [VIEW]);
    assert.deepEqual(plain(search), { sort: 'waiting', project: 'prj_a', filter: TEXT });
    assert.deepEqual([view, unavailable], [VIEW, undefined]);
    const more = openView(parseQueueSearch({ saved: 'viw_a', type: 'bug', sort: 'due', project: 'prj_b' }), [VIEW]);
    assert.deepEqual(plain(more.search), { sort: 'due', project: 'prj_b', type: 'bug', filter: TEXT });
    const first = openView(parseQueueSearch({ saved: 'viw_a', sort: 'priority' }), [VIEW]);
    assert.deepEqual(plain(first.search), { project: 'prj_a', filter: TEXT }, 'also the first order of the base');
  });

  test('with a filter of its own is complete without the view', () => {
    const other = '{"all":[{"field":"type","is":["bug"]}]}';
    const address = parseQueueSearch({ saved: 'viw_a', view: 'open', filter: other });
    assert.deepEqual(plain(openView(address, []).search), { view: 'open', filter: other });
    assert.equal(openView(address, [VIEW]).view, VIEW);
  });

  test('says what is wrong', () => {
    const problems = (search: object, views?: SavedViewResponse[]) =>
      openView(parseQueueSearch({ ...search }), views).unavailable;
    assert.equal(problems({ saved: 'viw_b' }), 'loading');
    assert.equal(problems({ saved: 'viw_b' }, [VIEW]), 'missing');
    for (const filter of ['x', '[]', '{}', TEXT.slice(1), 5, { all: [] }]) {
      assert.equal(problems({ filter }, [VIEW]), 'invalid', JSON.stringify(filter));
    }
    assert.equal(parseQueueSearch(parseQueueSearch({ filter: 'x' })).filter, 'invalid');
  });

  test('has changed if it shows something else than the view', () => {
    const { search } = openView(parseQueueSearch({ saved: 'viw_a' }), [VIEW]);
    assert.equal(isChanged(search, VIEW), false);
    for (const change of [
      { sort: 'due' },
      { project: 'prj_b' },
      { type: 'bug' },
      { filter: '{"all":[]}' },
      { view: 'open' },
    ]) {
      assert.equal(isChanged(parseQueueSearch({ ...search, ...change }), VIEW), true, JSON.stringify(change));
    }
  });
});

test('a new view stores the fields of the filter and the groups as one filter', () => {
  assert.deepEqual(combinedFilter(parseQueueSearch({})), { all: [] });
  assert.deepEqual(combinedFilter(parseQueueSearch({ filter: TEXT })), FILTER);
  const both = parseQueueSearch({ view: 'all', type: 'bug', assignee: 'none', filter: TEXT });
  assert.deepEqual(combinedFilter(both), {
    all: [{ field: 'type', is: ['bug'] }, { field: 'assignee', is: ['none'] }, FILTER],
  });
  assert.deepEqual(storedView(both), {
    base: 'all',
    sort: '-created',
    projectId: null,
    filter: JSON.stringify(combinedFilter(both)),
  });
});

test('a filter is the same after it was edited', () => {
  const filter: FilterGroup = {
    all: [
      FILTER,
      { field: 'waiting', longer: 90 },
      { field: 'created', shorter: 2880 },
      { field: 'created', after: new Date(2026, 0, 31).toISOString() },
      { any: [{ field: 'verified', is: ['true'] }] },
    ],
  };
  assert.deepEqual(fromEditor(toEditor(filter)), filter);
  assert.deepEqual(fromEditor(newGroup('any', [newGroup('all', [])])), { any: [] }, 'empty groups are left out');
  assert.equal(fromEditor(newGroup('any', [newCondition('tag')])), undefined, 'a condition without a value');
});

test('a condition is complete with a valid value only', () => {
  const condition = newCondition('tag');
  assert.deepEqual(conditionOf({ ...condition, values: ['a', 'b,c'] }), { field: 'tag', is: ['a'] });
  assert.equal(conditionOf({ ...condition, values: ['b,c'] }), undefined);
  const waiting = newCondition('waiting');
  assert.deepEqual(conditionOf({ ...waiting, amount: '2' }), { field: 'waiting', longer: 120 });
  for (const amount of ['', '0', '-1', '1.5e9', 'x', '8761'])
    assert.equal(conditionOf({ ...waiting, amount }), undefined, amount);
  assert.equal(conditionOf({ ...newCondition('created'), operator: 'after', amount: '2026' }), undefined);
});

test('a view is moved by places, and stays at the ends', () => {
  assert.deepEqual(movedIds(['a', 'b', 'c'], 'c', -2), ['c', 'a', 'b']);
  assert.deepEqual(movedIds(['a', 'b', 'c'], 'a', 1), ['b', 'a', 'c']);
  assert.deepEqual(movedIds(['a', 'b', 'c'], 'a', 9), ['b', 'c', 'a']);
  assert.equal(movedIds(['a', 'b'], 'a', -1), undefined);
  assert.equal(movedIds(['a', 'b'], 'x', 1), undefined);
});
