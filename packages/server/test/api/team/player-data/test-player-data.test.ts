import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPlayerData } from '../../../../src/team/player-data/test-player-data.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aReceiver } from '../../../helpers/notifications.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { answerWith, COINS, setPlayerData } from '../../../helpers/player-data.ts';

testTeamOperation(
  testPlayerData,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: ({ project }) => ({ params: { projectId: project.id } }),
    statuses: {
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    statements: { usual: 1 },
  },
  () => {
    test('200: the service is asked for a test player, each time and a few times a minute', async (t) => {
      const server = await startServer(t, { env: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
      const receiver = await aReceiver(t);
      const project = await aProject(server);
      const send = () => team(server, 'POST', `/projects/${project.id}/player-data/test`);
      assert.equal((await send()).body.error, 'not-set');
      await setPlayerData(server, project, receiver.url);
      assert.equal((await send()).body.error, 'http-204');
      receiver.answer = answerWith(COINS);
      assert.deepEqual((await send()).body.sections, COINS.sections);
      assert.equal((await send()).status, 200);
      assert.equal((await send()).status, 429);
      assert.equal(receiver.requests.length, 3);
      for (const { body } of receiver.requests) {
        assert.deepEqual(body.data, { projectId: project.id, playerId: 'ply_test', userId: null, verified: false });
      }
    });
  },
);
