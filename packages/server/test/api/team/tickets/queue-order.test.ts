import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TICKET_SORTS, TICKET_VIEWS } from '@player-support/contract/enums';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  block,
  directMessage,
  setStatus,
  team,
  updateProject,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';

const MINUTE = 60_000;
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

const rows = async (server: TestServer, query: string): Promise<Reply['body'][]> => {
  const { status, body, text } = await team(server, 'GET', `/tickets?${query}`);
  assert.equal(status, 200, text);
  return body.tickets;
};
const list = async (server: TestServer, query: string): Promise<string[]> =>
  (await rows(server, query)).map(({ id }) => id);

const prioritize = async (server: TestServer, id: string, priority: string) =>
  assert.equal((await team(server, 'PATCH', `/tickets/${id}`, { priority })).status, 200);

suite('the order of the queue', () => {
  test('attention: by priority, then by the time that is left; each sort can be reversed', async (t) => {
    const server = await startServer(t);
    const [calm, busy] = [await aPlayer(server), await aPlayer(server)];
    await updateProject(server, busy.project, { responseTargets: { normal: 10, urgent: 5 } });
    const ids: Record<string, string> = {};
    for (const [name, player, priority] of [
      ['low', calm, 'low'],
      ['normal', calm, 'normal'],
      ['soon', busy, 'normal'],
      ['urgent', calm, 'urgent'],
      ['urgent soon', busy, 'urgent'],
    ] as const) {
      ids[name] = await aTicket(server, player);
      await prioritize(server, ids[name], priority);
      server.clock.advance(MINUTE);
    }
    const expected: Record<string, string[]> = {
      priority: ['urgent soon', 'urgent', 'soon', 'normal', 'low'],
      due: ['urgent soon', 'soon', 'urgent', 'normal', 'low'],
      waiting: ['low', 'normal', 'soon', 'urgent', 'urgent soon'],
      created: ['low', 'normal', 'soon', 'urgent', 'urgent soon'],
    };
    const named = (names: readonly string[] = []) => names.map((name) => ids[name]);
    assert.deepEqual(await list(server, ''), named(expected.priority));
    for (const sort of TICKET_SORTS) {
      const names = expected[sort.replace('-', '')]?.slice() ?? assert.fail(sort);
      if (sort.startsWith('-')) names.reverse();
      assert.deepEqual(await list(server, `sort=${sort}`), named(names), sort);
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = `sort=${sort}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const { body }: Reply = await team(server, 'GET', `/tickets?${query}`);
        found.push(...body.tickets.map(({ id }: { id: string }) => id));
        cursor = body.nextCursor;
      }
      assert.deepEqual(found, named(names), `${sort} in pages`);
    }
    assert.deepEqual(await list(server, 'view=all&sort=created'), named(expected.created));
    assert.deepEqual(await list(server, 'view=all'), named(expected.created?.toReversed()));
    const due = (await rows(server, '')).map(({ dueAt }) => dueAt);
    assert.deepEqual(due, [at(9), at(63), at(12), at(1441), at(4320)]);
  });

  test('a target applies at once, also while the clock stands still', async (t) => {
    const server = await startServer(t);
    const [first, second] = [await aPlayer(server), await aPlayer(server)];
    const early = await aTicket(server, first);
    server.clock.advance(MINUTE);
    const late = await aTicket(server, second);
    assert.deepEqual(await list(server, ''), [early, late]);
    await updateProject(server, second.project, { responseTargets: { normal: 30 } });
    const [row, other] = await rows(server, '');
    assert.deepEqual([row.id, row.dueAt, other.id], [late, at(31), early]);
    assert.equal((await team(server, 'GET', `/tickets/${late}`)).body.dueAt, at(31));
    const ofPlayer = await team(server, 'GET', `/players/${second.id}/tickets`);
    assert.equal(ofPlayer.body.tickets[0].dueAt, at(31));
    await updateProject(server, second.project, { responseTargets: { normal: 2000 } });
    assert.deepEqual(await list(server, ''), [early, late]);
  });

  test('the cursor of another sort gets 400, which says so', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    for (let index = 0; index < 3; index++) await aTicket(server, player);
    const { nextCursor } = (await team(server, 'GET', '/tickets?limit=1')).body;
    const reply = await team(server, 'GET', `/tickets?sort=waiting&cursor=${nextCursor}`);
    assertInvalid(reply, '/api/v1/team/tickets', 'cursor');
    assert.match(reply.text, /Belongs to the sort priority, not to waiting/);
    assert.equal((await team(server, 'GET', `/tickets?sort=priority&cursor=${nextCursor}`)).status, 200);
  });
});

suite('tickets of blocked players', () => {
  test('are marked and leave attention, page and count, until the player is unblocked', async (t) => {
    const server = await startServer(t);
    const [player, other] = [await aPlayer(server), await aPlayer(server)];
    const open = await aTicket(server, player);
    const closed = await aTicket(server, player);
    await setStatus(server, closed, 'closed');
    const others = await aTicket(server, other);
    const attention = async () => [
      await list(server, ''),
      (await team(server, 'GET', '/tickets/counts')).body.attention.count,
      await list(server, 'sort=created'),
    ];
    const both = [open, others].sort();
    assert.deepEqual(await attention(), [both, 2, both]);
    await block(server, player);
    assert.deepEqual(await attention(), [[others], 1, [others]]);
    const marks = async () =>
      (await rows(server, 'view=all')).map((row) => [row.id, row.playerBlocked, row.dueAt !== null]);
    const marked = (blocked: boolean) =>
      [
        [open, blocked, !blocked],
        [closed, blocked, false],
        [others, false, true],
      ]
        .sort()
        .reverse();
    assert.deepEqual((await marks()).sort().reverse(), marked(true));
    const { body } = await team(server, 'GET', '/tickets/counts');
    assert.deepEqual([body.open.count, body.closed.count, body.all.count], [2, 1, 3], 'they stay in the other views');

    await setStatus(server, closed, 'open');
    await prioritize(server, open, 'urgent');
    const sent = await directMessage(server, player, { canReply: true });
    assert.ok(sent);
    for (const { id } of await rows(server, 'view=pending')) await setStatus(server, id, 'open');
    assert.deepEqual(await attention(), [[others], 1, [others]]);
    assert.equal((await rows(server, 'view=open')).filter(({ playerBlocked }) => playerBlocked).length, 3);

    await block(server, player, false);
    assert.equal((await list(server, '')).length, 4);
    assert.equal((await list(server, ''))[0], open, 'the urgent one is first');
    assert.ok((await rows(server, 'view=all')).every(({ playerBlocked }) => !playerBlocked));
  });
});

suite('CountTickets', () => {
  test('200: with each filter, the counts are the numbers of tickets in the views', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const member = await aMember(server);
    const blocked = await aPlayer(server, player.project);
    for (const [index, status] of ['open', 'open', 'pending', 'resolved', 'closed', 'open'].entries()) {
      const context = { platform: index % 2 === 0 ? 'iOS' : 'PC', locale: 'de', appVersion: '1.0 "beta"' };
      const id = await aTicket(server, index === 5 ? blocked : player, { type: index < 2 ? 'lag' : 'bug', context });
      await setStatus(server, id, status);
      const assigneeId = index % 3 === 0 ? member.id : null;
      const priority = index === 1 ? 'high' : 'normal';
      await team(server, 'PATCH', `/tickets/${id}`, { assigneeId, priority, tags: index === 2 ? ['vip'] : [] });
      server.clock.advance(24 * 60 * MINUTE);
    }
    await block(server, blocked);
    const other = await aProject(server);
    for (const query of [
      '',
      'platform=iOS',
      'platform=ios',
      'locale=de&platform=PC',
      `appVersion=${encodeURIComponent('1.0 "beta"')}&type=lag`,
      'type=bug',
      'status=open',
      'status=pending',
      'tag=vip',
      'priority=high',
      'assigneeId=none',
      `assigneeId=${member.id}`,
      'assigneeId=mem_unknown',
      'from=2026-01-02&to=2026-01-04',
      `projectId=${player.project.id}&from=2026-01-03`,
      `projectId=${other.id}`,
    ]) {
      const counts = (await member.call('GET', `/tickets/counts?${query}`)).body;
      for (const view of TICKET_VIEWS) {
        const { body } = await member.call('GET', `/tickets?view=${view}&limit=100&${query}`);
        assert.deepEqual(counts[view], { count: body.tickets.length, capped: false }, `${view} ${query}`);
      }
    }
    const reply = await member.call('GET', '/tickets/counts?from=yesterday&priority=no&tag=a,b');
    assertInvalid(reply, '/api/v1/team/tickets/counts', 'from', 'priority', 'tag');
  });
});

test('UpdatePlayer, twice at once: the mark is what the player is', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const id = await aTicket(server, player);
  for (let round = 0; round < 5; round++) {
    await Promise.all([
      block(server, player, true),
      block(server, player, false),
      aTicket(server, player).catch(() => ''),
    ]);
    const { body } = await team(server, 'GET', `/players/${player.id}`);
    const row = (await rows(server, 'view=all')).find((one) => one.id === id);
    const attention = await list(server, '');
    assert.deepEqual([row.playerBlocked, attention.includes(id)], [body.blocked, !body.blocked]);
  }
});
