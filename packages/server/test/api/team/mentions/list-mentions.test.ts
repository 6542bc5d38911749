import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_LISTED_MENTIONS, MAX_MENTIONS, MAX_UNREAD_MENTIONS, MENTION_DAYS } from '@player-support/contract/limits';
import { readConfig } from '../../../../src/config/config.ts';
import { DAY, iso, SECOND } from '../../../../src/domain/time.ts';
import { prune } from '../../../../src/jobs/prune.ts';
import { listMentions } from '../../../../src/team/mentions/list-mentions.ts';
import { aMember, aPlayer, aTicket, type Member, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const note = (member: Member, ticketId: string, message: string, mentions: readonly string[]) =>
  member.call('POST', `/tickets/${ticketId}/notes`, { message, mentions });

async function mentionsOf(member: Member, query = '') {
  const { status, body, text } = await member.call('GET', `/mentions${query}`);
  assert.equal(status, 200, text);
  return body;
}

testTeamOperation(
  listMentions,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: () => ({}),
    statuses: {
      400: changed({ query: '?cursor=kni_x' }),
    },
    // The projects, the page and the unread count.
    statements: { usual: 3 },
  },
  () => {
    test('200: the notes that mention the member, newest first, and nobody else has them', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const ticketId = await aTicket(server, player, { subject: 'Stuck at the gate' });
      const [author, member, other] = [await aMember(server), await aMember(server, 'viewer'), await aMember(server)];
      const first = await note(author, ticketId, `  @${member.name}\nplease look  `, [member.id, author.id, member.id]);
      assert.equal(first.status, 201, first.text);
      server.clock.advance(SECOND);
      const second = await note(author, ticketId, 'Again.', [member.id]);
      const shared = {
        ...{ ticketId, projectId: player.project.id, subject: 'Stuck at the gate', readAt: null },
        author: { id: author.id, name: author.name },
      };
      assert.deepEqual(await mentionsOf(member), {
        mentions: [
          { ...shared, messageId: second.body.messageId, excerpt: 'Again.', createdAt: iso(server.clock.now) },
          {
            ...{ ...shared, messageId: first.body.messageId, excerpt: `@${member.name} please look` },
            createdAt: iso(server.clock.now - SECOND),
          },
        ],
        unread: 2,
        nextCursor: null,
      });
      for (const one of [author, other]) {
        assert.deepEqual(await mentionsOf(one), { mentions: [], unread: 0, nextCursor: null });
      }
    });

    test('200: only in projects that the member may see at the time of the request', async (t) => {
      const server = await startServer(t);
      const [player, elsewhere] = [await aPlayer(server), await aPlayer(server)];
      const owner = await aMember(server, 'owner');
      const member = await aMember(server, 'viewer', { projectIds: [player.project.id, elsewhere.project.id] });
      for (const one of [player, elsewhere]) await note(owner, await aTicket(server, one), 'Look.', [member.id]);
      assert.equal((await mentionsOf(member)).unread, 2);
      await owner.call('PATCH', `/members/${member.id}`, { projectIds: [player.project.id] });
      const { mentions, unread } = await mentionsOf(member);
      assert.deepEqual([mentions.length, mentions[0].projectId, unread], [1, player.project.id, 1]);
    });

    test('200: in pages, with a count that ends somewhere, and not for ever', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const ticketId = await aTicket(server, player);
      const [owner, member] = [await aMember(server, 'owner'), await aMember(server)];
      const { now } = server.clock;
      const id = (index: number) => `msg_${String(index).padStart(42, '0')}`;
      await server.store.transaction(async (tx) => {
        for (let index = 0; index <= MAX_UNREAD_MENTIONS; index++) {
          await tx.mentions.insert({
            ...{ member_id: member.id, message_id: id(index), ticket_id: ticketId, project_id: player.project.id },
            ...{ subject: 's', excerpt: String(index), author_id: owner.id, author_name: owner.name },
            ...{ created_at: now - index, read_at: null },
          });
        }
      });
      const first = await mentionsOf(member);
      assert.deepEqual([first.mentions.length, first.unread], [MAX_LISTED_MENTIONS, MAX_UNREAD_MENTIONS]);
      const second = await mentionsOf(member, `?cursor=${first.nextCursor}`);
      const third = await mentionsOf(member, `?cursor=${second.nextCursor}`);
      const all = [first, second, third].flatMap(({ mentions }) =>
        mentions.map(({ excerpt }: { excerpt: string }) => Number(excerpt)),
      );
      assert.deepEqual(
        all,
        all.toSorted((a, b) => b - a),
      );
      assert.deepEqual([all.length, third.nextCursor], [MAX_UNREAD_MENTIONS + 1, null]);

      server.clock.advance(MENTION_DAYS * DAY - 10);
      await prune({
        store: server.store,
        config: readConfig({}),
        now: server.clock.now,
        limit: 7,
        stopping: () => false,
      });
      assert.equal((await server.store.mentions.page(reader(member, player.project.id), undefined, 200)).length, 10);
    });

    test('400: nothing is written if one of them cannot see the ticket', async (t) => {
      const server = await startServer(t);
      const [player, elsewhere] = [await aPlayer(server), await aPlayer(server)];
      const ticketId = await aTicket(server, player);
      const owner = await aMember(server, 'owner');
      const [member, outsider, gone] = [
        await aMember(server),
        await aMember(server, 'agent', { projectIds: [elsewhere.project.id] }),
        await aMember(server),
      ];
      await owner.call('PATCH', `/members/${gone.id}`, { disabled: true });
      for (const id of [outsider.id, gone.id, 'mem_unknown']) {
        const { status, body } = await note(owner, ticketId, 'Look.', [member.id, id]);
        assert.deepEqual([status, Object.keys(body.errors ?? {})], [400, ['mentions']], id);
      }
      const many = Array.from({ length: MAX_MENTIONS + 1 }, () => member.id);
      assert.equal((await note(owner, ticketId, 'Look.', many)).status, 400);
      assert.equal((await mentionsOf(member)).unread, 0);
      const { messages } = (await team(server, 'GET', `/tickets/${ticketId}`)).body;
      assert.equal(messages.length, 1, 'no note was written');
    });

    test('201: a repeated request with the same Idempotency-Key mentions once', async (t) => {
      const server = await startServer(t);
      const ticketId = await aTicket(server, await aPlayer(server));
      const member = await aMember(server);
      const send = () =>
        server.call('POST', `/api/v1/team/tickets/${ticketId}/notes`, {
          token: server.teamKey,
          body: { message: 'Look.', mentions: [member.id] },
          headers: { 'idempotency-key': 'one' },
        });
      const [first, second] = [await send(), await send()];
      assert.deepEqual([first.status, second.text], [201, first.text]);
      assert.equal((await mentionsOf(member)).unread, 1);
    });
  },
);

const reader = ({ id }: Member, projectId: string) => ({ memberId: id, projectIds: [projectId] });
