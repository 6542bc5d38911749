import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SearchItem, searchItems } from '../../src/shell/search-items.ts';

const ITEMS: readonly SearchItem[] = [
  { id: 'assign', group: 'actions', label: 'Assign to me' },
  { id: 'resolve', group: 'actions', label: 'Resolve' },
  { id: 'view', group: 'pages', label: 'Go to Queue, Resolved' },
  { id: 'tkt_1', group: 'tickets', label: 'Crash on start', description: 'Cannot résolve the host' },
  { id: 'tkt_2', group: 'tickets', label: 'My refund', keywords: 'tkt_2' },
  { id: 'ply_1', group: 'players', label: 'Mira', description: 'Castle' },
];

const found = (query: string, items = ITEMS) =>
  searchItems(items, query).map(({ group, items }) => [group, ...items.map(({ id }) => id)]);

test('without a query all actions and pages are there, in their order', () => {
  const all = [
    ['actions', 'assign', 'resolve'],
    ['pages', 'view'],
  ];
  assert.deepEqual([found(''), found('   ')], [all, all]);
});

test('the best match comes first, and its group', () => {
  assert.deepEqual(found('resolve'), [
    ['actions', 'resolve'],
    ['pages', 'view'],
    ['tickets', 'tkt_1'],
  ]);
  assert.deepEqual(found('mira'), [['players', 'ply_1']]);
  const exact: SearchItem = { id: 'ply_2', group: 'players', label: 'x', isExact: true };
  assert.deepEqual(found('resolve', [...ITEMS, exact])[0], ['players', 'ply_2']);
});

test('all words must match, in any order, without accents and case, also in what is not shown', () => {
  assert.deepEqual(found('START crash'), [['tickets', 'tkt_1']]);
  assert.deepEqual(found('crash refund'), []);
  assert.deepEqual(found('résolve HOST'), [['tickets', 'tkt_1']]);
  const persian: SearchItem = { id: 'kit_1', group: 'actions', label: 'كليد ١٢' };
  assert.deepEqual(found('کلید 12', [persian]), [['actions', 'kit_1']]);
  assert.deepEqual(found('tkt_2'), [['tickets', 'tkt_2']]);
});

test('what the server found is shown after what has the words', () => {
  const isFound = true;
  const items: SearchItem[] = [
    { id: 'all', group: 'search', label: 'All results', isFound },
    { id: 'tkt_3', group: 'tickets', label: 'Gone', isFound },
    ...ITEMS,
  ];
  assert.deepEqual(found('crash', items), [
    ['tickets', 'tkt_1', 'tkt_3'],
    ['search', 'all'],
  ]);
});

test('the start of a word is better than its middle', () => {
  const items: SearchItem[] = [
    { id: 'middle', group: 'tickets', label: 'The unplayed level' },
    { id: 'start', group: 'tickets', label: 'A played level' },
  ];
  assert.deepEqual(found('played', items), [['tickets', 'start', 'middle']]);
});

test('a query that many tickets match shows ten of them, and all actions', () => {
  const many = (group: 'tickets' | 'actions') =>
    Array.from({ length: 30 }, (_, index): SearchItem => ({ id: `${group}${index}`, group, label: `Crash ${index}` }));
  const groups = searchItems([...many('tickets'), ...many('actions')], 'crash');
  assert.deepEqual(
    groups.map(({ items }) => items.length),
    [30, 10],
  );
});
