import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeFilters, parseQueueSearch, queueQuery } from '../../src/queue/queue-search.ts';

const set = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

test('a search that makes sense is kept as it is', () => {
  const search = {
    view: 'all',
    project: 'prj_1',
    type: 'bug',
    status: 'pending',
    platform: 'ios',
    version: '1.10',
    locale: 'de_DE',
    tag: 'refund',
    priority: 'urgent',
    assignee: 'me',
    from: '2026-01-31',
    to: '2026-02-03',
  };
  assert.deepEqual(set(parseQueueSearch(search)), search);
});

test('what makes no sense is left out', () => {
  const search = {
    view: 'everything',
    status: 'lost',
    priority: 'very',
    type: 'x'.repeat(31),
    platform: '   ',
    tag: ['a', 'b'],
    locale: { a: 1 },
    from: '2026-02-30',
    to: 'yesterday',
    other: 'thing',
  };
  assert.deepEqual(set(parseQueueSearch(search)), {});
});

test('every key is there, so that the router drops the unknown ones of an earlier address', () => {
  assert.equal(Object.keys(parseQueueSearch({})).length, 12);
});

test('a version that reads as a number is text', () => {
  assert.equal(parseQueueSearch({ version: 2 }).version, '2');
});

test('lengths count code points, as the server does', () => {
  assert.equal(parseQueueSearch({ type: '💎'.repeat(30) }).type, '💎'.repeat(30));
});

test('a status is only kept where the view has more than one', () => {
  assert.equal(parseQueueSearch({ view: 'closed', status: 'open' }).status, undefined);
  assert.equal(parseQueueSearch({ view: 'mine', status: 'open' }).status, 'open');
});

test('the server is asked with its own names, and the id of whoever looks', () => {
  const query = queueQuery(parseQueueSearch({ version: '1.10', project: 'prj_1', assignee: 'me' }), 'mem_1');
  assert.deepEqual(set(query), { view: 'attention', projectId: 'prj_1', appVersion: '1.10', assigneeId: 'mem_1' });
  assert.equal(queueQuery(parseQueueSearch({ assignee: 'none' }), 'mem_1').assigneeId, 'none');
});

test("days are the viewer's own, and the last one is within", () => {
  const { from, to } = queueQuery(parseQueueSearch({ from: '2026-03-28', to: '2026-03-29' }), 'mem_1');
  assert.equal(from, new Date(2026, 2, 28).toISOString());
  assert.equal(to, new Date(2026, 2, 30).toISOString());
});

test('the filters that are set, without the view', () => {
  assert.deepEqual(activeFilters(parseQueueSearch({ view: 'mine', tag: 'a', project: 'p' })), [
    { filter: 'project', value: 'p' },
    { filter: 'tag', value: 'a' },
  ]);
});
