import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { teamOperations } from '../../../src/http/all-operations.ts';
import { assertUnauthorized } from '../../helpers/assert-problem.ts';
import { assertAllRefuse, requests, targetOf } from '../../helpers/authenticated-requests.ts';
import { aPlayer, poll, updateProject } from '../../helpers/builders.ts';
import type { CallOptions, Reply } from '../../helpers/call.ts';
import { startServer } from '../../helpers/harness.ts';
import { exchange, rawRequest } from '../../helpers/raw-http.ts';

const bearer = (authorization: string): CallOptions => ({ headers: { authorization } });

describe('a valid token', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEARER  ']) {
    test(`is accepted by every operation after "${scheme}"`, async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      let { token } = player;
      for (const request of await requests(server, player)) {
        const authorization = `${scheme} ${token}`;
        const { raw, body: sent, headers: own } = request;
        const options = { body: sent, ...(raw && { raw }), headers: { ...own, authorization } };
        const { status, headers, body } = await server.call(request.method, targetOf(request), options);
        assert.equal(status, request.success, request.id);
        assert.equal(headers.get('www-authenticate'), null);
        // A link replaces the token.
        token = body?.playerAccessToken ?? token;
      }
    });
  }
});

describe('the header', () => {
  test('is missing: the challenge has no `error`', async (t) => {
    const server = await startServer(t);
    await assertAllRefuse(server, await aPlayer(server), [{}], undefined);
  });

  test('has another scheme: the challenge has no `error`', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await assertAllRefuse(server, player, [{ options: bearer('Basic dXNlcjpwYXNz') }], undefined);
  });

  test('is malformed', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const { token } = player;
    const values = ['Bearer', `Bearer ${token} x`, `Bearer "${token}"`, `Bearer ${token},x`, `Bearer: ${token}`];
    const changes = values.map((value) => ({ options: bearer(value) }));
    await assertAllRefuse(server, player, changes, 'invalid_request');
  });

  test('has the token without a scheme', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const [request] = await requests(server, player);
    const reply = await server.call('POST', '/api/v1/tickets', { body: request?.body, ...bearer(player.token) });
    assert.equal(reply.status, 401);
    assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer\b/);
  });

  test('is given twice, even if one or both are valid', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    let { token } = player;
    for (const request of await requests(server, player)) {
      const valid = `Authorization: Bearer ${token}`;
      const pairs = [
        [valid, valid],
        [valid, 'Authorization: Bearer nonsense'],
        ['Authorization: Bearer nonsense', valid],
        [valid, 'AUTHORIZATION:'],
        ['Authorization: Basic dXNlcjpwYXNz', valid],
      ];
      const text = request.raw ? Buffer.from(request.raw).toString() : JSON.stringify(request.body);
      const body = text ?? '';
      const own = Object.entries(request.headers ?? { 'content-type': 'application/json' });
      const others = own.map(([name, value]) => `${name}: ${value}`);
      const raw = (headers: readonly string[]) =>
        exchange(server.url, rawRequest(request.method, targetOf(request), [...headers, ...others], body));
      for (const pair of pairs) assertUnauthorized(await raw(pair), request.path, 'invalid_request');
      const { status, body: answer } = await raw([valid]);
      assert.equal(status, request.success, request.id);
      token = answer?.playerAccessToken ?? token;
    }
  });
});

describe('the token', () => {
  test('is unknown', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const neighbour = await aPlayer(server, player.project);
    const { token } = player;
    const unknown = [
      'pat_',
      `pat_${'A'.repeat(64)}`,
      token.slice(0, -1),
      `${token}A`,
      token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
      token.slice(4),
      token.toLowerCase(),
      // One token's player id with the other's secret.
      token.slice(0, 26) + neighbour.token.slice(26),
      'a'.repeat(8000),
    ];
    const changes = unknown.map((value) => ({ options: { token: value } }));
    await assertAllRefuse(server, player, changes, 'invalid_token');
  });

  test('was replaced by a newer one', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const again = await aPlayer(server, player.project, { installationId: player.installationId });
    assert.equal(again.id, player.id);
    assert.notEqual(again.token, player.token);
    await assertAllRefuse(server, again, [{ options: { token: player.token } }], 'invalid_token');
  });

  for (const [seconds, env] of [
    [30 * 86_400, {}],
    [60, { TOKEN_LIFETIME_SECONDS: '60' }],
  ] as const) {
    test(`has expired, after ${seconds} seconds`, async (t) => {
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      server.clock.advance(seconds * 1000 - 1);
      assert.equal((await poll(server, player)).status, 200);
      server.clock.advance(1);
      assertUnauthorized(await poll(server, player), '/api/v1/player/inbox', 'invalid_token');
    });
  }

  test('is a team key', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await assertAllRefuse(server, player, [{ options: { token: server.teamKey } }], 'invalid_token');
  });

  test("is a player's or missing, on the team API", async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    for (const { method, url } of teamOperations.filter(({ auth }) => auth === 'team')) {
      const path = url.replace(/:\w+/g, player.id);
      assertUnauthorized(await server.call(method, path), path);
      assertUnauthorized(await server.call(method, path, { token: player.token }), path, 'invalid_token');
      const inUrl = await server.call(method, `${path}?access_token=${server.teamKey}`, { token: server.teamKey });
      assertUnauthorized(inUrl, path, 'invalid_request');
    }
  });

  test('is of a project that was disabled, until it is active again', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const valid = await requests(server, player);
    await updateProject(server, player.project, { status: 'disabled' });
    for (const request of valid) {
      const { method, path, body } = request;
      const reply = await server.call(method, targetOf(request), { body, token: player.token });
      assertUnauthorized(reply, path, 'invalid_token');
    }
    await updateProject(server, player.project, { status: 'active' });
    assert.equal((await poll(server, player)).status, 200);
  });
});

describe('the order of checks', () => {
  test('the token is checked before the body', async (t) => {
    const server = await startServer(t, { config: { limits: { supportCodeTry: 0 } } });
    const player = await aPlayer(server);
    const bodies: CallOptions[] = [
      { raw: '{broken' },
      { raw: '' },
      { raw: 'x', headers: { 'content-type': 'application/xml' } },
      { raw: '{}', headers: { 'content-encoding': 'gzip' } },
      { raw: '{}', headers: { 'idempotency-key': 'not a key' } },
      { raw: `"${'x'.repeat(70_000)}"` },
    ];
    for (const request of await requests(server, player)) {
      if (request.body === undefined) continue;
      for (const options of bodies) {
        const send = (token?: string): Promise<Reply> => server.call('POST', request.path, { ...options, token });
        assertUnauthorized(await send(), request.path);
        assertUnauthorized(await send('nonsense'), request.path, 'invalid_token');
        assert.ok([400, 413, 415].includes((await send(player.token)).status));
      }
    }
  });

  test('the token is checked before the id', async (t) => {
    const server = await startServer(t);
    const path = '/api/v1/player/inbox/unknown/read';
    assertUnauthorized(await server.call('POST', path, { token: 'nonsense' }), path, 'invalid_token');
  });
});
