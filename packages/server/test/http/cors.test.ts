import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gameOperations, teamOperations } from '../../src/http/all-operations.ts';
import { requests, targetOf } from '../helpers/authenticated-requests.ts';
import { aPlayer, identify, poll } from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { startServer } from '../helpers/harness.ts';
import { exchange, rawRequest } from '../helpers/raw-http.ts';

const ORIGIN = { origin: 'https://game.example' };

/** Reads the names listed in a header, in lower case. */
const listed = (reply: Reply, header: string) =>
  new Set((reply.headers.get(header) ?? '').split(',').map((name) => name.trim().toLowerCase()));

function assertNoCors({ headers }: Reply, what: string): void {
  const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  assert.deepEqual(names, [], what);
}

describe('CORS on the player API', () => {
  test('a preflight of every operation succeeds for any origin, and can be cached', async (t) => {
    const server = await startServer(t);
    for (const { method, url } of gameOperations) {
      const reply = await server.call('OPTIONS', url.replace(/:\w+/g, 'x'), {
        headers: {
          ...ORIGIN,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type,idempotency-key',
        },
      });
      assert.deepEqual([reply.status, reply.text], [204, '']);
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
      assert.ok(listed(reply, 'access-control-allow-methods').has(method.toLowerCase()), url);
      const allowed = listed(reply, 'access-control-allow-headers');
      // A wildcard would not include Authorization (Fetch standard).
      for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'x-request-id']) {
        assert.ok(allowed.has(name), name);
      }
      assert.ok(Number(reply.headers.get('access-control-max-age')) >= 600);
      // Pages of other origins must not send cookies.
      assert.equal(reply.headers.get('access-control-allow-credentials'), null);
    }
  });

  test('a preflight may ask for any header, and only its name is repeated', async (t) => {
    const server = await startServer(t);
    const allowedFor = async (requested: string) => {
      const headers = {
        ...ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': requested,
      };
      const reply = await server.call('OPTIONS', '/api/v1/player/identify', { headers });
      assert.equal(reply.status, 204);
      assert.equal(reply.headers.get('vary'), 'Access-Control-Request-Headers');
      assert.equal(reply.headers.get('access-control-max-age'), '86400');
      return [...listed(reply, 'access-control-allow-headers')];
    };
    const usual = await allowedFor('');
    const traced = 'sentry-trace,baggage,traceparent,tracestate,x-datadog-trace-id,x-b3-traceid,b3,newrelic,_x';
    assert.deepEqual(await allowedFor(`authorization, ${traced}`), [...usual, ...traced.split(',')]);
    assert.deepEqual(await allowedFor('Traceparent ,\tBAGGAGE,baggage'), [...usual, 'traceparent', 'baggage']);
    for (const wrong of ['a b', 'x:y', 'x;y', '"x"', 'é', '(x)', ',,', ' ']) {
      assert.deepEqual(await allowedFor(wrong), usual, wrong);
      assert.deepEqual(await allowedFor(`${wrong},x-ok`), [...usual, 'x-ok'], wrong);
    }
    const many = Array.from({ length: 60 }, (_, index) => `x-${index}-${'x'.repeat(100)}`);
    assert.deepEqual(await allowedFor(many.join()), [...usual, ...many]);
  });

  test('a page of any origin can read every response, with the headers that a client needs', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const { token } = player;
    const replies = new Map<string, Reply>([
      ['identify', await identify(server, player.project, {}, { headers: ORIGIN })],
      ['400', await identify(server, player.project, { installationId: 1 }, { headers: ORIGIN })],
      ['401', await server.call('GET', '/api/v1/player/inbox', { headers: ORIGIN })],
      ['404', await server.call('GET', '/api/v1/tickets/x', { token, headers: ORIGIN })],
      ['404 no route', await server.call('GET', '/api/v1/unknown', { headers: ORIGIN })],
      ['404 not decodable', await server.call('GET', '/api/v1/tickets/%zz', { token, headers: ORIGIN })],
      ['405', await server.call('DELETE', '/api/v1/tickets', { headers: ORIGIN })],
      ['without Origin', await poll(server, player)],
      ['304', await poll(server, player, '', { headers: { ...ORIGIN, 'if-none-match': '*' } })],
    ]);
    for (const request of await requests(server, player)) {
      const { method, body } = request;
      replies.set(request.id, await server.call(method, targetOf(request), { token, body, headers: ORIGIN }));
    }
    for (const [what, reply] of replies) {
      assert.equal(reply.headers.get('access-control-allow-origin'), '*', what);
      assert.equal(reply.headers.get('access-control-allow-credentials'), null, what);
      const exposed = listed(reply, 'access-control-expose-headers');
      for (const name of ['date', 'etag', 'retry-after', 'location', 'x-request-id', 'ratelimit', 'ratelimit-policy']) {
        assert.ok(exposed.has(name), `${what}: ${name}`);
      }
    }
  });

  test('a page of any origin can read a 429, and the 431 of a request that the server did not read', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_READ: '1' } });
    const large = await exchange(server.url, rawRequest('GET', '/api/v1/tickets', [`Baggage: ${'x'.repeat(17_000)}`]));
    assert.deepEqual([large.status, large.headers.get('access-control-allow-origin')], [431, '*']);
    const player = await aPlayer(server);
    await poll(server, player);
    const reply = await poll(server, player, '', { headers: ORIGIN });
    assert.deepEqual([reply.status, reply.headers.get('access-control-allow-origin')], [429, '*']);
  });
});

describe('CORS on the team API', () => {
  test('no response has CORS headers, not even that of a preflight', async (t) => {
    const server = await startServer(t);
    const { id } = await aPlayer(server);
    for (const { id: operation, method, url } of teamOperations) {
      const path = url.replace(/:\w+/g, id);
      const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'baggage' };
      const preflight = { ...ORIGIN, ...asked };
      assertNoCors(await server.call('OPTIONS', path, { headers: preflight }), `OPTIONS ${path}`);
      // A stream does not end, but HEAD has its headers.
      const sent = operation === 'StreamEvents' ? 'HEAD' : method;
      assertNoCors(await server.call(sent, path, { token: server.teamKey, headers: ORIGIN }), `${sent} ${path}`);
      assertNoCors(await server.call(method, path, { headers: ORIGIN }), `${method} ${path} without a key`);
    }
    assertNoCors(await server.call('GET', '/api/v1/team/unknown', { headers: ORIGIN }), 'no route');
    assertNoCors(await server.call('PUT', '/api/v1/team/projects', { headers: ORIGIN }), '405');
  });

  test('no response has CORS headers if the path is percent-encoded', async (t) => {
    const server = await startServer(t);
    for (const path of ['/api/v1/%74eam/projects', '/api/v1/tea%6D/projects', '/%61pi/v1/team/projects']) {
      const reply = await server.call('GET', path, { token: server.teamKey, headers: ORIGIN });
      assertNoCors(reply, path);
    }
  });
});
