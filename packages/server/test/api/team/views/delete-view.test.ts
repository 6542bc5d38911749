import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteView } from '../../../../src/team/views/delete-view.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aView } from '../../../helpers/things.ts';

testTeamOperation(
  deleteView,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project, member }) => ({
      params: { viewId: await aView(server, member ?? (await aMember(server)), { project_id: project.id }) },
    }),
    statuses: {
      404: changed({ params: { viewId: 'viw_unknown' } }),
    },
    changeFeed: [],
    statements: { usual: 2 },
  },
  () => {
    test('403 and 404: a shared view of another agent, and a private one of anybody', async (t) => {
      const server = await startServer(t);
      const [ada, ben, admin] = [
        await aMember(server, 'agent'),
        await aMember(server, 'agent'),
        await aMember(server, 'admin'),
      ];
      const [shared, own] = [await aView(server, ada, { role: 'viewer' }), await aView(server, ada)];
      const path = `/api/v1/team/views/${shared}`;
      assertProblem(await ben.call('DELETE', `/views/${shared}`), 403, 'forbidden', path);
      assertProblem(await admin.call('DELETE', `/views/${own}`), 404, 'not-found', `/api/v1/team/views/${own}`);
      assert.equal((await admin.call('DELETE', `/views/${shared}`)).status, 204);
      assertProblem(await ada.call('DELETE', `/views/${shared}`), 404, 'not-found', path);
      const [entry] = await server.store.audit.list({}, 1);
      assert.deepEqual([entry?.action, entry?.target, entry?.actor_id], ['DeleteView', shared, admin.id]);
      assert.equal((await ada.call('GET', '/views')).body.views.length, 1);
    });
  },
);
