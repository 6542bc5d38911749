import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLES } from '@player-support/contract/enums';
import { MAX_SHARED_VIEWS } from '@player-support/contract/limits';
import { updateView } from '../../../../src/team/views/update-view.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aProject } from '../../../helpers/builders.ts';
import { openStream, receivedSoFar } from '../../../helpers/event-streams.ts';
import { startServer } from '../../../helpers/harness.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed, tooOftenWithoutCredentials } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aView } from '../../../helpers/things.ts';

const path = (id: string) => `/api/v1/team/views/${id}`;

testTeamOperation(
  updateView,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project, member }) => ({
      params: { viewId: await aView(server, member ?? (await aMember(server)), { project_id: project.id }) },
      body: { name: HIDDEN },
    }),
    statuses: {
      400: changed({ body: { name: '' } }),
      404: changed({ params: { viewId: 'viw_unknown' } }),
      409: async ({ server, prepare, send }) => {
        const other = await aMember(server);
        for (let count = 0; count < MAX_SHARED_VIEWS; count++) await aView(server, other, { role: 'owner' });
        const request = await prepare();
        return send({ ...request, body: { role: 'viewer' } });
      },
      429: tooOftenWithoutCredentials,
    },
    changeFeed: [],
    statements: { usual: 2 },
  },
  () => {
    test('200: fields that are absent do not change, and an order that the new base lacks becomes its first', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server, 'agent');
      const id = await aView(server, ada, { base: 'attention', sort: 'waiting', name: 'Old' });
      const before = (await ada.call('GET', '/views')).body.views[0];
      server.clock.advance(1000);
      const named = await ada.call('PATCH', `/views/${id}`, { name: 'New' });
      const updatedAt = new Date(server.clock.now).toISOString();
      assert.deepEqual(named.body, { ...before, name: 'New', updatedAt });
      const filter = '{"any":[{"field":"waiting","longer":60}]}';
      const moved = await ada.call('PATCH', `/views/${id}`, { base: 'open', filter });
      assert.deepEqual(moved.body, { ...named.body, base: 'open', sort: '-created', filter });
      assertInvalid(await ada.call('PATCH', `/views/${id}`, { sort: 'waiting' }), path(id), 'sort');
      assertInvalid(await ada.call('PATCH', `/views/${id}`, { filter: '[]' }), path(id), 'filter');
      assertInvalid(await ada.call('PATCH', `/views/${id}`, { projectId: 'prj_x' }), path(id), 'projectId');
      assert.deepEqual((await ada.call('GET', '/views')).body.views, [moved.body]);
    });

    test('200 and 400: another text of a search, which stays a search of all tickets', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server, 'agent');
      const id = await aView(server, ada, { query: 'zeppelin', role: 'agent' });
      const renamed = await ada.call('PATCH', `/views/${id}`, { name: 'Airships' });
      assert.deepEqual([renamed.body.name, renamed.body.q], ['Airships', 'zeppelin']);
      assert.equal((await ada.call('PATCH', `/views/${id}`, { q: 'gondola' })).body.q, 'gondola');
      assertInvalid(await ada.call('PATCH', `/views/${id}`, { base: 'open' }), path(id), 'base');
      assertInvalid(await ada.call('PATCH', `/views/${id}`, { q: 'a b c d e f g h i' }), path(id), 'q');
      assert.equal((await ada.call('GET', '/views')).body.views[0].q, 'gondola');
      assert.equal((await ada.call('PATCH', `/views/${id}`, { q: null, base: 'open' })).body.q, null);
      const details = (await server.store.audit.list({}, 100)).map((entry) => entry.details);
      assert.ok(details.includes('{"role":"agent","changed":["q"]}'), 'without the text');
      assert.doesNotMatch(JSON.stringify(details), /gondola/);
    });

    test('403 and 404: only the owner and admins change a shared view, and nobody else sees a private one', async (t) => {
      const server = await startServer(t);
      const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
      const [admin, viewer] = [await aMember(server, 'admin'), await aMember(server, 'viewer')];
      const id = await aView(server, ada, { role: 'agent' });
      const change = { name: 'Other' };
      assertProblem(await ben.call('PATCH', `/views/${id}`, change), 403, 'forbidden', path(id));
      assertProblem(await viewer.call('PATCH', `/views/${id}`, change), 404, 'not-found', path(id));
      assert.equal((await admin.call('PATCH', `/views/${id}`, change)).body.name, 'Other');
      assert.equal((await ada.call('PATCH', `/views/${id}`, { role: null })).status, 200);
      assertProblem(await admin.call('PATCH', `/views/${id}`, change), 404, 'not-found', path(id));
      const audited = await server.store.audit.list({}, 100);
      assert.deepEqual(
        audited.filter(({ action }) => action === 'UpdateView').map(({ actor_id, details }) => [actor_id, details]),
        [
          [ada.id, '{"changed":["role"]}'],
          [admin.id, '{"role":"agent","changed":["name"]}'],
        ],
      );
    });

    test('403 and 404: each role, in the project and in another one, with views of one project and of all', async (t) => {
      const server = await startServer(t);
      const [project, elsewhere] = [await aProject(server), await aProject(server)];
      const owner = await aMember(server, 'agent', { projectIds: [project.id] });
      for (const role of ROLES) {
        for (const projectIds of [[project.id], [elsewhere.id], [project.id, elsewhere.id], null]) {
          const caller = await aMember(server, role, { projectIds });
          for (const project_id of [project.id, null]) {
            const sees = project_id === null || projectIds === null || projectIds.includes(project_id);
            const may = ROLES.indexOf(role) >= ROLES.indexOf('admin') && (project_id !== null || projectIds === null);
            const expected = (done: number) => (sees ? (may ? done : 403) : 404);
            const id = await aView(server, owner, { role: 'viewer', project_id });
            const what = `${role} in ${projectIds}, view of ${project_id}`;
            const { body } = await caller.call('GET', '/views');
            const seen = body.views.find((view: { id: string }) => view.id === id);
            assert.deepEqual([seen !== undefined, seen?.canChange ?? false], [sees, sees && may], what);
            const patch = async (change: object) => (await caller.call('PATCH', `/views/${id}`, change)).status;
            assert.equal(await patch({ name: 'x', projectId: project_id }), expected(200), what);
            assert.equal(await patch({ projectId: elsewhere.id }), sees ? 403 : 404, what);
            const mine = (await owner.call('GET', '/views')).body.views.find((view: { id: string }) => view.id === id);
            assert.deepEqual([mine.role, mine.projectId], ['viewer', project_id], what);
            assert.equal((await caller.call('DELETE', `/views/${id}`)).status, expected(204), what);
          }
        }
      }
    });

    test('a change of a private view is told to the tabs of its owner only, and one of a shared view to all', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'owner')];
      const streams = await Promise.all(
        [ada, ada, ben].map(({ cookie }) => openStream(t, server, { headers: { cookie } })),
      );
      await receivedSoFar(server, project.id, streams);
      const told = async (method: string, path: string, body?: object) => {
        const { status, body: view, text } = await ada.call(method, `/views${path}`, body);
        assert.ok(status < 300, text);
        return [view?.id, await receivedSoFar(server, project.id, streams)];
      };
      const own = { name: 'settings', data: { what: 'views', memberId: ada.id } };
      const all = { name: 'settings', data: { what: 'views' } };
      const [id, created] = await told('POST', '', { name: 'n', base: 'all', filter: '{"all":[]}' });
      assert.deepEqual(created, [[own], [own], []]);
      for (const [method, path, body, event] of [
        ['PATCH', `/${id}`, { name: 'Other' }, own],
        ['PUT', '/order', { viewIds: [id] }, own],
        ['PATCH', `/${id}`, { role: 'owner' }, all],
        ['PATCH', `/${id}`, { name: 'Third' }, all],
        ['PUT', '/order', { viewIds: [id] }, own],
        ['PATCH', `/${id}`, { role: null }, all],
        ['DELETE', `/${id}`, undefined, own],
      ] as const) {
        const [, events] = await told(method, path, body);
        assert.deepEqual(events, [[event], [event], event === all ? [all] : []], `${method} ${JSON.stringify(body)}`);
      }
    });

    test('200: its owner moves it to another project', async (t) => {
      const server = await startServer(t);
      const [one, other] = [await aProject(server), await aProject(server)];
      const ada = await aMember(server, 'agent');
      const id = await aView(server, ada, { role: 'viewer', project_id: one.id });
      assert.equal((await ada.call('PATCH', `/views/${id}`, { projectId: other.id })).body.projectId, other.id);
    });

    test('403: a member who became a viewer cannot change what is shared, but can make it private', async (t) => {
      const server = await startServer(t);
      const viewer = await aMember(server, 'viewer');
      const id = await aView(server, viewer, { role: 'agent' });
      assertProblem(await viewer.call('PATCH', `/views/${id}`, { name: 'x' }), 403, 'forbidden', path(id));
      assert.equal((await viewer.call('PATCH', `/views/${id}`, { role: null })).status, 200);
    });

    test('403: a member who lost access to projects cannot change a shared view of all projects', async (t) => {
      const server = await startServer(t);
      const limited = await aMember(server, 'agent', { projectIds: [(await aProject(server)).id] });
      const id = await aView(server, limited, { role: 'agent' });
      assertProblem(await limited.call('PATCH', `/views/${id}`, { name: 'x' }), 403, 'forbidden', path(id));
      assert.equal((await limited.call('PATCH', `/views/${id}`, { role: null })).status, 200);
    });

    test('404: an admin of other projects', async (t) => {
      const server = await startServer(t);
      const [one, other] = [await aProject(server), await aProject(server)];
      const id = await aView(server, await aMember(server), { role: 'viewer', project_id: one.id });
      const admin = await aMember(server, 'admin', { projectIds: [other.id] });
      assertProblem(await admin.call('PATCH', `/views/${id}`, { name: 'x' }), 404, 'not-found', path(id));
    });
  },
);
