import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { FIELD_PROBLEMS } from '@player-support/contract/field-problems';
import { PROBLEMS } from '../../src/errors.ts';
import { allOperations } from '../../src/http/all-operations.ts';
import { assertInvalid, assertProblem } from '../helpers/assert-problem.ts';
import { requests, targetOf } from '../helpers/authenticated-requests.ts';
import {
  aPlayer,
  aTicket,
  block,
  createTicket,
  directMessage,
  getTicket,
  listTickets,
  type Player,
  playerReply,
  poll,
} from '../helpers/builders.ts';
import type { CallOptions, Reply } from '../helpers/call.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';
import { readable } from '../helpers/readable-addresses.ts';

/** Gets one response of each kind, by kind. */
async function everyKind(server: TestServer, player: Player, options: CallOptions): Promise<Map<string, Reply>> {
  const { token } = player;
  const ticketId = await aTicket(server, player);
  const inbox = `/api/v1/player/inbox?projectPublicKey=${player.project.publicKey}`;
  const { headers } = await server.call('GET', inbox, { token });
  const call = (method: string, path: string, more: CallOptions = {}) =>
    server.call(method, path, { ...more, headers: { ...more.headers, ...options.headers } });
  const replies = new Map<string, Reply>([
    ['200', await call('GET', inbox, { token })],
    ['200 HEAD', await call('HEAD', inbox, { token })],
    ['201', await createTicket(server, player, {}, options)],
    ['204', await call('OPTIONS', '/api/v1/tickets')],
    ['304', await call('GET', inbox, { token, headers: { 'if-none-match': headers.get('etag') ?? '' } })],
    ['400', await call('POST', '/api/v1/tickets', { token, raw: '{' })],
    ['401', await call('POST', '/api/v1/tickets')],
    ['404', await call('GET', '/api/v1/tickets/unknown', { token })],
    [
      '404 of identify',
      await call('POST', '/api/v1/player/identify', {
        body: { projectPublicKey: 'unknown', installationId: '12345678' },
      }),
    ],
    ['404 no route', await call('GET', '/unknown')],
    ['404 not decodable', await call('GET', '/api/v1/tickets/%zz', { token })],
    ['405', await call('DELETE', '/api/v1/tickets')],
    ['413', await call('POST', '/api/v1/tickets', { token, raw: `"${'x'.repeat(65_536)}"` })],
    ['415', await call('POST', '/api/v1/tickets', { token, raw: '{}', headers: { 'content-type': 'text/html' } })],
    ['page', await call('GET', '/problems/validation')],
    ['document', await call('GET', '/openapi/v1.json')],
    ['health', await call('GET', '/healthz')],
  ]);
  await block(server, player);
  replies.set('409', await call('POST', `/api/v1/tickets/${ticketId}/messages`, { token, body: { message: 'x' } }));
  const failing = mock.method(server.store.playerTickets, 'conversation', () =>
    Promise.reject(new Error('no such column: hidden_salt')),
  );
  replies.set('500', await call('GET', `/api/v1/tickets/${ticketId}`, { token }));
  failing.mock.restore();
  for (const [kind, { status }] of replies) assert.equal(status, Number.parseInt(kind, 10) || 200, kind);
  return replies;
}

