import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPlayerDataSettings } from '../../../../src/team/player-data/get-player-data-settings.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { setPlayerData } from '../../../helpers/player-data.ts';

testTeamOperation(
  getPlayerDataSettings,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: ({ project }) => ({ params: { projectId: project.id } }),
    statuses: {
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    statements: { usual: 1 },
  },
  () => {
    test('200: the address, and never the secret', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const path = `/projects/${project.id}/player-data`;
      assert.deepEqual((await team(server, 'GET', path)).body, { url: null, secret: null });
      const url = 'https://93.184.216.34/players?key=1';
      assert.match(await setPlayerData(server, project, url), /^whsec_/);
      assert.deepEqual((await team(server, 'GET', path)).body, { url, secret: null });
    });
  },
);
