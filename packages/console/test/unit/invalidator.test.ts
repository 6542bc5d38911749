import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { BATCH_MS, COUNTS_INTERVAL_MS, Invalidator } from '../../src/data/live/invalidator.ts';
import type { TeamEvent } from '../../src/data/live/live-stream.ts';
import { announcementsQuery } from '../../src/data/queries/announcements.ts';
import { apiKeysQuery } from '../../src/data/queries/api-keys.ts';
import { macrosQuery } from '../../src/data/queries/macros.ts';
import { membersQuery } from '../../src/data/queries/members.ts';
import { noticesQuery } from '../../src/data/queries/notices.ts';
import { playerKeys } from '../../src/data/queries/player.ts';
import { projectsQuery } from '../../src/data/queries/projects.ts';
import { queueKeys } from '../../src/data/queries/queue.ts';
import { ticketKeys } from '../../src/data/queries/ticket.ts';
import { sessionQuery } from '../../src/data/session/session.ts';

const T1: TeamEvent = { name: 'ticket', data: { projectId: 'p', ticketId: 't1' } };
const MANY: TeamEvent = { name: 'ticket', data: { projectId: 'p', ticketId: null } };

let client: QueryClient;
let invalidator: Invalidator;
let refetched: string[];

/** A page uses it, or with `shown: false` has used it. */
async function read(queryKey: QueryKey, { shown = true } = {}) {
  const name = queryKey.join('/');
  const options = {
    queryKey,
    queryFn: async () => {
      refetched.push(name);
      return name;
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
  await client.fetchQuery(options);
  refetched = [];
  if (shown) new QueryObserver(client, options).subscribe(() => undefined);
}

async function pass(milliseconds: number) {
  mock.timers.tick(milliseconds);
  // Microtasks answer requests.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

const isStale = (queryKey: QueryKey) => client.getQueryState(queryKey)?.isInvalidated;

describe('the invalidator', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000 });
    client = new QueryClient();
    invalidator = new Invalidator(client);
    refetched = [];
  });
  afterEach(() => {
    mock.timers.reset();
    invalidator.stop();
    client.clear();
  });

  test('refetches only the ticket of the event', async () => {
    await read(ticketKeys.one('t1'));
    await read(ticketKeys.one('t2'));
    await read(macrosQuery.queryKey);
    invalidator.handle(T1);
    await pass(BATCH_MS);
    assert.deepEqual(refetched, ['ticket/t1']);
    assert.equal(isStale(ticketKeys.one('t2')), false);
  });

  test('refetches the notices of the projects on the page', async () => {
    await read(noticesQuery('p').queryKey);
    await read(macrosQuery.queryKey);
    invalidator.handle({ name: 'settings', data: { what: 'notices' } });
    await pass(BATCH_MS);
    assert.deepEqual(refetched, ['notices/p']);
  });

  test('marks a query that is not active as stale', async () => {
    await read(ticketKeys.one('t1'), { shown: false });
    invalidator.handle(T1);
    await pass(BATCH_MS);
    assert.deepEqual(refetched, []);
    assert.equal(isStale(ticketKeys.one('t1')), true);
  });

  test('refetches every ticket if many changed', async () => {
    await read(ticketKeys.one('t1'));
    await read(ticketKeys.one('t2'));
    invalidator.handle(MANY);
    await pass(BATCH_MS);
    assert.deepEqual(refetched, ['ticket/t1', 'ticket/t2']);
  });

  test('refetches a ticket once for many events', async () => {
    await read(ticketKeys.one('t1'));
    for (let time = 0; time < 50; time++) invalidator.handle(T1);
    await pass(BATCH_MS);
    assert.deepEqual(refetched, ['ticket/t1']);
  });

  test('refetches at intervals during many events', async () => {
    await read(ticketKeys.one('t1'));
    for (let time = 0; time < 30; time++) {
      invalidator.handle(T1);
      await pass(10);
    }
    await pass(BATCH_MS);
    assert.ok(refetched.length >= 2 && refetched.length <= 3, `refetched ${refetched.length} times in 300 ms`);
  });

  test('marks the rows of a queue as stale, and never refetches them', async () => {
    const list = queueKeys.list({ view: 'mine' });
    await read(list);
    invalidator.handle(T1);
    invalidator.handle({ name: 'reset', data: {} });
    await pass(BATCH_MS + COUNTS_INTERVAL_MS);
    assert.deepEqual(refetched, []);
    assert.equal(isStale(list), true);
  });

  test('refetches counts immediately, then at most every two seconds, and after the last event', async () => {
    await read(queueKeys.counts({}));
    const counts = () => refetched.length;
    invalidator.handle(T1);
    await pass(BATCH_MS);
    await pass(0);
    assert.equal(counts(), 1);
    for (let time = 0; time < 9; time++) {
      invalidator.handle(T1);
      await pass(200);
    }
    assert.equal(counts(), 1);
    await pass(COUNTS_INTERVAL_MS);
    assert.equal(counts(), 2);
    await pass(COUNTS_INTERVAL_MS * 5);
    assert.equal(counts(), 2);
  });

  test('refetches what a settings event names, and the session if members changed', async () => {
    for (const key of [
      macrosQuery.queryKey,
      membersQuery.queryKey,
      projectsQuery.queryKey,
      sessionQuery.queryKey,
      announcementsQuery.queryKey,
    ])
      await read(key);
    invalidator.handle({ name: 'settings', data: { what: 'macros' } });
    await pass(BATCH_MS);
    assert.deepEqual(refetched, ['macros']);
    refetched = [];
    invalidator.handle({ name: 'settings', data: { what: 'members' } });
    await pass(BATCH_MS);
    assert.deepEqual(refetched.sort(), ['members', 'session']);
  });

  test('refetches API keys', async () => {
    for (const key of [apiKeysQuery.queryKey, membersQuery.queryKey]) await read(key);
    invalidator.handle({ name: 'settings', data: { what: 'api-keys' } });
    await pass(BATCH_MS);
    assert.deepEqual(refetched, ['api-keys']);
  });

  test('refetches everything after a reset', async () => {
    for (const key of [macrosQuery.queryKey, ticketKeys.one('t1'), playerKeys.one('p1'), queueKeys.counts({})])
      await read(key);
    invalidator.handle({ name: 'reset', data: {} });
    await pass(BATCH_MS);
    await pass(0);
    assert.deepEqual(refetched.sort(), ['macros', 'player/p1', 'ticket/t1', 'tickets/counts/[object Object]']);
  });

  test('refetches nothing for presence, and nothing after it was stopped', async () => {
    await read(ticketKeys.one('t1'));
    invalidator.handle({ name: 'presence', data: { projectId: 'p', ticketId: 't1', present: [] } });
    await pass(BATCH_MS);
    invalidator.handle(T1);
    invalidator.stop();
    await pass(BATCH_MS + COUNTS_INTERVAL_MS);
    assert.deepEqual(refetched, []);
  });
});
