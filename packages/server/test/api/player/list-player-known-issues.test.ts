import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlayerKnownIssues as operation } from '../../../src/player/list-player-known-issues.ts';
import { createProjectCache } from '../../../src/store/project-cache.ts';
import { createPublicIssues } from '../../../src/store/public-issues.ts';
import { aPlayer, aProject, aTicket, type Player, team, unlimited } from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { aKnownIssue, aPublicIssue, link, subscribe } from '../../helpers/known-issues.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/player/known-issues';

const list = async (server: TestServer, { token }: Player, query = '') =>
  (await server.call('GET', `${PATH}${query}`, { token })).body.knownIssues;

const idsOf = async (server: TestServer, player: Player, query = '') =>
  (await list(server, player, query)).map(({ id }: { id: string }) => id);

testPlayerOperation(
  operation,
  {
    request: () => ({ query: '?build=2.4.2&platform=ios' }),
    statements: {
      // Session, context and known issues are one statement.
      usual: 2,
      cases: {
        'again within a second': [
          1,
          async ({ server, player }) => {
            await list(server, player);
            return {};
          },
        ],
      },
    },
  },
  () => {
    test('200: only what is public, newest first, in the language of the player', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const hidden = {
        title: 'Hidden title',
        description: 'Hidden text',
        links: [{ title: 'Hidden', url: 'https://a.example' }],
      };
      const known = await aPublicIssue(server, project, hidden);
      const fixed = await aPublicIssue(server, project, { ...hidden, state: 'fixed', fixedInBuild: '2.5' });
      await aPublicIssue(server, project, { state: 'closed' });
      await aKnownIssue(server, project, hidden);
      await aPublicIssue(server, await aProject(server));
      const player = await aPlayer(server, project, { context: { locale: 'de_AT' } });
      const issue = { note: 'Das wissen wir.', subscribed: false };
      assert.deepEqual(await list(server, player), [
        { id: fixed, ...issue, state: 'fixed', fixedInBuild: '2.5' },
        { id: known, ...issue, state: 'investigating', fixedInBuild: null },
      ]);
      const { text } = await server.call('GET', `${PATH}?locale=fr`, { token: player.token });
      assert.ok(text.includes('We know.') && !text.includes('Hidden'), text);
    });

    test('200: nothing of the build that will fix it, until the team says that it is fixed', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const player = await aPlayer(server, project);
      const id = await aPublicIssue(server, project, { fixedInBuild: '2.5' });
      for (const query of ['', '?build=2.4', '?build=2.5']) {
        const [issue, ...others] = await list(server, player, query);
        assert.deepEqual([issue.id, issue.fixedInBuild, others.length], [id, null, 0], query);
      }
      assert.equal((await team(server, 'PATCH', `/known-issues/${id}`, { state: 'fixed' })).status, 200);
      assert.equal((await list(server, player, '?build=2.4'))[0].fixedInBuild, '2.5');
      assert.deepEqual(await idsOf(server, player, '?build=2.5'), []);
    });

    test('200: for the build and the platform of the query, else of the player; unknown ones hide nothing', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const old = await aPublicIssue(server, project, {
        builds: ['2.4.0', '1234'],
        state: 'fixed',
        fixedInBuild: '2.5',
      });
      const ios = await aPublicIssue(server, project, { platforms: ['iOS'] });
      const all = [ios, old];
      const silent = await aPlayer(server, project);
      const context = { appVersion: '2.4', buildNumber: '77', platform: 'android' };
      const player = await aPlayer(server, project, { context });
      for (const [who, query, expected] of [
        [silent, '', all],
        [silent, '?build=2.4.1', [ios]],
        [silent, '?build=2.4', all],
        [silent, '?build=1234', all],
        [silent, '?platform=android', [old]],
        [silent, '?platform=IOS&build=final', [ios]],
        [player, '', [old]],
        [player, '?platform=ios', all],
        [player, '?build=2.3', []],
        [player, '?build=2.3&build=2.4', [old]],
        [player, `?build=${'9'.repeat(2000)}&platform=%00`, []],
      ] as const) {
        assert.deepEqual(await idsOf(server, who, query), expected, query);
      }
      assert.deepEqual(await idsOf(server, silent, '?build=2.5'), [ios]);
    });

    test('200: says which ones the player has too, and the ETag changes with that and with each change', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const player = await aPlayer(server, project);
      const [one, other] = [await aPublicIssue(server, project), await aPublicIssue(server, project)];
      const { token } = player;
      const tags = new Set<string>();
      const changes = async () => {
        const headers = { 'if-none-match': [...tags].join(', ') };
        const reply = await server.call('GET', PATH, { token, headers });
        assert.equal(reply.status, 200);
        const etag = reply.headers.get('etag') ?? '';
        tags.add(etag);
        assert.equal((await server.call('GET', PATH, { token, headers: { 'if-none-match': etag } })).status, 304);
        return reply.body.knownIssues.map(({ subscribed }: { subscribed: boolean }) => subscribed);
      };
      assert.deepEqual(await changes(), [false, false]);
      assert.equal((await subscribe(server, player, one)).status, 204);
      assert.deepEqual(await changes(), [false, true]);
      await link(server, other, await aTicket(server, player));
      assert.deepEqual(await changes(), [true, true]);
      const closed = await team(server, 'PATCH', `/known-issues/${other}`, { state: 'closed' });
      assert.equal(closed.status, 200);
      assert.deepEqual(await changes(), [true]);
    });

    test('many who wait for an expired entry cost one read, also if it fails, but never an old one', async (t) => {
      const server = await startServer(t);
      const { store, clock, elapsed } = server;
      const project = await aProject(server);
      const id = await aPublicIssue(server, project);
      const { publicOfProject } = store.knownIssues;
      const { byId } = store.projects;
      const read = t.mock.method(store.knownIssues, 'publicOfProject', publicOfProject);
      const readProject = t.mock.method(store.projects, 'byId', byId);
      const issues = createPublicIssues(store, elapsed);
      const projects = createProjectCache(store, () => clock.now, elapsed);
      const all = () =>
        Array.from({ length: 5 }, async () => [await issues.of(project.id), await projects.byId(project.id)]);
      const reads = () => [read.mock.callCount(), readProject.mock.callCount()];
      await Promise.all(all());
      assert.deepEqual(reads(), [1, 1]);
      clock.advance(2000);
      read.mock.mockImplementationOnce(async () => {
        throw new Error('no database');
      });
      const failed = await Promise.allSettled(all());
      assert.deepEqual(new Set(failed.map(({ status }) => status)), new Set(['rejected']));
      assert.deepEqual(reads(), [2, 1]);

      // A caller after a change does not wait for a read that began earlier.
      const before = issues.of(project.id);
      issues.forget(project.id);
      const after = issues.of(project.id);
      assert.deepEqual(reads(), [4, 1]);
      for (const [{ id: found } = {}] of await Promise.all([before, after])) assert.equal(found, id);
      await Promise.all(all());
      assert.deepEqual(reads(), [4, 2]);
    });

    test('200: at most 50', async (t) => {
      const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
      const project = await aProject(server);
      await unlimited(server, project);
      const ids: string[] = [];
      for (let count = 0; count < 51; count++) ids.unshift(await aPublicIssue(server, project));
      assert.deepEqual(await idsOf(server, await aPlayer(server, project)), ids.slice(0, 50));
    });
  },
);
