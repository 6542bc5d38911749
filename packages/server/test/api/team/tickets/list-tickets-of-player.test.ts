import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTicketsOfPlayer } from '../../../../src/team/tickets/list-tickets-of-player.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, aTicket, playerReply, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed, UNKNOWN_PLAYER } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/players';

testTeamOperation(
  listTicketsOfPlayer,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { playerId: (await aPlayer(server, project)).id } }),
    statuses: {
      404: changed({ params: { playerId: UNKNOWN_PLAYER } }),
    },
    statements: { usual: 3 },
  },
  () => {
    test("200: the player's tickets as in the queue, the latest activity first", async (t) => {
      const server = await startServer(t);
      const [player, other] = [await aPlayer(server), await aPlayer(server)];
      const first = await aTicket(server, player);
      server.clock.advance(1000);
      const second = await aTicket(server, player);
      await aTicket(server, other);
      server.clock.advance(1000);
      await playerReply(server, player, first);
      const { status, body } = await team(server, 'GET', `/players/${player.id}/tickets`);
      assert.equal(status, 200);
      const { tickets: queue } = (await team(server, 'GET', `/tickets?view=all&projectId=${player.project.id}`)).body;
      const byId = (id: string) => queue.find((ticket: { id: string }) => ticket.id === id);
      assert.deepEqual(body, { tickets: [byId(first), byId(second)] });
      assert.deepEqual((await team(server, 'GET', `/players/${(await aPlayer(server)).id}/tickets`)).body, {
        tickets: [],
      });
    });

    test('404: an unknown player, or one of a project that the caller may not enter', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server, undefined, { userId: 'u1' });
      const member = await aMember(server, 'owner', { projectIds: [(await aProject(server)).id] });
      const at = `/players/${player.id}/tickets`;
      assertProblem(await member.call('GET', at), 404, 'not-found', `/api/v1/team${at}`);
      await assertAllNotFound(
        strangeIds(player.id),
        (id) => `${PATH}/${id}/tickets`,
        (path) => server.call('GET', path, { token: server.teamKey }),
      );
    });
  },
);