describe('every response', () => {
  test('keeps a valid X-Request-Id', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = 'Az09._:-'.repeat(16);
    const replies = await everyKind(server, player, { headers: { 'x-request-id': id } });
    for (const [kind, { headers }] of replies) assert.equal(headers.get('x-request-id'), id, kind);
    assert.equal(replies.get('404 of identify')?.body.requestId, id);
    assert.equal(
      (await poll(server, player, '', { headers: { 'x-request-id': '0' } })).headers.get('x-request-id'),
      '0',
    );
  });

  test('has a new X-Request-Id if the request has none', async (t) => {
    const server = await startServer(t);
    const replies = [...(await everyKind(server, await aPlayer(server), {}))];
    for (const [kind, { headers }] of replies)
      assert.match(headers.get('x-request-id') ?? '', /^[\w.:-]{8,128}$/, kind);
    assert.equal(new Set(replies.map(([, { headers }]) => headers.get('x-request-id'))).size, replies.length);
  });

  test('has a new X-Request-Id if that of the request is empty, too long, or has other characters', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    for (const id of ['', 'x'.repeat(129), 'two words', 'a,b', 'é', '<b>', 'a/b', '"', 'pat_a', 'psk_a']) {
      const found = (await poll(server, player, '', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
      assert.notEqual(found, id);
      assert.match(found ?? '', /^[\w.:-]{8,128}$/);
    }
  });

  test('has nosniff, and is not cached without an ETag', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    for (const [kind, { status, headers }] of await everyKind(server, player, {})) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff', kind);
      // Only the client may cache a response with an ETag, and must revalidate it.
      const cache = headers.has('etag') ? 'private, no-cache' : 'no-store';
      assert.equal(headers.get('cache-control'), cache, kind);
      assert.equal(headers.has('etag'), ['200', '200 HEAD', '304'].includes(kind), kind);
      if (status >= 400 && kind !== '404 of identify') {
        assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8', kind);
      }
    }
  });

  test('that is no page runs nothing and is in no frame', async (t) => {
    const server = await startServer(t);
    for (const url of ['/api/v1/team/tickets', '/healthz', '/nothing']) {
      const policy = (await server.call('GET', url)).headers.get('content-security-policy');
      assert.equal(policy, "default-src 'none'; frame-ancestors 'none'", url);
    }
    for (const url of ['/docs', '/problems/validation']) {
      assert.equal((await server.call('GET', url)).headers.get('referrer-policy'), 'no-referrer', url);
    }
  });

  test('may be embedded by pages of this server only, except those of the player API', async (t) => {
    const server = await startServer(t, { builtPages: true });
    const policyOf = async (url: string) => (await server.call('GET', url)).headers.get('cross-origin-resource-policy');
    for (const url of ['/api/v1/player/inbox', '/api/v1/tickets/x', '/widget/player-support.js']) {
      assert.equal(await policyOf(url), 'cross-origin', url);
    }
    for (const url of ['/api/v1/team/tickets', '/api/v1/team/events', '/docs', '/problems/validation', '/nothing']) {
      assert.equal(await policyOf(url), 'same-origin', url);
    }
  });

  test('over TLS keeps a browser on HTTPS for a year', async (t) => {
    const hsts = async (settings: Record<string, string>, headers: Record<string, string>) => {
      const server = await startServer(t, { env: settings });
      return (await server.call('GET', '/api/v1/player/inbox', { headers })).headers.get('strict-transport-security');
    };
    const proxied = { TRUST_PROXY: '1' };
    const tls = { 'x-forwarded-proto': 'https' };
    assert.equal(await hsts(proxied, tls), 'max-age=31536000');
    assert.equal(await hsts(proxied, {}), null);
    assert.equal(await hsts({}, tls), null);
  });

  test('shows nothing about the code or the machine', async (t) => {
    const server = await startServer(t);
    for (const [kind, { text, headers }] of await everyKind(server, await aPlayer(server), {})) {
      const everything = `${text} ${JSON.stringify([...headers])}`;
      assert.doesNotMatch(everything, /\.ts:|\.js:|node_modules|hidden_salt|fastify|sqlite|\n\s+at /i, kind);
      assert.equal(headers.get('server') ?? headers.get('x-powered-by'), null);
    }
  });
});

describe('HEAD', () => {
  test('has the headers of GET and no body, for each path with GET', async (t) => {
    const server = await startServer(t, { stretch: () => 1 });
    const player = await aPlayer(server);
    for (const { path, ...options } of await readable(server, player)) {
      const get = await server.call('GET', path, options);
      const head = await server.call('HEAD', path, options);
      assert.deepEqual([get.status, head.status, head.text], [200, 200, ''], path);
      assert.ok(get.text.length > 0);
      // A HEAD response may omit Transfer-Encoding (RFC 9112, section 6.1).
      const other = ['date', 'x-request-id', 'keep-alive', 'connection', 'transfer-encoding'];
      const shown = ({ headers }: Reply) => [...headers].filter(([name]) => !other.includes(name));
      assert.deepEqual(shown(head), shown(get), path);
    }
  });
});

describe('an unknown path', () => {
  test('404 for every method, with and without a token', async (t) => {
    const server = await startServer(t);
    const { token } = await aPlayer(server);
    const paths = ['/unknown', '/api', '/api/v1', '/api/v1/', '/api/v2/tickets', '/API/v1/tickets'];
    for (const path of [...paths, '/api/v1/player', '/api/v1/tickets/x/y', '/api/v1/team', '/favicon.ico', '/docs/']) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        assertProblem(await server.call(method, path), 404, 'not-found', path);
        assertProblem(await server.call(method, `${path}?x=1`, { token }), 404, 'not-found', path);
      }
    }
  });
});

