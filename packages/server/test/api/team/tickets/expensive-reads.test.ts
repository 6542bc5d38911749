import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { withinCost } from '../../../../src/store/queue-filter.ts';
import { aMember, aPlayer, aTicket, eventually, type Member, poll } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aKnownIssue } from '../../../helpers/known-issues.ts';
import { copyTicket } from '../../../helpers/ticket-copies.ts';

/** Counts, pages and news wait for `release` before they read. */
async function heldServer(t: TestContext) {
  const released = Promise.withResolvers<void>();
  // Also after a failure: the server's end waits for its requests.
  t.after(() => released.resolve());
  // Held reads use up the member's time.
  const server = await startServer(t, { env: { TEAM_READ_PERCENT: '99' } });
  const reading: string[] = [];
  const { queueCounts, queue, news, macros, announcements, knownIssues } = server.store;
  const [{ byStatus }, { page }, { replied }] = [queueCounts, queue, news];
  const [ofMacros, ofAnnouncements, { ticketCountsOf }] = [macros.list, announcements.list, knownIssues];
  const hold = async (what: string) => {
    reading.push(what);
    await released.promise;
  };
  queueCounts.byStatus = (...args) => hold('counts').then(() => byStatus(...args));
  queue.page = (...args) => hold('page').then(() => page(...args));
  news.replied = (...args) => hold('news').then(() => replied(...args));
  macros.list = (...args) => hold('macros').then(() => ofMacros(...args));
  announcements.list = (...args) => hold('announcements').then(() => ofAnnouncements(...args));
  knownIssues.ticketCountsOf = (...args) => hold('known issue').then(() => ticketCountsOf(...args));
  const until = (count: number) => eventually(async () => reading.length >= count);
  return { server, reading, until, release: released.resolve };
}

const EXPENSIVE = [
  ['counts', '/tickets/counts?platform=ios'],
  ['page', '/tickets?view=all&platform=ios'],
  ['news', '/account/news?kinds=reply'],
] as const;

suite('expensive reads of a member', { concurrency: true }, () => {
  test('run one after another; cheap ones, those of others and polls do not wait', async (t) => {
    const { server, reading, until, release } = await heldServer(t);
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    const [busy, other] = [await aMember(server, 'viewer'), await aMember(server, 'viewer')];
    const get = async (member: Member, path: string) => (await member.call('GET', path)).status;
    const replies = [get(busy, EXPENSIVE[0][1])];
    await until(1);
    // Without a filter a page is cheap, so it is read now.
    replies.push(...EXPENSIVE.map(([, path]) => get(busy, `${path}&`)), get(busy, '/tickets?view=all'));
    await until(2);
    assert.deepEqual(reading, ['counts', 'page']);
    replies.push(get(other, '/account/news?kinds=reply'));
    await until(3);
    assert.equal((await poll(server, player)).status, 200);
    assert.equal(await get(busy, `/tickets/${ticketId}`), 200);
    assert.deepEqual(reading, ['counts', 'page', 'news']);
    release();
    assert.deepEqual(new Set(await Promise.all(replies)), new Set([200]));
  });

  test('include long lists, and counts of players', async (t) => {
    const { server, reading, until, release } = await heldServer(t);
    const issue = `/known-issues/${await aKnownIssue(server, (await aPlayer(server)).project)}`;
    const [busy, other] = [await aMember(server, 'agent'), await aMember(server, 'viewer')];
    const replies = [busy.call('GET', '/tickets/counts?platform=ios')];
    await until(1);
    replies.push(
      ...['/macros', '/announcements', issue].map((path) => busy.call('GET', path)),
      busy.call('PATCH', issue, { title: 'Crash' }),
    );
    replies.push(other.call('GET', '/account/news?kinds=reply'));
    await until(2);
    assert.deepEqual(reading, ['counts', 'news']);
    release();
    assert.deepEqual(new Set((await Promise.all(replies)).map(({ status }) => status)), new Set([200]));
    assert.equal(reading.length, 6);
  });

  test('counts with a filter read half as many tickets', async (t) => {
    const server = await startServer(t);
    const { byStatus } = server.store.queueCounts;
    const totals: number[] = [];
    server.store.queueCounts.byStatus = (ids, filter, budget) => {
      totals.push(budget.total);
      return byStatus(ids, filter, budget);
    };
    const member = await aMember(server);
    for (const query of ['', '?tag=vip']) {
      assert.equal((await member.call('GET', `/tickets/counts${query}`)).status, 200);
    }
    assert.deepEqual(totals, [150_000, 75_000]);
  });

  test('with many values to compare, fewer tickets are read', async (t) => {
    const server = await startServer(t);
    const { queueCounts } = server.store;
    const { byStatus } = queueCounts;
    const totals: number[] = [];
    queueCounts.byStatus = (ids, filter, budget) => {
      totals.push(budget.total);
      return byStatus(ids, filter, budget);
    };
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    const member = await aMember(server);
    const values = (count: number) => Array.from({ length: count }, (_none, index) => `tag${index}`);
    for (const [field, count, groups] of [
      ['tag', 4, 1],
      ['tag', 20, 1],
      ['tag', 20, 4],
      ['platform', 20, 1],
      ['platform', 20, 2],
    ] as const) {
      const any = Array.from({ length: groups }, () => ({ field, not: values(count) }));
      const filter = encodeURIComponent(JSON.stringify({ any }));
      assert.equal((await member.call('GET', `/tickets/counts?filter=${filter}`)).status, 200);
      const { body } = await member.call('GET', `/tickets?view=all&filter=${filter}`);
      assert.equal(body.tickets.length, 1);
    }
    assert.deepEqual(totals, [75_000, 15_000, 3750, 75_000, 37_500]);
    assert.equal(withinCost(2500, { tag: 'vip' }), 2500);
    // A page of the queue stops earlier, and says where it continues.
    await copyTicket(server.databaseUrl, ticketId, 1000);
    const any = Array.from({ length: 4 }, (_none, group) => ({
      field: 'tag',
      is: values(20).map((tag) => `${tag}-${group}`),
    }));
    const { body } = await member.call(
      'GET',
      `/tickets?view=all&filter=${encodeURIComponent(JSON.stringify({ any }))}`,
    );
    assert.deepEqual([body.tickets, typeof body.nextCursor], [[], 'string']);
  });

  test('news are kept for a second, or until a ticket changes', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const member = await aMember(server);
    const { created } = server.store.news;
    let reads = 0;
    server.store.news.created = (...args) => {
      reads++;
      return created(...args);
    };
    const count = async () => (await member.call('GET', '/account/news?kinds=new_ticket')).body.news.length;
    for (let round = 0; round < 3; round++) assert.equal(await count(), 0);
    assert.equal(reads, 1);
    await aTicket(server, player);
    assert.equal(await count(), 1);
    assert.equal(reads, 2);
    server.clock.advance(1000);
    assert.equal(await count(), 1);
    assert.equal(reads, 3);
  });
});
