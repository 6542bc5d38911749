import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activeFilters,
  inView,
  parseQueueSearch,
  queueQuery,
  withoutFilters,
} from '../../src/data/queue/queue-search.ts';

const set = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

test('a valid search is kept', () => {
  const search = {
    view: 'all',
    sort: 'created',
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
    sort: 'random',
    status: 'lost',
    priority: 'very',
    type: 'x'.repeat(31),
    platform: '   ',
    tag: ['a', 'b'],
    locale: { a: 1 },
    answer: 'Device:pc',
    from: '2026-02-30',
    to: 'yesterday',
    other: 'thing',
  };
  assert.deepEqual(set(parseQueueSearch(search)), {});
});

test('every key is present, so that the router removes those of an earlier URL', () => {
  assert.equal(Object.keys(parseQueueSearch({})).length, 18);
});

test('a version that looks like a number stays a string', () => {
  assert.equal(parseQueueSearch({ version: 2 }).version, '2');
});

test('lengths are counted in code points, as on the server', () => {
  assert.equal(parseQueueSearch({ type: '💎'.repeat(30) }).type, '💎'.repeat(30));
});

test('the filter for an answer needs the name of a field and an answer', () => {
  for (const answer of ['device:pc', 'a:b:c', 'crashed:true'])
    assert.equal(parseQueueSearch({ answer }).answer, answer);
  for (const answer of ['device', 'device:', ':pc', '1a:x', 'é:x', `a:${'x'.repeat(300)}`, 7]) {
    assert.equal(parseQueueSearch({ answer }).answer, undefined);
  }
});

test('a known text is kept only in the view of held tickets', () => {
  assert.equal(parseQueueSearch({ view: 'held', text: 'key' }).text, 'key');
  assert.equal(parseQueueSearch({ view: 'all', text: 'key' }).text, undefined);
  assert.equal(queueQuery(parseQueueSearch({ view: 'held', text: 'key' }), 'mem_1').textKey, 'key');
});

test('a status is kept only in views with several statuses', () => {
  assert.equal(parseQueueSearch({ view: 'closed', status: 'open' }).status, undefined);
  assert.equal(parseQueueSearch({ view: 'mine', status: 'open' }).status, 'open');
});

test('the query has the parameter names of the server, and the id of the current member', () => {
  const query = queueQuery(parseQueueSearch({ version: '1.10', project: 'prj_1', assignee: 'me' }), 'mem_1');
  assert.deepEqual(set(query), {
    view: 'attention',
    sort: 'priority',
    projectId: 'prj_1',
    appVersion: '1.10',
    assigneeId: 'mem_1',
  });
  assert.equal(queueQuery(parseQueueSearch({ assignee: 'none' }), 'mem_1').assigneeId, 'none');
});

test('days are in the local time zone, and the last day is included', () => {
  const { from, to } = queueQuery(parseQueueSearch({ from: '2026-03-28', to: '2026-03-29' }), 'mem_1');
  assert.equal(from, new Date(2026, 2, 28).toISOString());
  assert.equal(to, new Date(2026, 2, 30).toISOString());
});

test('the active filters do not include the view, the order and the project', () => {
  const search = parseQueueSearch({ view: 'mine', sort: 'created', tag: 'a', project: 'p' });
  assert.deepEqual(activeFilters(search), [{ filter: 'tag', value: 'a' }]);
  assert.deepEqual(set(withoutFilters(search)), { view: 'mine', sort: 'created', project: 'p' });
});

test('an order is kept only in views that have it, and the first one is not in the URL', () => {
  assert.equal(parseQueueSearch({ sort: 'due' }).sort, 'due');
  assert.equal(parseQueueSearch({ sort: 'priority' }).sort, undefined);
  assert.equal(inView(parseQueueSearch({ sort: 'due' }), 'mine').sort, undefined);
  assert.equal(inView(parseQueueSearch({ view: 'open', sort: 'created' }), 'mine').sort, 'created');
  assert.equal(queueQuery(parseQueueSearch({ view: 'closed' }), 'mem_1').sort, '-created');
});

test('another view has the same project and filters, except a status that it cannot have', () => {
  const search = parseQueueSearch({ view: 'all', project: 'p', status: 'open', tag: 'a' });
  assert.deepEqual(set(inView(search, 'closed')), { view: 'closed', project: 'p', tag: 'a' });
  assert.deepEqual(set(inView(search, 'mine')), { view: 'mine', project: 'p', status: 'open', tag: 'a' });
});
