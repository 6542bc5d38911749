import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { gameOperations } from '../../../src/http/all-operations.ts';
import { assertInvalid, assertLimited, assertUnauthorized } from '../../helpers/assert-problem.ts';
import { aMember, aPlayer, aTicket, type Player, team } from '../../helpers/builders.ts';
import { type CallOptions, call, type Reply } from '../../helpers/call.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { teamFacts } from '../../helpers/operation/all-facts.ts';
import { asMember, prepare, send, takesKey } from '../../helpers/operation/requests.ts';
import { cli } from '../../helpers/programs.ts';
import { exchange, rawRequest } from '../../helpers/raw-http.ts';
import { storedRows } from '../../helpers/stored-rows.ts';

type Challenge = 'invalid_request' | 'invalid_token' | undefined;

/** Asserts that all operations with authentication refuse these options and change nothing. */
async function assertAllRefuse(
  t: TestContext,
  options: (server: TestServer, player: Player) => CallOptions,
  challenge: Challenge,
  query = '',
) {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const authenticated = teamFacts.filter(({ operation }) => operation.auth !== 'none');
  const given = { server, project: player.project, member: undefined };
  // In turn: some requests need another storm mode of the project.
  const valid = [];
  for (const facts of authenticated) valid.push(await prepare(facts, given));
  const before = await storedRows(server.databaseUrl);
  for (const request of valid) {
    const reply = await send(server, { ...request, query }, options(server, player));
    // Operations for members ignore keys.
    const own = request.operation.auth === 'member' && query === '' ? undefined : challenge;
    assertUnauthorized(reply, request.path, own);
  }
  assert.deepEqual(await storedRows(server.databaseUrl), before);
}

const authorization = (value: string): CallOptions => ({ headers: { authorization: value } });

suite('an API key', () => {
  test('is accepted by every operation that is not only for members; case does not matter in Bearer', async (t) => {
    const server = await startServer(t);
    const { project } = await aPlayer(server);
    for (const facts of teamFacts) {
      const { operation } = facts;
      if (!takesKey(operation)) continue;
      const request = await prepare(facts, { server, project, member: undefined });
      const reply = await send(server, request, authorization(`bEARER ${server.teamKey}`));
      assert.equal(reply.status, operation.success.status, `${operation.id} ${reply.text}`);
      assert.ok(reply.headers.get('x-request-id'));
    }
  });

  test('is refused by every operation of the player API', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    for (const { method, url, auth } of gameOperations) {
      if (auth === 'none') continue;
      const path = url.replace(/:\w+/g, id);
      const query =
        url.startsWith('/api/v1/player') && method === 'GET' ? `?projectPublicKey=${player.project.publicKey}` : '';
      assertUnauthorized(await server.call(method, path + query, { token: server.teamKey }), path, 'invalid_token');
    }
  });

  test('in the URL of identify is a 400, because identify has no 401', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const path = '/api/v1/player/identify';
    const body = { projectPublicKey: player.project.publicKey, installationId: player.installationId };
    assertInvalid(await server.call('POST', `${path}?x=${server.teamKey}`, { body }), path, 'x');
  });
});

