import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeFilters, parseQueueSearch, queueQuery } from '../../src/queue/queue-search.ts';

const set = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

test('a valid search is kept', () => {
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

test('invalid values are left out', () => {
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

test('every key is present, so that the router removes those of an earlier URL', () => {
  assert.equal(Object.keys(parseQueueSearch({})).length, 12);
});

test('a version that looks like a number stays a string', () => {
  assert.equal(parseQueueSearch({ version: 2 }).version, '2');
});

test('lengths are counted in code points, as on the server', () => {
  assert.equal(parseQueueSearch({ type: '💎'.repeat(30) }).type, '💎'.repeat(30));
});

test('a status is kept only in views with several statuses', () => {
  assert.equal(parseQueueSearch({ view: 'closed', status: 'open' }).status, undefined);
  assert.equal(parseQueueSearch({ view: 'mine', status: 'open' }).status, 'open');
});

test('the query has the parameter names of the server, and the id of the current member', () => {
  const query = queueQuery(parseQueueSearch({ version: '1.10', project: 'prj_1', assignee: 'me' }), 'mem_1');
  assert.deepEqual(set(query), { view: 'attention', projectId: 'prj_1', appVersion: '1.10', assigneeId: 'mem_1' });
  assert.equal(queueQuery(parseQueueSearch({ assignee: 'none' }), 'mem_1').assigneeId, 'none');
});

test('days are in the local time zone, and the last day is included', () => {
  const { from, to } = queueQuery(parseQueueSearch({ from: '2026-03-28', to: '2026-03-29' }), 'mem_1');
  assert.equal(from, new Date(2026, 2, 28).toISOString());
  assert.equal(to, new Date(2026, 2, 30).toISOString());
});

test('the active filters do not include the view', () => {
  assert.deepEqual(activeFilters(parseQueueSearch({ view: 'mine', tag: 'a', project: 'p' })), [
    { filter: 'project', value: 'p' },
    { filter: 'tag', value: 'a' },
  ]);
});
