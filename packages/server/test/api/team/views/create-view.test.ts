import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_SHARED_VIEWS,
  MAX_SHARED_VIEWS_PER_MEMBER,
  MAX_SHARED_VIEWS_PER_PROJECT,
  MAX_VIEWS_PER_MEMBER,
} from '@player-support/contract/limits';
import { createView } from '../../../../src/team/views/create-view.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aProject } from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed, tooOftenWithoutCredentials } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aView } from '../../../helpers/things.ts';

const PATH = '/api/v1/team/views';
const FILTER = JSON.stringify({ all: [{ field: 'tag', is: [HIDDEN.slice(0, 40)] }] });
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

testTeamOperation(
  createView,
  {
    access: { role: 'viewer', elsewhere: 400 },
    request: ({ project }) => ({ body: { name: HIDDEN, base: 'open', filter: FILTER, projectId: project.id } }),
    statuses: {
      400: changed({ body: { filter: '{"all":[{}]}' } }),
      409: async ({ server, member, prepare, send }) => {
        const owner = member ?? (await aMember(server));
        for (let count = 0; count < MAX_VIEWS_PER_MEMBER; count++) await aView(server, owner);
        return send(await prepare());
      },
      429: tooOftenWithoutCredentials,
    },
    changeFeed: [],
    statements: {
      usual: 3,
      cases: { 'for every project': [2, () => ({ body: { name: 'n', base: 'all', filter: '{"all":[]}' } })] },
    },
  },
  () => {
    test('201: a view with the first order of its base, and its filter without what is double', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server, 'viewer');
      const filter = '{ "any": [{ "is": ["vip", "vip"], "field": "tag" }] }';
      const { status, body, headers } = await ada.call('POST', '/views', { name: 'VIP', base: 'mine', filter });
      assert.equal(status, 201);
      assert.deepEqual(body, {
        id: body.id,
        name: 'VIP',
        ownerId: ada.id,
        projectId: null,
        role: null,
        base: 'mine',
        sort: '-created',
        filter: '{"any":[{"field":"tag","is":["vip"]}]}',
        q: null,
        canChange: true,
        createdAt: at(0),
        updatedAt: at(0),
      });
      assert.match(body.id, /^viw_/);
      assert.equal(headers.get('location'), `${PATH}/${body.id}`);
      assert.deepEqual((await ada.call('GET', '/views')).body.views, [body]);
    });

    test('201: a search with its filter, which SearchTickets understands', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server, 'viewer');
      const filter = '{"all":[{"field":"type","is":["bug"]}]}';
      const search = { name: 'Airships', base: 'all', filter, q: ' Zeppelin "x" ' };
      const { status, body } = await ada.call('POST', '/views', search);
      assert.deepEqual([status, body.q, body.filter], [201, search.q, filter]);
      const query = new URLSearchParams({ q: body.q, filter: body.filter });
      assert.equal((await ada.call('GET', `/search?${query}`)).status, 200);
      assert.deepEqual((await ada.call('GET', '/views')).body.views, [body]);
    });

    test('201: an agent shares a view, which the audit log says', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server, 'agent');
      const project = await aProject(server);
      const view = { name: 'Secret name', base: 'all', filter: '{"all":[]}', projectId: project.id, role: 'viewer' };
      const { body } = await ada.call('POST', '/views', view);
      const [entry] = await server.store.audit.list({}, 1);
      assert.deepEqual(
        [entry?.action, entry?.target, entry?.project_id, entry?.details],
        ['CreateView', body.id, project.id, '{"role":"viewer"}'],
      );
    });

    test('400: fields, filters and orders that are not valid', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server, 'agent');
      const valid = { name: 'n', base: 'all', filter: '{"all":[]}' };
      for (const [fields, field] of [
        [{ name: ' ' }, 'name'],
        [{ name: 'x'.repeat(61) }, 'name'],
        [{ base: 'held' }, 'base'],
        [{ base: undefined }, 'base'],
        [{ sort: 'due' }, 'sort'],
        [{ base: 'attention', sort: 'newest' }, 'sort'],
        [{ filter: '' }, 'filter'],
        [{ filter: { all: [] } }, 'filter'],
        [{ filter: 'x' }, 'filter'],
        [{ filter: '{"all":[{"field":"secret","is":["x"]}]}' }, 'filter'],
        [{ role: 'boss' }, 'role'],
        [{ projectId: 'prj_unknown' }, 'projectId'],
        [{ ownerId: 'mem_x' }, 'ownerId'],
        [{ q: ' ' }, 'q'],
        [{ q: 'x'.repeat(201) }, 'q'],
        [{ q: 'a b c d e f g h i' }, 'q'],
        [{ q: 'zeppelin', base: 'open' }, 'base'],
      ] as const) {
        assertInvalid(await ada.call('POST', '/views', { ...valid, ...fields }), PATH, field);
      }
      assert.deepEqual((await ada.call('GET', '/views')).body.views, []);
    });

    test('403: a viewer cannot share a view', async (t) => {
      const server = await startServer(t);
      const view = { name: 'n', base: 'all', filter: '{"all":[]}', role: 'viewer' };
      const viewer = await aMember(server, 'viewer');
      assertProblem(await viewer.call('POST', '/views', view), 403, 'forbidden', PATH);
      assert.equal((await (await aMember(server, 'agent')).call('POST', '/views', view)).status, 201);
    });

    test('409: a member shares 20 views at most, so others can share too', async (t) => {
      const server = await startServer(t);
      const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
      const view = { name: 'n', base: 'all', filter: '{"all":[]}' };
      const shared = { ...view, role: 'viewer' };
      for (let count = 1; count < MAX_SHARED_VIEWS_PER_MEMBER; count++) await aView(server, ada, { role: 'viewer' });
      const { body } = await ada.call('POST', '/views', shared);
      assertProblem(await ada.call('POST', '/views', shared), 409, 'view-limit', PATH);
      const own = (await ada.call('POST', '/views', view)).body.id;
      const share = () => ada.call('PATCH', `/views/${own}`, { role: 'agent' });
      assertProblem(await share(), 409, 'view-limit', `${PATH}/${own}`);
      assert.equal(
        (await ada.call('PATCH', `/views/${body.id}`, { role: 'owner' })).status,
        200,
        'it is shared already',
      );
      assert.equal((await ben.call('POST', '/views', shared)).status, 201);
      assert.equal((await ada.call('PATCH', `/views/${body.id}`, { role: null })).status, 200);
      assert.equal((await share()).status, 200);
    });

    test('403: only a member with access to all projects shares a view of all projects', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const limited = await aMember(server, 'agent', { projectIds: [project.id] });
      const view = { name: 'n', base: 'all', filter: '{"all":[]}' };
      const shared = { ...view, role: 'viewer' };
      assertProblem(await limited.call('POST', '/views', shared), 403, 'forbidden', PATH);
      const { body } = await limited.call('POST', '/views', { ...shared, projectId: project.id });
      const everywhere = () => limited.call('PATCH', `/views/${body.id}`, { projectId: null });
      assertProblem(await everywhere(), 403, 'forbidden', `${PATH}/${body.id}`);
      assert.equal((await limited.call('PATCH', `/views/${body.id}`, { role: null })).status, 200);
      assert.equal((await everywhere()).status, 200);
    });

    test('409: a project has 50 shared views at most, and others can share theirs', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server, 'agent');
      const [full, other] = [await aProject(server), await aProject(server)];
      const sharer = await aMember(server, 'agent');
      for (let count = 0; count < MAX_SHARED_VIEWS_PER_PROJECT; count++) {
        await aView(server, sharer, { role: 'owner', project_id: full.id });
      }
      const view = { name: 'n', base: 'all', filter: '{"all":[]}', role: 'viewer' };
      assertProblem(await ada.call('POST', '/views', { ...view, projectId: full.id }), 409, 'view-limit', PATH);
      const { body } = await ada.call('POST', '/views', { ...view, projectId: other.id });
      const moved = await ada.call('PATCH', `/views/${body.id}`, { projectId: full.id });
      assertProblem(moved, 409, 'view-limit', `${PATH}/${body.id}`);
      assert.equal((await ada.call('POST', '/views', view)).status, 201);
    });

    test('409: a member has 50 views at most, and a team 200 shared ones', async (t) => {
      const server = await startServer(t);
      const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'agent')];
      const view = { name: 'n', base: 'all', filter: '{"all":[]}' };
      for (let count = 1; count < MAX_VIEWS_PER_MEMBER; count++) await aView(server, ada);
      assert.equal((await ada.call('POST', '/views', view)).status, 201);
      assertProblem(await ada.call('POST', '/views', view), 409, 'view-limit', PATH);
      assert.equal((await ben.call('POST', '/views', view)).status, 201);
      const others = [await aMember(server), await aMember(server)];
      for (let project = 0; project < MAX_SHARED_VIEWS / MAX_SHARED_VIEWS_PER_PROJECT; project++) {
        const { id } = await aProject(server);
        for (let count = 0; count < MAX_SHARED_VIEWS_PER_PROJECT; count++) {
          await aView(server, others[count % 2] ?? ben, { role: 'owner', project_id: id });
        }
      }
      assertProblem(await ben.call('POST', '/views', { ...view, role: 'agent' }), 409, 'view-limit', PATH);
      const { body } = await ben.call('POST', '/views', view);
      assertProblem(
        await ben.call('PATCH', `/views/${body.id}`, { role: 'agent' }),
        409,
        'view-limit',
        `${PATH}/${body.id}`,
      );
    });
  },
);