suite('401', () => {
  test('no header: the challenge has no `error`', (t) => assertAllRefuse(t, () => ({}), undefined));
  test('another scheme', (t) =>
    assertAllRefuse(t, ({ teamKey }) => authorization(`Basic ${btoa(teamKey)}`), undefined));
  test('a malformed header', (t) =>
    assertAllRefuse(t, ({ teamKey }) => authorization(`Bearer ${teamKey} x`), 'invalid_request'));
  test('an unknown key', (t) =>
    assertAllRefuse(
      t,
      ({ teamKey }) => ({ token: `${teamKey.slice(0, -1)}${teamKey.endsWith('A') ? 'B' : 'A'}` }),
      'invalid_token',
    ));
  test('only the start of a key', (t) =>
    assertAllRefuse(t, ({ teamKey }) => ({ token: teamKey.slice(0, -1) }), 'invalid_token'));
  test("a player's token", (t) => assertAllRefuse(t, (_server, { token }) => ({ token }), 'invalid_token'));
  test('a key in the URL, even with a valid header', async (t) => {
    for (const query of ['?access_token=x', '?token=', '?playerAccessToken=x', '?x=psk_1', '?x=pat_1']) {
      await assertAllRefuse(t, ({ teamKey }) => ({ token: teamKey }), 'invalid_request', query);
    }
  });

  test('two headers, even if both are valid', async (t) => {
    const server = await startServer(t);
    const valid = `Authorization: Bearer ${server.teamKey}`;
    const path = '/api/v1/team/projects';
    for (const pair of [
      [valid, valid],
      [valid, 'Authorization: Bearer psk_other'],
    ]) {
      assertUnauthorized(await exchange(server.url, rawRequest('GET', path, pair)), path, 'invalid_request');
    }
    assert.equal((await exchange(server.url, rawRequest('GET', path, [valid]))).status, 200);
  });

  test('a revoked key, from the next request on', async (t) => {
    const server = await startServer(t);
    const settings = { DATABASE_URL: server.databaseUrl };
    const { id, key } = JSON.parse((await cli(['api-key', 'create', '--name', 'second', '--json'], settings)).stdout);
    const list = () => server.call('GET', '/api/v1/team/projects', { token: key });
    assert.equal((await list()).status, 200);
    assert.equal(await server.store.apiKeys.revoke(id, server.clock.now), true);
    assertUnauthorized(await list(), '/api/v1/team/projects', 'invalid_token');
    assert.equal((await team(server, 'GET', '/projects')).status, 200, 'the other key still works');
  });

  test('before the body and the id are checked', async (t) => {
    const server = await startServer(t);
    const path = '/api/v1/team/tickets/unknown/replies';
    const bodies: CallOptions[] = [
      { raw: '{broken' },
      { raw: 'x', headers: { 'content-type': 'application/xml' } },
      { raw: `"${'x'.repeat(70_000)}"` },
    ];
    for (const options of bodies) {
      const send = (token?: string): Promise<Reply> => server.call('POST', path, { ...options, token });
      assertUnauthorized(await send(), path);
      assertUnauthorized(await send('psk_unknown'), path, 'invalid_token');
      assert.ok([400, 413, 415].includes((await send(server.teamKey)).status));
    }
  });
});

test('429: too many refused keys from an address, while a valid key still works', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_AUTH_ADDRESS: '3' } });
  const path = '/api/v1/team/projects';
  const refused = () => server.call('GET', path, { token: 'psk_guess' });
  for (let count = 0; count < 3; count++) assertUnauthorized(await refused(), path, 'invalid_token');
  server.clock.advance(20_000);
  assertLimited(await refused(), path, { quota: 3, window: 60, wait: 40 });
  assert.equal((await team(server, 'GET', '/projects')).status, 200);
  server.clock.advance(40_000);
  assertUnauthorized(await refused(), path, 'invalid_token');
});

test('pages of other origins cannot call the team API', async (t) => {
  const server = await startServer(t);
  const headers = { origin: 'https://game.example', 'access-control-request-method': 'GET' };
  for (const [method, path] of [
    ['GET', '/api/v1/team/projects'],
    ['OPTIONS', '/api/v1/team/projects'],
    ['GET', '/api/v1/team/unknown'],
  ] as const) {
    const reply = await call(server.url, method, path, { token: server.teamKey, headers });
    const cors = [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(cors, [], `${method} ${path}`);
  }
});

test('only the hash of a key is stored', async (t) => {
  const server = await startServer(t);
  const rows = await server.store.apiKeys.list();
  assert.equal(rows.length, 1);
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(server.teamKey.slice('psk_'.length)));
});

suite('a request that names its member', () => {
  test('is refused by every operation if the session is that of another member', async (t) => {
    const server = await startServer(t);
    const { project } = await aPlayer(server);
    const other = await aMember(server, 'owner');
    const valid = [];
    for (const facts of teamFacts.filter(({ operation }) => operation.auth !== 'none')) {
      // Some requests are about their member's account.
      const member = await aMember(server, 'owner');
      valid.push({ member, request: await prepare(facts, { server, project, member }) });
    }
    const before = await storedRows(server.databaseUrl);
    for (const { member, request } of valid) {
      for (const id of [other.id, '', 'mem_unknown']) {
        const { headers } = asMember(member);
        const reply = await send(server, request, { headers: { ...headers, 'x-member-id': id } });
        assertUnauthorized(reply, request.path);
      }
    }
    assert.deepEqual(await storedRows(server.databaseUrl), before);
  });

  test('is accepted if the session is that of this member', async (t) => {
    const server = await startServer(t);
    const own = await aMember(server, 'owner');
    const { headers } = asMember(own);
    const options = { headers: { ...headers, 'x-member-id': own.id }, body: { name: 'n', body: 'b' } };
    assert.equal((await server.call('POST', '/api/v1/team/macros', options)).status, 201);
  });
});
