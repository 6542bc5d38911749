import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../helpers/assert-problem.ts';
import { aMember, aProject } from '../helpers/builders.ts';
import { startServer } from '../helpers/harness.ts';
import { teamFacts } from '../helpers/operation/all-facts.ts';
import { prepare, send } from '../helpers/operation/requests.ts';
import { storedRows } from '../helpers/stored-rows.ts';

/** A page of another site makes the browser send them. */
const FOREIGN: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  // A page cannot set Sec-Fetch-Site, so it counts more than Origin.
  { 'sec-fetch-site': 'cross-site', origin: 'same' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
];

test("no operation lets another site's page write with a member's cookie", async (t) => {
  const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
  const project = await aProject(server);
  const writes = teamFacts.filter(({ operation: { method, auth } }) => method !== 'GET' && auth !== 'none');
  assert.ok(writes.length > 20);
  for (const facts of writes) {
    const { operation } = facts;
    // Some requests need a member without a second factor, others add one.
    const owner = await aMember(server, 'owner');
    const request = await prepare(facts, { server, project, member: owner });
    const before = await storedRows(server.databaseUrl);
    for (const foreign of FOREIGN) {
      const headers = {
        ...foreign,
        ...(foreign.origin === 'same' ? { origin: server.url } : {}),
        cookie: owner.cookie,
      };
      assertProblem(await send(server, request, { headers }), 403, 'cross-site', request.path);
    }
    assert.deepEqual(await storedRows(server.databaseUrl), before, `${operation.id} changed something`);
  }
});

test('a page of the server itself can write, in a new and in an old browser', async (t) => {
  const server = await startServer(t);
  for (const own of [{ 'sec-fetch-site': 'same-origin' }, { origin: server.url }]) {
    const { cookie } = await aMember(server);
    const { status } = await server.call('DELETE', '/api/v1/team/session', { headers: { ...own, cookie } });
    assert.equal(status, 204, JSON.stringify(own));
  }
});

test('an API key works from any page, because no browser sends it by itself', async (t) => {
  const server = await startServer(t);
  const headers = { 'sec-fetch-site': 'cross-site' };
  const reply = await server.call('POST', '/api/v1/team/projects', {
    token: server.teamKey,
    body: { name: 'Game' },
    headers,
  });
  assert.equal(reply.status, 201);
});

test('a request with an invalid key is refused even with a valid cookie', async (t) => {
  const server = await startServer(t);
  const { cookie } = await aMember(server);
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  assert.equal((await server.call('GET', '/api/v1/team/projects', { token: 'psk_unknown', headers })).status, 401);
});
