import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY } from '../../../../src/domain/time.ts';
import { prune } from '../../../../src/jobs/prune.ts';
import { markTicketSeen } from '../../../../src/team/tickets/mark-ticket-seen.ts';
import { assertInvalid, assertLimited } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  eventually,
  type Member,
  mergeTicket,
  playerReply,
  team,
} from '../../../helpers/builders.ts';
import { openStream } from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aTicketOf } from '../../../helpers/things.ts';

async function newestMessage(server: TestServer, ticketId: string): Promise<string> {
  const { body } = await team(server, 'GET', `/tickets/${ticketId}`);
  return body.messages.at(-1).id;
}

const mark = (member: Member, ticketId: string, messageId: string) =>
  member.call('PUT', `/tickets/${ticketId}/seen`, { messageId });

async function markAll(server: TestServer, member: Member, ticketId: string): Promise<void> {
  const { status, text } = await mark(member, ticketId, await newestMessage(server, ticketId));
  assert.equal(status, 204, text);
}

async function seenBy(member: Member): Promise<{ ticketId: string; newMessages: number; newTeamMessages: number }[]> {
  return (await member.call('GET', '/tickets?view=all')).body.seen;
}

testTeamOperation(
  markTicketSeen,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => {
      const ticketId = await aTicketOf(server, project);
      return { params: { ticketId }, body: { messageId: await newestMessage(server, ticketId) } };
    },
    statuses: {
      400: changed({ body: { messageId: 'msg-1' } }),
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
    },
    changeFeed: [],
    statements: { usual: 2 },
  },
  () => {
    suite('what is new', () => {
      test('since a member looked: messages of the player, and those of other members', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [id, never] = [await aTicket(server, player), await aTicket(server, player)];
        const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
        assert.deepEqual(await seenBy(ada), [], `nothing is known of ${never}`);
        await playerReply(server, player, id);
        await markAll(server, ada, id);
        const nothing = { ticketId: id, newMessages: 0, newTeamMessages: 0 };
        assert.deepEqual(await seenBy(ada), [nothing]);
        for (let count = 0; count < 2; count++) await playerReply(server, player, id);
        await ben.call('POST', `/tickets/${id}/notes`, { message: 'A known bug.' });
        await ada.call('POST', `/tickets/${id}/notes`, { message: 'My own note is not new to me.' });
        assert.deepEqual(await seenBy(ada), [{ ticketId: id, newMessages: 2, newTeamMessages: 1 }]);
        assert.deepEqual(await seenBy(ben), [], 'another member has not looked');
        await markAll(server, ada, id);
        assert.deepEqual(await seenBy(ada), [nothing]);
      });

      test('only up to the message that the member saw, and an earlier one changes nothing', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const ada = await aMember(server, 'viewer');
        const first = await newestMessage(server, id);
        await playerReply(server, player, id);
        const second = await newestMessage(server, id);
        await playerReply(server, player, id);
        const isNew = async () => (await seenBy(ada)).map(({ newMessages }) => newMessages);
        await mark(ada, id, first);
        assert.deepEqual(await isNew(), [2]);
        await mark(ada, id, second);
        assert.deepEqual(await isNew(), [1]);
        await mark(ada, id, first);
        assert.deepEqual(await isNew(), [1]);
      });

      test('counts among the newest 20 messages, own ones included', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
        await markAll(server, ada, id);
        const write = async (member: Member, messages: number) => {
          for (let count = 0; count < messages; count++) {
            assert.equal((await member.call('POST', `/tickets/${id}/notes`, { message: 'x' })).status, 201);
          }
        };
        await write(ben, 21);
        assert.deepEqual(await seenBy(ada), [{ ticketId: id, newMessages: 0, newTeamMessages: 20 }]);
        await write(ada, 5);
        await playerReply(server, player, id);
        assert.deepEqual(await seenBy(ada), [{ ticketId: id, newMessages: 1, newTeamMessages: 14 }]);
      });

      test('is known of a ticket that others are merged into', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
        const ada = await aMember(server, 'agent');
        assert.equal((await mergeTicket(server, source, target)).status, 200);
        await markAll(server, ada, target);
        await playerReply(server, player, target);
        assert.deepEqual(await seenBy(ada), [{ ticketId: target, newMessages: 1, newTeamMessages: 0 }]);
      });

      test('is not known to an API key', async (t) => {
        const server = await startServer(t);
        const id = await aTicket(server, await aPlayer(server));
        const { body } = await team(server, 'GET', '/tickets?view=all');
        assert.deepEqual(body.seen, []);
        assert.equal((await team(server, 'PUT', `/tickets/${id}/seen`, { messageId: 'msg_0' })).status, 401);
      });

      test('is forgotten after 30 days without a look, and each day of looking keeps it', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [kept, old] = [await aTicket(server, player), await aTicket(server, player)];
        const ada = await aMember(server, 'agent');
        for (const id of [kept, old]) await markAll(server, ada, id);
        server.clock.advance(2 * DAY);
        await markAll(server, ada, kept);
        const { store, clock } = server;
        clock.advance(28 * DAY);
        const options = { store, config: { idempotencyDays: 1, auditDays: 365 }, limit: 100, stopping: () => false };
        await prune({ ...options, now: clock.now });
        assert.deepEqual(
          (await server.store.seenTickets.ofMember(ada.id, [{ player_id: player.id, ticket_id: kept }])).length,
          1,
        );
        assert.deepEqual(
          await server.store.seenTickets.ofMember(ada.id, [{ player_id: player.id, ticket_id: old }]),
          [],
        );
      });
    });

    test('the other tabs of the member are told, once for each message, and nobody else', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await aTicket(server, player);
      const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
      const [atAda, atBen] = [
        await openStream(t, server, { headers: { cookie: ada.cookie } }),
        await openStream(t, server, { headers: { cookie: ben.cookie } }),
      ];
      const { project } = player;
      for (let count = 0; count < 2; count++) await markAll(server, ada, id);
      await ben.call('PATCH', `/tickets/${id}`, { priority: 'high' });
      const names = ({ events }: typeof atAda) => events.map(({ name }) => name).filter((name) => name !== 'beat');
      for (const stream of [atAda, atBen]) await eventually(async () => names(stream).includes('ticket'));
      await eventually(async () => names(atAda).includes('seen'));
      assert.deepEqual(
        atAda.events.filter(({ name }) => name === 'seen').map(({ data }) => data),
        [{ projectId: project.id, ticketId: id, memberId: ada.id }],
      );
      assert.ok(!names(atBen).includes('seen') && !atBen.text().includes('"seen"'));
    });

    test('400 and 429', async (t) => {
      const server = await startServer(t, { config: { limits: { seen: 2 } } });
      const id = await aTicket(server, await aPlayer(server));
      const ada = await aMember(server, 'viewer');
      const path = `/api/v1/team/tickets/${id}/seen`;
      for (const messageId of ['', 'x', id, 'msg_', "msg_0' OR 1"]) {
        assertInvalid(await mark(ada, id, messageId), path, 'messageId');
      }
      for (let count = 0; count < 2; count++) await markAll(server, ada, id);
      const again = await mark(ada, id, await newestMessage(server, id));
      assertLimited(again, path, { quota: 2, window: DAY / 1000, wait: DAY / 1000 });
    });
  },
);
