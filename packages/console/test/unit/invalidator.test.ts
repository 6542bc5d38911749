import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { announcementsQuery } from '../../src/announcements/queries.ts';
import { apiKeysQuery } from '../../src/api-keys/queries.ts';
import { sessionQuery } from '../../src/app/session.ts';
import { COUNTS_EVERY, GATHERED, Invalidator } from '../../src/live/invalidator.ts';
import type { TeamEvent } from '../../src/live/live-stream.ts';
import { macrosQuery } from '../../src/macros/queries.ts';
import { membersQuery } from '../../src/members/queries.ts';
import { playerKeys } from '../../src/player/queries.ts';
import { projectsQuery } from '../../src/projects/queries.ts';
import { queueKeys } from '../../src/queue/queries.ts';
import { ticketKeys } from '../../src/ticket/queries.ts';

const T1: TeamEvent = { name: 'ticket', data: { projectId: 'p', ticketId: 't1' } };
const MANY: TeamEvent = { name: 'ticket', data: { projectId: 'p', ticketId: null } };

let client: QueryClient;
let invalidator: Invalidator;
let asked: string[];

/** A query that a page shows, or with `shown: false` one that a page has shown. */
async function read(queryKey: QueryKey, { shown = true } = {}) {
  const name = queryKey.join('/');
  const options = {
    queryKey,
    queryFn: async () => {
      asked.push(name);
      return name;
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
  await client.fetchQuery(options);
  asked = [];
  if (shown) new QueryObserver(client, options).subscribe(() => undefined);
}

async function pass(milliseconds: number) {
  mock.timers.tick(milliseconds);
  // What was asked for is answered in microtasks.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

const isStale = (queryKey: QueryKey) => client.getQueryState(queryKey)?.isInvalidated;

describe('what live events have asked for again', () => {
  beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000 });
    client = new QueryClient();
    invalidator = new Invalidator(client);
    asked = [];
  });
  afterEach(() => {
    invalidator.stop();
    client.clear();
  });

  test('the ticket that is named, and no other', async () => {
    await read(ticketKeys.one('t1'));
    await read(ticketKeys.one('t2'));
    await read(macrosQuery.queryKey);
    invalidator.take(T1);
    await pass(GATHERED);
    assert.deepEqual(asked, ['ticket/t1']);
    assert.equal(isStale(ticketKeys.one('t2')), false);
  });

  test('one that is not on the screen only once it is', async () => {
    await read(ticketKeys.one('t1'), { shown: false });
    invalidator.take(T1);
    await pass(GATHERED);
    assert.deepEqual(asked, []);
    assert.equal(isStale(ticketKeys.one('t1')), true);
  });

  test('every ticket where many changed', async () => {
    await read(ticketKeys.one('t1'));
    await read(ticketKeys.one('t2'));
    invalidator.take(MANY);
    await pass(GATHERED);
    assert.deepEqual(asked, ['ticket/t1', 'ticket/t2']);
  });

  test('many events of one ticket once', async () => {
    await read(ticketKeys.one('t1'));
    for (let time = 0; time < 50; time++) invalidator.take(T1);
    await pass(GATHERED);
    assert.deepEqual(asked, ['ticket/t1']);
  });

  test('a storm of them once in a while', async () => {
    await read(ticketKeys.one('t1'));
    for (let time = 0; time < 30; time++) {
      invalidator.take(T1);
      await pass(10);
    }
    await pass(GATHERED);
    assert.ok(asked.length >= 2 && asked.length <= 3, `asked ${asked.length} times in 300 ms`);
  });

  test('never the rows of a queue, which are marked as stale', async () => {
    const list = queueKeys.list({ view: 'mine' });
    await read(list);
    invalidator.take(T1);
    invalidator.take({ name: 'reset', data: {} });
    await pass(GATHERED + COUNTS_EVERY);
    assert.deepEqual(asked, []);
    assert.equal(isStale(list), true);
  });

  test('counts at once, then at most every two seconds, and after the last event', async () => {
    await read(queueKeys.counts());
    const counts = () => asked.length;
    invalidator.take(T1);
    await pass(GATHERED);
    await pass(0);
    assert.equal(counts(), 1);
    for (let time = 0; time < 9; time++) {
      invalidator.take(T1);
      await pass(200);
    }
    assert.equal(counts(), 1);
    await pass(COUNTS_EVERY);
    assert.equal(counts(), 2);
    await pass(COUNTS_EVERY * 5);
    assert.equal(counts(), 2);
  });

  test('what a settings event names; of members also who is signed in', async () => {
    for (const key of [
      macrosQuery.queryKey,
      membersQuery.queryKey,
      projectsQuery.queryKey,
      sessionQuery.queryKey,
      announcementsQuery.queryKey,
    ])
      await read(key);
    invalidator.take({ name: 'settings', data: { what: 'macros' } });
    await pass(GATHERED);
    assert.deepEqual(asked, ['macros']);
    asked = [];
    invalidator.take({ name: 'settings', data: { what: 'members' } });
    await pass(GATHERED);
    assert.deepEqual(asked.sort(), ['members', 'session']);
  });

  test('API keys', async () => {
    for (const key of [apiKeysQuery.queryKey, membersQuery.queryKey]) await read(key);
    invalidator.take({ name: 'settings', data: { what: 'api-keys' } });
    await pass(GATHERED);
    assert.deepEqual(asked, ['api-keys']);
  });

  test('everything after a reset', async () => {
    for (const key of [macrosQuery.queryKey, ticketKeys.one('t1'), playerKeys.one('p1'), queueKeys.counts()])
      await read(key);
    invalidator.take({ name: 'reset', data: {} });
    await pass(GATHERED);
    await pass(0);
    assert.deepEqual(asked.sort(), ['macros', 'player/p1', 'ticket/t1', 'tickets/counts/']);
  });

  test('nothing for presence, nor once it was stopped', async () => {
    await read(ticketKeys.one('t1'));
    invalidator.take({ name: 'presence', data: { projectId: 'p', ticketId: 't1', present: [] } });
    await pass(GATHERED);
    invalidator.take(T1);
    invalidator.stop();
    await pass(GATHERED + COUNTS_EVERY);
    assert.deepEqual(asked, []);
  });
});
