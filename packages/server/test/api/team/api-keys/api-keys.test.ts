import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY, iso } from '../../../../src/domain/time.ts';
import { assertInvalid, assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, team } from '../../../helpers/builders.ts';
import { forgetEarlierEvents, openStream, type ReceivedEvent } from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

const PATH = '/api/v1/team/api-keys';

test('a key has its role and projects until it is deleted', async (t) => {
  const server = await startServer(t);
  const [own, other] = [await aProject(server), await aProject(server)];
  const made = await team(server, 'POST', '/api-keys', { name: 'Bot', role: 'viewer', projectIds: [own.id] });
  assert.equal(made.status, 201, made.text);
  const { apiKey, key } = made.body;
  assert.match(key, /^psk_[\w-]{43}$/);
  assert.deepEqual(apiKey, {
    id: apiKey.id,
    name: 'Bot',
    role: 'viewer',
    projectIds: [own.id],
    createdAt: '2026-01-01T12:00:00.000Z',
    createdBy: (await server.store.apiKeys.list())[0]?.api_key_id,
    lastUsedAt: null,
    expiresAt: null,
    suspendedAt: null,
    revokedAt: null,
  });
  assert.equal(made.headers.get('location'), `${PATH}/${apiKey.id}`);
  const get = (project: string) => server.call('GET', `/api/v1/team/projects/${project}`, { token: key });
  assert.equal((await get(own.id)).status, 200);
  assert.equal((await get(other.id)).status, 404);
  const list = await team(server, 'GET', '/api-keys');
  assert.equal(list.body.apiKeys.length, 2);
  assert.ok(!list.text.includes(key.slice('psk_'.length)));
  assert.equal((await team(server, 'DELETE', `/api-keys/${apiKey.id}`)).status, 204);
  assertUnauthorized(await get(own.id), `/api/v1/team/projects/${own.id}`, 'invalid_token');
  assertProblem(await team(server, 'DELETE', `/api-keys/${apiKey.id}`), 404, 'not-found', `${PATH}/${apiKey.id}`);
  const [, revoked] = (await team(server, 'GET', '/api-keys')).body.apiKeys;
  assert.equal(revoked.revokedAt, '2026-01-01T12:00:00.000Z');
});

test('nobody can create, see or delete a key with more access than their own', async (t) => {
  const server = await startServer(t);
  const [own, other] = [await aProject(server), await aProject(server)];
  const admin = await aMember(server, 'admin', { projectIds: [own.id] });
  const ask = async (role: string, projectIds: unknown) =>
    (await admin.call('POST', '/api-keys', { name: 'k', role, projectIds })).status;
  assert.equal(await ask('admin', [own.id]), 201);
  assert.equal(await ask('owner', [own.id]), 403);
  assert.equal(await ask('viewer', [other.id]), 403);
  assert.equal(await ask('viewer', null), 403);
  assert.equal((await admin.call('POST', '/api-keys', { name: 'k', role: 'viewer' })).status, 403);
  assert.equal((await admin.call('GET', '/api-keys')).body.apiKeys.length, 1);
  const [first] = (await team(server, 'GET', '/api-keys')).body.apiKeys;
  assertProblem(await admin.call('DELETE', `/api-keys/${first.id}`), 404, 'not-found', `${PATH}/${first.id}`);
});

test('a key cannot be created for an unknown project', async (t) => {
  const server = await startServer(t);
  const body = { name: ' ', role: 'viewer', projectIds: ['prj_a'] };
  assertInvalid(await team(server, 'POST', '/api-keys', body), PATH, 'name');
  assertInvalid(await team(server, 'POST', '/api-keys', { ...body, name: 'k' }), PATH, 'projectIds');
});

suite('a key that expires', () => {
  const create = (server: TestServer, fields: object, token = server.teamKey) =>
    server.call('POST', PATH, { token, body: { name: 'k', role: 'admin', ...fields } });
  const PROJECTS = '/api/v1/team/projects';

  test('is refused from its expiry on, and the list shows the expiry', async (t) => {
    const server = await startServer(t);
    const { status, body, text } = await create(server, { expiresAt: '2026-01-02T13:00:00+01:00' });
    assert.equal(status, 201, text);
    assert.equal(body.apiKey.expiresAt, '2026-01-02T12:00:00.000Z');
    server.clock.advance(DAY - 1);
    assert.equal((await server.call('GET', PROJECTS, { token: body.key })).status, 200);
    server.clock.advance(1);
    assertUnauthorized(await server.call('GET', PROJECTS, { token: body.key }), PROJECTS, 'invalid_token');
    const { apiKeys } = (await team(server, 'GET', '/api-keys')).body;
    assert.equal(apiKeys[1].expiresAt, '2026-01-02T12:00:00.000Z');
  });

  test('has no expiry with null', async (t) => {
    const server = await startServer(t);
    assert.equal((await create(server, { expiresAt: null })).body.apiKey.expiresAt, null);
  });

  test('400: an expiry that is not in the future, or not a time', async (t) => {
    const server = await startServer(t);
    for (const expiresAt of [iso(server.clock.now), '2025-01-01T00:00:00Z', '2027-01-01', 'never', 1]) {
      assertInvalid(await create(server, { expiresAt }), PATH, 'expiresAt');
    }
    assert.equal((await team(server, 'GET', '/api-keys')).body.apiKeys.length, 1);
  });

  test('403: cannot create a key that expires later than itself', async (t) => {
    const server = await startServer(t);
    const { key } = (await create(server, { expiresAt: '2026-01-02T12:00:00Z' })).body;
    for (const expiresAt of ['2026-01-02T12:00:00.001Z', null, undefined]) {
      const reply = await create(server, { expiresAt }, key);
      assertProblem(reply, 403, 'forbidden', PATH);
      assert.match(reply.body.detail, /2026-01-02T12:00:00\.000Z/);
    }
    assert.equal((await create(server, { expiresAt: '2026-01-02T12:00:00Z' }, key)).status, 201);
  });
});

test('the change feed reports that a key was created or revoked', async (t) => {
  const server = await startServer(t);
  const isKeys = ({ name, data }: ReceivedEvent) => name === 'settings' && data.what === 'api-keys';
  const listener = await openStream(t, server);
  await forgetEarlierEvents(server, listener);
  const { apiKey } = (await team(server, 'POST', '/api-keys', { name: 'k', role: 'viewer' })).body;
  await listener.received(isKeys);
  await forgetEarlierEvents(server, listener);
  assert.equal((await team(server, 'DELETE', `/api-keys/${apiKey.id}`)).status, 204);
  await listener.received(isKeys);
});