describe('an unsupported method', () => {
  test('405 with the supported methods in Allow; OPTIONS lists the same', async (t) => {
    const server = await startServer(t);
    const paths = new Map<string, Set<string>>();
    for (const { url } of allOperations) paths.set(url.replace(/:\w+/g, 'x'), new Set(['OPTIONS']));
    for (const { method, url } of allOperations) {
      // `/tickets/counts` also matches `/tickets/:ticketId`.
      const shape = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`);
      for (const [path, methods] of paths) {
        if (!shape.test(path)) continue;
        methods.add(method);
        if (method === 'GET') methods.add('HEAD');
      }
    }
    const allowed = (reply: Reply) => new Set(reply.headers.get('allow')?.split(', '));
    for (const [path, methods] of paths) {
      const options = await server.call('OPTIONS', path);
      assert.deepEqual([options.status, options.text, allowed(options)], [204, '', methods], path);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        if (methods.has(method)) continue;
        const reply = await server.call(method, path, method === 'POST' ? { raw: '{' } : {});
        if (method === 'HEAD') assert.equal(reply.status, 405);
        else assertProblem(reply, 405, 'method-not-allowed', path);
        assert.deepEqual(allowed(reply), methods, `${method} ${path}`);
      }
    }
  });
});

describe('a body', () => {
  test('can have 64 KiB; with one byte more it is a 413 that changes nothing', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const path = `/api/v1/tickets/${await aTicket(server, player)}/messages`;
    const raw = (bytes: number) => {
      const [start, end] = ['{"message":"m","more":"', '"}'];
      return start + 'x'.repeat(bytes - start.length - end.length) + end;
    };
    const send = (body: string) => server.call('POST', path, { token: player.token, raw: body });
    assert.equal((await send(raw(65_536))).status, 200);
    assertProblem(await send(raw(65_537)), 413, 'payload-too-large', path);
    assert.equal((await getTicket(server, player, path.split('/')[4] ?? '')).body.messages.length, 2);
    const identify = '/api/v1/player/identify';
    assertProblem(await server.call('POST', identify, { raw: raw(65_537) }), 413, 'payload-too-large', identify);
    assertInvalid(
      await server.call('POST', identify, { raw: raw(65_536) }),
      identify,
      'installationId',
      'projectPublicKey',
    );
  });
});

describe('problem pages', () => {
  test('`type` is the address of a page that describes the problem', async (t) => {
    const server = await startServer(t);
    for (const slug of [
      'validation',
      'unauthorized',
      'not-found',
      'open-ticket-limit',
      'ticket-closed',
      'ticket-full',
      'player-blocked',
      'idempotency-conflict',
      'rate-limited',
    ]) {
      assert.ok(Object.hasOwn(PROBLEMS, slug), slug);
    }
    for (const [slug, [status, title]] of Object.entries(PROBLEMS)) {
      const page = await server.call('GET', `/problems/${slug}`);
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(page.text, /^<!doctype html>/i);
      for (const part of [`/problems/${slug}`, String(status), title]) assert.ok(page.text.includes(part), part);
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    }
    const fields = await server.call('GET', '/problems/validation');
    for (const code of Object.keys(FIELD_PROBLEMS)) assert.ok(fields.text.includes(`<code>${code}</code>`), code);
    const index = await server.call('GET', '/problems');
    for (const slug of Object.keys(PROBLEMS)) assert.ok(index.text.includes(`href="/problems/${slug}"`), slug);
    for (const slug of ['unknown', 'constructor', '__proto__', '%3Cscript%3E']) {
      assertProblem(await server.call('GET', `/problems/${slug}`), 404, 'not-found', `/problems/${slug}`);
    }
  });
});

describe('hostile paths and queries', () => {
  test('get a response that the operation declares, and do not affect the next request', async (t) => {
    const server = await startServer(t, {
      config: { limits: { reply: 0, create: 0, read: 0, upload: 0, uploadPart: 0 } },
    });
    const player = await aPlayer(server);
    await aTicket(server, player);
    await directMessage(server, player);
    const pieces = [
      ...['%00', '%0d%0aSet-Cookie:%20a=b', '%zz', '%', '%2e%2e%2f', '%F0%9F%98%80', '%ff%fe', "'--", '%22', '\\'],
      ...['__proto__', 'constructor', 'toString', '[]', '[a]=b', '{}', '*', ';a=b', '%3F', '%23', '&&&', '===', '+'],
      ...['<script>alert(1)</script>', '$%7B1%7D', '|', '~', '%E2%80%AE', 'x'.repeat(4000), '%25'.repeat(1000)],
    ];
    // A link gives the ticket to an account: later requests are another player's.
    const other = await aPlayer(server, player.project);
    const itsTicket = await aTicket(server, other);
    let { token } = player;
    const valid = await requests(server, player);
    for (const [requestIndex, request] of valid.entries()) {
      const declared = allOperations.find(({ id }) => id === request.id);
      const statuses = new Set([declared?.success.status, ...Object.keys(declared?.failures ?? {}).map(Number), 405]);
      for (const [pieceIndex, piece] of pieces.entries()) {
        const { id: _, method, path, query, ...parts } = request;
        const targets = [
          `${path}${piece}${query}`,
          `${path.replace(/[^/]+$/, '')}${piece}${query}`,
          path.replace(/[a-z]+_[0-9a-v]+/, piece) + query,
          targetOf(request, piece),
          targetOf(request, `${piece}=${piece}`),
          targetOf(request, `since=${piece}`),
          `${path}?projectPublicKey=${piece}`,
        ];
        for (const [targetIndex, target] of targets.entries()) {
          // Each operation gets each piece in a third of the places.
          if ((requestIndex + pieceIndex + targetIndex) % 3 !== 0) continue;
          const { status, text, headers, body: answer } = await server.call(method, target, { token, ...parts });
          token = answer?.playerAccessToken ?? token;
          assert.ok(statuses.has(status) || status === 404, `${method} ${target.slice(0, 200)}: ${status}`);
          assert.equal(headers.get('set-cookie'), null);
          assert.doesNotMatch(headers.get('content-type') ?? 'application/json', /html/);
          assert.doesNotMatch(text, /\n\s+at /);
        }
      }
    }
    assert.equal((await playerReply(server, other, itsTicket)).status, 200);
    assert.equal((await listTickets(server, other)).status, 200);
    assert.equal((await listTickets(server, { ...player, token })).status, 200);
  });
});
