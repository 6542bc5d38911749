import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listInstallations } from '../../../../src/team/players/list-installations.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, identify, seenPlayer, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed, UNKNOWN_PLAYER } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/players';

async function withUserId({ server, project }: TeamGiven): Promise<RequestParts> {
  const { id: playerId } = await aPlayer(server, project, { userId: 'u1' });
  return { params: { playerId } };
}

testTeamOperation(
  listInstallations,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { playerId: (await aPlayer(server, project)).id } }),
    statuses: {
      404: changed({ params: { playerId: UNKNOWN_PLAYER } }),
    },
    statements: { usual: 1, cases: { 'of a player with a user id': [2, withUserId] } },
  },
  () => {
    test('200: other installations of the project with the same userId, the last seen first', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const userId = "u'1";
      const player = await aPlayer(server, project, { userId });
      const others: string[] = [];
      for (let count = 0; count < 3; count++) {
        server.clock.advance(1000);
        others.unshift((await aPlayer(server, project, { userId })).id);
      }
      await aPlayer(server, project, { userId: 'u1' });
      await aPlayer(server, project);
      await aPlayer(server, undefined, { userId });
      const shown = async (id: string) => {
        const { status, body } = await team(server, 'GET', `/players/${id}/installations`);
        assert.equal(status, 200);
        assert.deepEqual(Object.keys(body), ['players']);
        return body.players;
      };
      assert.deepEqual(await shown(player.id), await Promise.all(others.map((id) => seenPlayer(server, id))));
      server.clock.advance(1000);
      await identify(server, project, { installationId: player.installationId });
      assert.equal((await shown(others[0] ?? ''))[0].id, player.id, 'the last seen comes first');
      assert.deepEqual(await shown((await aPlayer(server, project)).id), [], 'who claims nobody has no others');

      for (let count = 0; count < 50; count++) await aPlayer(server, project, { userId });
      assert.equal((await shown(player.id)).length, 50);
    });

    test('200: empty texts that an earlier version stored, as user id or in the context, count as absent', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const ids: string[] = [];
      for (let count = 0; count < 2; count++) {
        const { id } = await aPlayer(server, project, { context: { platform: 'ios' } });
        const row = await server.store.players.byId(id);
        assert.ok(row);
        const context = JSON.stringify({ platform: '' });
        const stored = { ...row, user_id: '', session_id: '', context, keepUserId: 0, keepSessionId: 0 } as const;
        await server.store.players.identify(stored);
        ids.push(id);
      }
      for (const id of ids) {
        const { userId, sessionId, context } = await seenPlayer(server, id);
        assert.deepEqual([userId, sessionId, context.platform], [null, null, null]);
        assert.deepEqual((await team(server, 'GET', `/players/${id}/installations`)).body, { players: [] });
      }
    });

    test('404: an unknown player, or one of a project that the caller may not enter', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server, undefined, { userId: 'u1' });
      const member = await aMember(server, 'owner', { projectIds: [(await aProject(server)).id] });
      const at = `/players/${player.id}/installations`;
      assertProblem(await member.call('GET', at), 404, 'not-found', `/api/v1/team${at}`);
      await assertAllNotFound(
        strangeIds(player.id),
        (id) => `${PATH}/${id}/installations`,
        (path) => server.call('GET', path, { token: server.teamKey }),
      );
    });
  },
);
