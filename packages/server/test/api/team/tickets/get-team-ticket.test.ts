import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getTeamTicket } from '../../../../src/team/tickets/get-team-ticket.ts';
import {
  aPlayer,
  aTicket,
  getTicket,
  identify,
  playerReply,
  seenPlayer,
  team,
  teamNote,
  teamReply,
} from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { changed, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';
import { NO_CONTEXT } from '../../../helpers/text-fields.ts';
import { aTicketOf } from '../../../helpers/things.ts';

const PATH = '/api/v1/team/tickets';

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

testTeamOperation(
  getTeamTicket,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { ticketId: await aTicketOf(server, project) } }),
    statuses: {
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
    },
    statements: { usual: 5 },
  },
  () => {
    suite('GetTeamTicket', () => {
      test('200: with its player, both contexts, and every message', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server, undefined, { userId: 'u1', context: { appVersion: '1', locale: 'de' } });
        const id = await aTicket(server, player, { message: 'First.\nSecond line.' });
        server.clock.advance(1000);
        await teamNote(server, id, 'A note.');
        await teamReply(server, id, 'An answer.');
        server.clock.advance(1000);
        await getTicket(server, player, id);
        server.clock.advance(1000);
        const fields = { installationId: player.installationId, context: { appVersion: '2' } };
        const again = { ...player, token: (await identify(server, player.project, fields)).body.playerAccessToken };
        await playerReply(server, again, id, 'A reply.');

        const { status, body } = await team(server, 'GET', `/tickets/${id}`);
        assert.equal(status, 200);
        const { player: shownPlayer, context, messages, events, merge, mergedTickets, answers, ...queued } = body;
        assert.deepEqual([events, merge, mergedTickets, answers], [[], null, [], []]);
        assert.deepEqual([queued], (await team(server, 'GET', '/tickets')).body.tickets);
        assert.deepEqual(shownPlayer, await seenPlayer(server, player.id));
        assert.deepEqual([shownPlayer.userId, shownPlayer.context], ['u1', { ...NO_CONTEXT, appVersion: '2' }]);
        assert.deepEqual(context, { ...NO_CONTEXT, appVersion: '1', locale: 'de' });
        const ids = messages.map((message: { id: string }) => message.id);
        assert.equal(new Set(ids).size, 4);
        const key = { id: (await server.store.apiKeys.list())[0]?.api_key_id, name: 'tests' };
        const rows = [
          ['player', 'public', 'First.\nSecond line.', at(0), null],
          ['admin', 'internal', 'A note.', at(1000), null],
          ['admin', 'public', 'An answer.', at(1000), at(2000)],
          ['player', 'public', 'A reply.', at(3000), null],
        ];
        assert.deepEqual(
          messages,
          rows.map(([authorType, visibility, message, createdAt, readAt], index) => ({
            id: ids[index],
            ticketId: id,
            authorType,
            visibility,
            message,
            attachments: [],
            author: authorType === 'admin' ? key : null,
            createdAt,
            readAt,
          })),
        );
      });

      test("200: a ticket's context also becomes the player's; a ticket without a context has the player's", async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const contexts = async (id: string) => {
          const { body } = await team(server, 'GET', `/tickets/${id}`);
          return [body.context.platform, body.player.context.platform];
        };
        const without = await aTicket(server, player);
        assert.deepEqual(await contexts(without), [null, null]);
        const own = await aTicket(server, player, { context: { platform: 'iOS' } });
        assert.deepEqual(await contexts(own), ['iOS', 'iOS']);
        assert.deepEqual(await contexts(await aTicket(server, player, { context: null })), ['iOS', 'iOS']);
        await aTicket(server, player, { context: { platform: 'PC' } });
        assert.deepEqual(await contexts(own), ['iOS', 'PC']);
        assert.deepEqual(await contexts(without), [null, 'PC']);
      });

      test('200: reading it marks nothing as read', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        await teamReply(server, id);
        for (let times = 0; times < 2; times++) {
          assert.equal((await team(server, 'GET', `/tickets/${id}`)).body.messages[1].readAt, null);
        }
      });

      test('404: an id that does not exist', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        await assertAllNotFound(
          // An empty id is the list's address.
          [player.id, ...strangeIds(id)].filter((one) => one !== ''),
          (one) => `${PATH}/${one}`,
          (path) => server.call('GET', path, { token: server.teamKey }),
        );
      });
    });
  },
);
