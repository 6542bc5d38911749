import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { setIdentity as operation } from '../../../../src/team/identity/set-identity.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { allStored } from '../../../helpers/databases.ts';
import { startServer } from '../../../helpers/harness.ts';
import { SECRET, setUpIdentity } from '../../../helpers/identity.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

testTeamOperation(
  operation,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: ({ project }) => ({
      params: { projectId: project.id },
      body: { secret: `${HIDDEN} ${HIDDEN}`, audience: HIDDEN },
    }),
    statuses: {
      400: changed({ body: { secret: 'short' } }),
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    statements: { usual: 4 },
    changeFeed: [settingsChange('projects')],
  },
  () => {
    test('200: each kind of public key, as PEM or JWK; another key replaces it', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const path = `/projects/${project.id}/identity`;
      const keys = [
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey,
        generateKeyPairSync('ed25519').publicKey,
        generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
      ];
      for (const key of keys) {
        for (const publicKey of [pem(key), JSON.stringify(key.export({ format: 'jwk' }))]) {
          const { status, body, text } = await team(server, 'PUT', path, { publicKey, audience: 'a' });
          assert.deepEqual([status, body.publicKey, body.hasSecret], [200, pem(key), false], text);
        }
      }
      const jwksUrl = 'https://studio.example/jwks.json';
      const { body } = await team(server, 'PUT', path, { jwksUrl, audience: 'a', issuer: 'i' });
      assert.deepEqual([body.jwksUrl, body.publicKey, body.issuer], [jwksUrl, null, 'i']);
    });

    test('the shared secret is encrypted in the database', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const stored = JSON.stringify(await allStored(server.databaseUrl));
      // Without SECRET_KEY, PostgreSQL stores secrets in plain text.
      assert.equal(stored.includes(SECRET), !stored.includes('enc1:'));
      assert.equal((await server.store.projectIdentities.byId(project.id))?.secret, SECRET);
    });

    test('200: says whether another project accepts the same tokens', async (t) => {
      const server = await startServer(t);
      const [one, two] = [await aProject(server), await aProject(server)];
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const publicKey = pem(pair.publicKey);
      const jwksUrl = 'https://studio.example/jwks.json';
      const set = async ({ id }: { id: string }, settings: object) =>
        (await team(server, 'PUT', `/projects/${id}/identity`, { audience: 'a', ...settings })).body.sharesTokens;
      for (const key of [{ secret: SECRET }, { publicKey }, { jwksUrl }]) {
        assert.equal(await set(two, { secret: 'another secret, which nobody else has' }), false);
        assert.equal(await set(one, key), false);
        assert.equal(await set(two, key), true, JSON.stringify(key));
        assert.equal((await team(server, 'GET', `/projects/${one.id}/identity`)).body.sharesTokens, true);
        assert.equal(await set(two, { ...key, audience: 'b' }), false);
        assert.equal(await set(two, { ...key, issuer: 'i' }), true, 'one of the two takes any issuer');
        assert.equal(await set(one, { ...key, issuer: 'j' }), false);
      }
    });

    test('400: none or two keys, private or unsuitable keys, and addresses that are not allowed', async (t) => {
      const server = await startServer(t);
      const { id } = await aProject(server);
      const path = `/projects/${id}/identity`;
      const instance = `/api/v1/team${path}`;
      const refused = async (body: object, ...fields: string[]) =>
        assertInvalid(await team(server, 'PUT', path, { audience: 'a', ...body }), instance, ...fields);
      await refused({}, 'jwksUrl');
      const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      await refused({ secret: SECRET, publicKey: pem(ec.publicKey) }, 'jwksUrl');
      await refused({ publicKey: ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }, 'publicKey');
      await refused({ publicKey: JSON.stringify(ec.privateKey.export({ format: 'jwk' })) }, 'publicKey');
      await refused({ publicKey: '{"kty":"oct","k":"AAAA"}' }, 'publicKey');
      for (const key of [
        generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey,
        generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey,
        generateKeyPairSync('x25519').publicKey,
      ]) {
        await refused({ publicKey: pem(key) }, 'publicKey');
      }
      await refused({ publicKey: 'x' }, 'publicKey');
      for (const jwksUrl of [
        'http://studio.example/jwks.json',
        'https://127.0.0.1/jwks.json',
        'https://169.254.169.254/latest',
        'https://[::1]/',
        'https://10.0.0.1/',
        'https://localhost/',
        'https://keys.localhost./',
        'https://user:password@studio.example/',
        'https://studio.example:8443/',
        'file:///etc/passwd',
      ]) {
        await refused({ jwksUrl }, 'jwksUrl');
      }
      await refused({ secret: 'x'.repeat(31) }, 'secret');
      await refused({ secret: SECRET, audience: ' ' }, 'audience');
    });
  },
);
