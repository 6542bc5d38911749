import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getIdentity as operation } from '../../../../src/team/identity/get-identity.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { AUDIENCE, setUpIdentity } from '../../../helpers/identity.ts';
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
    statements: { usual: 2 },
  },
  () => {
    test('200: everything but the secret; 404: a project without settings', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const path = `/projects/${project.id}/identity`;
      assert.equal((await team(server, 'GET', path)).status, 404);
      await setUpIdentity(server, project);
      assert.deepEqual((await team(server, 'GET', path)).body, {
        jwksUrl: null,
        publicKey: null,
        hasSecret: true,
        audience: AUDIENCE,
        issuer: null,
        sharesTokens: false,
        updatedAt: new Date(START).toISOString(),
      });
    });
  },
);
