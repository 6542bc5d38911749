import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLinkedInstallations as operation } from '../../../../src/team/players/list-linked-installations.ts';
import { aPlayer, aProject, team } from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../../helpers/identity.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  operation,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => {
      await setUpIdentity(server, project);
      const { id } = await linked(server, await aPlayer(server, project), 'account', server.clock.now);
      return { params: { playerId: id } };
    },
    statuses: {
      404: changed({ params: { playerId: 'ply_a' } }),
    },
    statements: { usual: 3 },
  },
  () => {
    test('200: the installations of an account, last seen first; none without an account', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const [one, two] = [
        await aPlayer(server, project),
        await aPlayer(server, project, { context: { platform: 'PC' } }),
      ];
      assert.deepEqual((await team(server, 'GET', `/players/${one.id}/links`)).body, {
        installations: [],
        received: [],
      });
      const { id } = await linked(server, one, 'account');
      await linked(server, two, 'account');
      server.clock.advance(1000);
      await server.call('POST', '/api/v1/player/identify', {
        body: { projectPublicKey: project.publicKey, installationId: two.installationId },
      });
      const { installations } = (await team(server, 'GET', `/players/${id}/links`)).body;
      const at = new Date(START).toISOString();
      assert.deepEqual(
        installations.map(({ context, ...rest }: { context: { platform: string } }) => [rest, context.platform]),
        [
          [{ id: two.id, linkedAt: at, lastSeenAt: new Date(START + 1000).toISOString() }, 'PC'],
          [{ id: one.id, linkedAt: at, lastSeenAt: at }, null],
        ],
      );
    });
  },
);
