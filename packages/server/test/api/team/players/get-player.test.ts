import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getPlayer } from '../../../../src/team/players/get-player.ts';
import {
  aPlayer,
  aTicket,
  identify,
  playerReply,
  poll,
  seenPlayer,
  team,
  teamReply,
} from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { changed, UNKNOWN_PLAYER } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';
import { NO_CONTEXT } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/players';

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

testTeamOperation(
  getPlayer,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { playerId: (await aPlayer(server, project)).id } }),
    statuses: {
      404: changed({ params: { playerId: UNKNOWN_PLAYER } }),
    },
    statements: { usual: 1 },
  },
  () => {
    suite('GetPlayer', () => {
      test('200: a player without any data', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const { status, body } = await team(server, 'GET', `/players/${player.id}`);
        assert.equal(status, 200);
        assert.deepEqual(body, {
          id: player.id,
          projectId: player.project.id,
          userId: null,
          sessionId: null,
          context: NO_CONTEXT,
          blocked: false,
          verified: false,
          openTickets: 0,
          createdAt: at(0),
          lastSeenAt: at(0),
        });
      });

      test('200: the latest data of the player, and when the player was last seen', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server, undefined, {
          userId: 'u1',
          sessionId: 's1',
          context: { platform: 'iOS' },
        });
        const { installationId } = player;
        const asSeen = async () => {
          const { userId, sessionId, context, openTickets, createdAt, lastSeenAt } = await seenPlayer(
            server,
            player.id,
          );
          assert.equal(createdAt, at(0));
          return { userId, sessionId, platform: context.platform, openTickets, lastSeenAt };
        };
        const first = { userId: 'u1', sessionId: 's1', platform: 'iOS', openTickets: 0, lastSeenAt: at(0) };
        assert.deepEqual(await asSeen(), first);

        server.clock.advance(1000);
        const fields = { installationId, userId: 'u2', sessionId: null, context: { platform: 'PC' } };
        const { body } = await identify(server, player.project, fields);
        const again = { ...player, token: body.playerAccessToken };
        const second = { userId: 'u2', sessionId: null, platform: 'PC', openTickets: 0, lastSeenAt: at(1000) };
        assert.deepEqual(await asSeen(), second);

        server.clock.advance(1000);
        await poll(server, again);
        assert.deepEqual(await asSeen(), second, 'a poll does not change lastSeenAt');
        const ticketId = await aTicket(server, again, { context: { platform: 'TV' } });
        assert.deepEqual(await asSeen(), { ...second, platform: 'TV', openTickets: 1, lastSeenAt: at(2000) });

        server.clock.advance(1000);
        await teamReply(server, ticketId);
        assert.equal((await asSeen()).lastSeenAt, at(2000), 'a reply of the team does not change lastSeenAt');
        await playerReply(server, again, ticketId);
        assert.equal((await asSeen()).lastSeenAt, at(3000));
      });

      test('404: an id that does not exist', async (t) => {
        const server = await startServer(t);
        const { id } = await aPlayer(server);
        await assertAllNotFound(
          strangeIds(id),
          (one) => `${PATH}/${one}`,
          (path) => server.call('GET', path, { token: server.teamKey }),
        );
      });
    });
  },
);
