import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteIdentity as operation } from '../../../../src/team/identity/delete-identity.ts';
import { aPlayer, aProject, poll, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { identityToken, link, linked, setUpIdentity } from '../../../helpers/identity.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  operation,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => {
      await setUpIdentity(server, project);
      return { params: { projectId: project.id } };
    },
    statuses: {
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    statements: { usual: 3 },
    changeFeed: [settingsChange('projects')],
  },
  () => {
    test('204: nobody can be linked any more, and links stay', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const account = await linked(server, await aPlayer(server, project), 'account');
      const path = `/projects/${project.id}/identity`;
      assert.equal((await team(server, 'DELETE', path)).status, 204);
      assert.equal((await team(server, 'DELETE', path)).status, 204);
      assert.equal((await team(server, 'GET', path)).status, 404);
      assert.equal((await link(server, await aPlayer(server, project), await identityToken('account'))).status, 409);
      assert.equal((await poll(server, account)).status, 200);
    });
  },
);
