import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { updatePlayerDataSettings } from '../../../../src/team/player-data/update-player-data-settings.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { assertSigned } from '../../../helpers/audit-webhook.ts';
import { aMember, aPlayer, aProject, type Member, type Project, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { aKey, withKey } from '../../../helpers/grants.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { aReceiver, WEBHOOKS } from '../../../helpers/notifications.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { answerWith, COINS, getPlayerData } from '../../../helpers/player-data.ts';

const URL_OF_TEST = 'https://93.184.216.34/players';

/** Each valid request needs another address to change something. */
let count = 0;

const update = (server: TestServer, { id }: Project, body: object): Promise<Reply> =>
  team(server, 'PATCH', `/projects/${id}/player-data`, body);

testTeamOperation(
  updatePlayerDataSettings,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: ({ project }) => ({
      params: { projectId: project.id },
      body: { url: `${URL_OF_TEST}/${HIDDEN}/${++count}` },
    }),
    statuses: {
      400: changed({ body: { url: 'http://93.184.216.34/' } }),
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    statements: { usual: 3 },
    changeFeed: [settingsChange('projects')],
  },
  () => {
    suite('UpdatePlayerDataSettings', () => {
      test('200: the first address gets a secret, which stays until it is replaced or the address is removed', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        receiver.answer = answerWith(COINS);
        const player = await aPlayer(server);
        const { project } = player;
        const isShown = async () => (await team(server, 'GET', `/projects/${project.id}`)).body.playerData;
        const signedWith = async (secret: string) => {
          assert.equal((await getPlayerData(server, await aPlayer(server, project))).body.error, null);
          const last = receiver.requests.at(-1);
          assert.ok(last !== undefined);
          assertSigned(last, secret);
        };
        assert.equal(await isShown(), false);
        const first = (await update(server, project, { url: receiver.url })).body;
        assert.deepEqual(first, { url: receiver.url, secret: first.secret });
        assert.match(first.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
        assert.equal(await isShown(), true);
        await signedWith(first.secret);

        const url = `${receiver.url}?two`;
        assert.deepEqual((await update(server, project, { url })).body, { url, secret: null });
        assert.deepEqual((await update(server, project, {})).body, { url, secret: null });
        assert.deepEqual((await update(server, project, { newSecret: false })).body, { url, secret: null });
        await signedWith(first.secret);

        const second = (await update(server, project, { newSecret: true })).body;
        assert.equal(second.url, url);
        assert.notEqual(second.secret, first.secret);
        await signedWith(second.secret);

        assert.deepEqual((await update(server, project, { url: null })).body, { url: null, secret: null });
        assert.equal(await isShown(), false);
        const third = (await update(server, project, { url })).body;
        assert.ok(![first.secret, second.secret, null].includes(third.secret));
      });

      test('200: concurrent changes end with one secret, which the last response shows', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        receiver.answer = answerWith(COINS);
        const player = await aPlayer(server);
        const changes = Array.from({ length: 5 }, () => update(server, player.project, { url: receiver.url }));
        const responses = await Promise.all(changes);
        // A member has one address checked at a time. Others get 429 meanwhile.
        const [done = [], refused = []] = [200, 429].map((code) => responses.filter(({ status }) => status === code));
        assert.equal(done.length + refused.length, changes.length);
        const secrets = done.map(({ body }) => body.secret).filter((one) => one !== null);
        assert.equal(secrets.length, 1);
        assert.equal((await getPlayerData(server, player)).body.error, null);
        assert.ok(receiver.requests[0] !== undefined);
        assertSigned(receiver.requests[0], secrets[0]);
      });

      test('the audit log has hosts, and says whether the secret changed', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const details = async (body: object) => {
          server.clock.advance(1);
          assert.equal((await update(server, project, body)).status, 200);
          const [entry] = (await team(server, 'GET', '/audit')).body.entries;
          assert.equal(entry.at, new Date(server.clock.now).toISOString());
          assert.deepEqual([entry.action, entry.target], ['UpdatePlayerDataSettings', project.id]);
          return entry.details;
        };
        const webhook = '93.184.216.34';
        assert.deepEqual(await details({ url: URL_OF_TEST }), { changed: ['url', 'secret'], webhook });
        assert.deepEqual(await details({ newSecret: true }), { changed: ['secret'] });
        const removedWebhook = webhook;
        assert.deepEqual(await details({ url: 'https://93.184.216.35/x' }), {
          changed: ['url'],
          webhook: '93.184.216.35',
          removedWebhook,
        });
        const before = (await team(server, 'GET', '/audit')).body.entries;
        for (const same of [{}, { url: 'https://93.184.216.35/x' }, { newSecret: false }]) {
          assert.equal((await update(server, project, same)).status, 200);
        }
        assert.deepEqual((await team(server, 'GET', '/audit')).body.entries, before);
        assert.deepEqual(await details({ url: null }), { changed: ['url'], removedWebhook: '93.184.216.35' });
      });

      test('400: addresses that must not be used, and a secret without an address', async (t) => {
        const names: Record<string, string[]> = { 'inside.example': ['10.0.0.1'] };
        const server = await startServer(t, {
          env: { RATE_LIMITS: 'off' },
          resolveName: async (name) => names[name] ?? [],
        });
        const project = await aProject(server);
        const path = `/api/v1/team/projects/${project.id}/player-data`;
        for (const url of [
          ...['', 'example.com', 'http://93.184.216.34/', 'javascript:alert(1)', 'https://127.0.0.1/'],
          ...['https://user@93.184.216.34/', 'https://93.184.216.34:8443/', 'https://169.254.169.254/'],
          ...['https://inside.example/', 'https://none.example/', `https://93.184.216.34/${'x'.repeat(500)}`, 5],
        ]) {
          assertInvalid(await update(server, project, { url }), path, 'url');
        }
        assertInvalid(await update(server, project, { newSecret: true }), path, 'newSecret');
        assertInvalid(await update(server, project, { newSecret: 'yes' }), path, 'newSecret');
        assert.deepEqual((await team(server, 'GET', `/projects/${project.id}/player-data`)).body, {
          url: null,
          secret: null,
        });
      });

      test('429: new addresses are checked a few times a minute; other changes are not counted', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        for (let count = 0; count < 5; count++) {
          assert.equal((await update(server, project, { url: URL_OF_TEST })).status, 200);
        }
        const path = `/api/v1/team/projects/${project.id}/player-data`;
        assertProblem(await update(server, project, { url: URL_OF_TEST }), 429, 'rate-limited', path);
        assert.equal((await update(server, project, { url: null })).status, 200);
      });

      test('503: too many addresses are being checked', async (t) => {
        const resolving = Promise.withResolvers<readonly string[]>();
        const server = await startServer(t, { resolveName: () => resolving.promise });
        const project = await aProject(server);
        const path = `/api/v1/team/projects/${project.id}/player-data`;
        const body = { url: 'https://slow.example/' };
        const keyOf = async ({ call }: Member) => withKey(server, (await aKey(call)).key);
        const admins = await Promise.all(Array.from({ length: 13 }, () => aMember(server, 'admin')));
        const send = (call: Member['call']) => call('PATCH', `/projects/${project.id}/player-data`, body);
        const [first = assert.fail()] = admins;
        const keys = [await keyOf(first), await keyOf(first)];
        const ofKeys = keys.map(send);
        assertProblem(await Promise.race(ofKeys), 429, 'rate-limited', path);
        const replies = [...ofKeys, ...admins.slice(1).map(({ call }) => send(call))];
        const refused = await Promise.race(replies.slice(2));
        assertProblem(refused, 503, 'unavailable', path);
        resolving.resolve(['93.184.216.34']);
        const statuses = (await Promise.all(replies)).map(({ status }) => status).sort();
        assert.deepEqual(statuses, [...Array(12).fill(200), 429, 503]);
      });
    });
  },
);
