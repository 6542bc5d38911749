import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getProject } from '../../../../src/team/projects/get-project.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/projects';

testTeamOperation(
  getProject,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: ({ project }) => ({ params: { projectId: project.id } }),
    statuses: {
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    statements: { usual: 1 },
  },
  () => {
    suite('GetProject', async () => {
      const server = await sharedServer();

      test('200: the project as it was created', async () => {
        const created = (await team(server, 'POST', '/projects', { name: 'One' })).body;
        const { status, body } = await team(server, 'GET', `/projects/${created.id}`);
        assert.deepEqual([status, body], [200, created]);
      });

      test('404: an id that does not exist', async () => {
        const { id, publicKey } = await aProject(server);
        await assertAllNotFound(
          // An empty id is the list's address.
          [...strangeIds(id), publicKey].filter((one) => one !== ''),
          (one) => `${PATH}/${one}`,
          (path) => server.call('GET', path, { token: server.teamKey }),
        );
      });
    });
  },
);
