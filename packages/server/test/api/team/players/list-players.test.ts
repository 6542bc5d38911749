import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_FOUND_PLAYERS } from '@player-support/contract/limits';
import { listPlayers } from '../../../../src/team/players/list-players.ts';
import { aMember, aPlayer, aProject, seenPlayer, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  listPlayers,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: async ({ server, project }) => {
      await aPlayer(server, project, { userId: 'u1' });
      return { query: '?userId=u1' };
    },
    statuses: {
      400: changed({ query: '' }),
    },
    // One more for every 100 projects.
    statements: { usual: 2 },
  },
  () => {
    test("200: players of the caller's projects with exactly this user ID, the last seen first", async (t) => {
      const server = await startServer(t);
      const [one, two] = [await aProject(server), await aProject(server)];
      const userId = "Nova's 88";
      const ids: string[] = [];
      for (const project of [one, two, one]) {
        server.clock.advance(1000);
        ids.unshift((await aPlayer(server, project, { userId })).id);
      }
      await aPlayer(server, one, { userId: "nova's 88" });
      await aPlayer(server, one);
      const hidden = await aPlayer(server, undefined, { userId });
      const found = async (call: typeof team | null, text = userId) => {
        const path = `/players?userId=${encodeURIComponent(text)}`;
        const { status, body } = await (call === null ? member.call('GET', path) : call(server, 'GET', path));
        assert.equal(status, 200);
        return body.players;
      };
      const member = await aMember(server, 'viewer', { projectIds: [one.id, two.id] });
      assert.deepEqual(await found(null), await Promise.all(ids.map((id) => seenPlayer(server, id))));
      assert.deepEqual(await found(null, 'Nova'), []);
      assert.ok((await found(team)).some(({ id }: { id: string }) => id === hidden.id));
    });

    test('200: a user ID that many players claim gives a bounded list', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      for (let count = 0; count <= MAX_FOUND_PLAYERS; count++) await aPlayer(server, project, { userId: 'all' });
      const { body } = await team(server, 'GET', '/players?userId=all');
      assert.equal(body.players.length, MAX_FOUND_PLAYERS);
    });
  },
);
