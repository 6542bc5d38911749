import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertInvalid, assertProblem, assertUnauthorized } from './assert-problem.ts';
import { aMember, aProject, team } from './builders.ts';
import { startServer } from './harness.ts';

const PATH = '/api/v1/team/api-keys';

test('a key has the role and the projects that it was made with, until it is deleted', async (t) => {
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

test('nobody makes, sees or deletes a key that may do more', async (t) => {
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

test('a key of a project that there is not is refused', async (t) => {
  const server = await startServer(t);
  const body = { name: ' ', role: 'viewer', projectIds: ['prj_a'] };
  assertInvalid(await team(server, 'POST', '/api-keys', body), PATH, 'name');
  assertInvalid(await team(server, 'POST', '/api-keys', { ...body, name: 'k' }), PATH, 'projectIds');
});
