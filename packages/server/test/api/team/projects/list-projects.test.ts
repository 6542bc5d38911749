import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listProjects } from '../../../../src/team/projects/list-projects.ts';
import { team, updateProject } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  listProjects,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: () => ({}),
    statements: { usual: 1 },
  },
  () => {
    suite('ListProjects', () => {
      test('200: an empty list if there are no projects', async (t) => {
        const server = await startServer(t);
        const { status, body } = await team(server, 'GET', '/projects');
        assert.deepEqual([status, body], [200, { projects: [], publicUrl: null }]);
      });

      test('200: the address that games use, if the operator has set it', async (t) => {
        const server = await startServer(t, { env: { PUBLIC_URL: 'https://support.example.com' } });
        const { body } = await team(server, 'GET', '/projects');
        assert.equal(body.publicUrl, 'https://support.example.com');
      });

      test('200: oldest first, with their current settings', async (t) => {
        const server = await startServer(t);
        const created = [];
        for (const name of ['c', 'a', 'b']) {
          created.push((await team(server, 'POST', '/projects', { name })).body);
          server.clock.advance(1);
        }
        await updateProject(server, created[0], { status: 'disabled' });
        const { body } = await team(server, 'GET', '/projects');
        assert.deepEqual(body.projects, [{ ...created[0], status: 'disabled' }, created[1], created[2]]);
      });
    });
  },
);
