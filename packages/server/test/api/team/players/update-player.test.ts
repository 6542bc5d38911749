import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { updatePlayer } from '../../../../src/team/players/update-player.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aPlayer,
  aTicket,
  block,
  createTicket,
  getTicket,
  identify,
  listTickets,
  markRead,
  playerReply,
  poll,
  seenPlayer,
  team,
  teamReply,
} from '../../../helpers/builders.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed, sameKeyFor, UNKNOWN_PLAYER } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/players';

async function withKey({ server, project }: TeamGiven): Promise<RequestParts> {
  const params = { playerId: (await aPlayer(server, project)).id };
  return { params, body: { blocked: true }, headers: { 'idempotency-key': 'one' } };
}

testTeamOperation(
  updatePlayer,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { playerId: (await aPlayer(server, project)).id },
      body: { blocked: true },
    }),
    statuses: {
      400: changed({ body: { blocked: 1 } }),
      404: changed({ params: { playerId: UNKNOWN_PLAYER } }),
      409: sameKeyFor({ blocked: false }),
    },
    statements: { usual: 4, cases: { 'with an Idempotency-Key': [5, withKey] } },
    changeFeed: ({ project }) => [ticketChange(project, null)],
  },
  () => {
    suite('UpdatePlayer', async () => {
      const server = await sharedServer();

      test('200: a blocked player can read and mark as read, but not write', async () => {
        const player = await aPlayer(server);
        const ticketId = await aTicket(server, player);
        await teamReply(server, ticketId);
        const { status, body } = await block(server, player);
        assert.deepEqual([status, body], [200, await seenPlayer(server, player.id)]);
        assert.equal(body.blocked, true);

        assertProblem(await createTicket(server, player), 409, 'player-blocked', '/api/v1/tickets');
        const path = `/api/v1/tickets/${ticketId}/messages`;
        assertProblem(await playerReply(server, player, ticketId), 409, 'player-blocked', path);
        assert.equal((await identify(server, player.project, { installationId: `other-${player.id}` })).status, 200);
        assert.equal((await listTickets(server, player)).body.tickets.length, 1);
        assert.equal((await getTicket(server, player, ticketId)).body.messages.length, 2);
        const inbox = await poll(server, player);
        assert.equal((await markRead(server, player, inbox.body.messages[0].id)).status, 200);
        assert.equal((await seenPlayer(server, player.id)).openTickets, 1);
      });

      test('200: identify does not unblock a player; blocking and unblocking can be repeated', async () => {
        const player = await aPlayer(server);
        for (const blocked of [true, true, false, false]) {
          assert.equal((await block(server, player, blocked)).body.blocked, blocked);
          const { body } = await identify(server, player.project, { installationId: player.installationId });
          const again = { ...player, token: body.playerAccessToken };
          assert.equal((await seenPlayer(server, player.id)).blocked, blocked);
          assert.equal((await createTicket(server, again)).status, blocked ? 409 : 201);
        }
      });

      test('200 with an Idempotency-Key: a repeated request changes nothing', async () => {
        const player = await aPlayer(server);
        const send = () =>
          server.call('PATCH', `${PATH}/${player.id}`, {
            token: server.teamKey,
            body: { blocked: true },
            headers: { 'idempotency-key': 'one' },
          });
        assert.deepEqual(
          (await Promise.all([send(), send()])).map(({ status, body }) => [status, body.blocked]),
          [
            [200, true],
            [200, true],
          ],
        );
        await block(server, player, false);
        const again = await send();
        assert.deepEqual([again.status, again.body.blocked], [200, false], 'the player as it is now');
      });

      test('200: other players of the project are not blocked', async () => {
        const player = await aPlayer(server);
        const other = await aPlayer(server, player.project);
        await block(server, player);
        assert.equal((await createTicket(server, other)).status, 201);
      });

      test('400: a value that is not a boolean', async () => {
        const player = await aPlayer(server);
        for (const body of [{}, { blocked: null }, { blocked: 'true' }, { blocked: 1 }]) {
          assertInvalid(await team(server, 'PATCH', `/players/${player.id}`, body), `${PATH}/${player.id}`, 'blocked');
        }
        assertInvalid(await team(server, 'PATCH', `/players/${player.id}`, []), `${PATH}/${player.id}`, '$');
        assert.equal((await seenPlayer(server, player.id)).blocked, false);
      });

      test('404: an id that does not exist', async () => {
        const { id } = await aPlayer(server);
        await assertAllNotFound(
          strangeIds(id),
          (one) => `${PATH}/${one}`,
          (path) => server.call('PATCH', path, { token: server.teamKey, body: { blocked: true } }),
        );
      });
    });
  },
);
