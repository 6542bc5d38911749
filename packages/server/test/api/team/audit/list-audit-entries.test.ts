import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newApiKey } from '../../../../src/domain/api-key.ts';
import { listAuditEntries } from '../../../../src/team/audit/list-audit-entries.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, PASSWORD, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/team/audit';

const entries = async (server: TestServer, query = '') => (await team(server, 'GET', `/audit${query}`)).body.entries;

testTeamOperation(
  listAuditEntries,
  {
    access: { role: 'owner', elsewhere: 'all projects' },
    request: () => ({}),
    statuses: {
      400: changed({ query: '?cursor=x' }),
    },
    statements: { usual: 1 },
  },
  () => {
    suite('the audit log', () => {
      test('has pages, newest first, with each entry once, even while it grows', async (t) => {
        const server = await startServer(t);
        const ids: string[] = [];
        for (let count = 0; count < 250; count++) ids.unshift((await aProject(server)).id);
        const seen: string[] = [];
        for (let cursor = ''; ; ) {
          const { body } = await team(server, 'GET', `/audit${cursor}`);
          seen.push(...body.entries.map(({ target }: { target: string }) => target));
          if (body.nextCursor === null) break;
          assert.equal(body.entries.length, 100);
          cursor = `?cursor=${body.nextCursor}`;
          await aProject(server);
        }
        assert.deepEqual(seen, ids);
      });

      test('has no next page after exactly 100 entries', async (t) => {
        const server = await startServer(t);
        for (let count = 0; count < 100; count++) await aProject(server);
        const { body } = await team(server, 'GET', '/audit?action=CreateProject');
        assert.deepEqual([body.entries.length, body.nextCursor], [100, null]);
      });

      test('can be filtered by actor, action, or both', async (t) => {
        const server = await startServer(t);
        const member = await aMember(server, 'owner');
        await member.call('POST', '/projects', { name: 'Game' });
        await member.call('POST', '/account/totp', { password: PASSWORD });
        await aProject(server);
        const asked = async (query: string) =>
          (await entries(server, query)).map(({ action }: { action: string }) => action);
        assert.deepEqual(await asked(`?actorId=${member.id}`), ['BeginTotp', 'CreateProject']);
        assert.deepEqual(await asked('?action=CreateProject'), ['CreateProject', 'CreateProject']);
        assert.deepEqual(await asked(`?action=CreateProject&actorId=${member.id}`), ['CreateProject']);
        assert.deepEqual(await asked('?action=Unknown'), []);
        assertInvalid(await team(server, 'GET', '/audit?cursor=x'), PATH, 'cursor');
      });

      test('is only for owners of all projects', async (t) => {
        const server = await startServer(t);
        const { id } = await aProject(server);
        for (const [role, projectIds] of [
          ['admin', null],
          ['owner', [id]],
        ] as const) {
          assertProblem(
            await (await aMember(server, role, { projectIds })).call('GET', '/audit'),
            403,
            'forbidden',
            PATH,
          );
          const { key, row } = newApiKey('k', server.clock.now, { role, projectIds });
          await server.store.apiKeys.insert(row);
          assertProblem(await server.call('GET', PATH, { token: key }), 403, 'forbidden', PATH);
        }
      });
    });
  },
);
