import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, test } from 'node:test';
import { aPlayer, aTicket, getTicket, poll } from '../helpers/builders.ts';
import { call, type Reply } from '../helpers/call.ts';
import { emptyDatabase } from '../helpers/databases.ts';
import { startServer } from '../helpers/harness.ts';
import { startProcess } from '../helpers/programs.ts';
import { exchange, rawRequest } from '../helpers/raw-http.ts';

/** The server sends this problem before it knows the operation. */
function assertBroken({ status, headers, text, body }: Reply, expected: number, slug: string): void {
  assert.equal(status, expected, text);
  assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8', text);
  assert.deepEqual([body.type, body.status], [`/problems/${slug}`, expected]);
  assert.match(headers.get('x-request-id') ?? '', /^[\w.:-]{8,128}$/);
  assert.equal(headers.get('connection'), 'close');
  assert.doesNotMatch(text, /HPE_|\n\s+at /);
}

describe('bytes that are not a valid request', () => {
  const broken = {
    'no HTTP': 'hello\r\n\r\n',
    'TLS on a plain port': Buffer.from('1603010200010001fc0303', 'hex'),
    'an unknown method': 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n',
    'an unknown version': 'GET / HTTP/3.7\r\nHost: a\r\n\r\n',
    'a space in the path': 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
    'a control character in a header': 'GET / HTTP/1.1\r\nHost: a\r\nX: a\u0001b\r\n\r\n',
    'a header without a name': 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n',
    'a length that is not a number': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
    'two lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'a length and chunks': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'a broken chunk': 'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'two Hosts': 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n',
    'no Host': 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
  };
  for (const [what, bytes] of Object.entries(broken)) {
    test(`${what}: 400`, async (t) => {
      const server = await startServer(t);
      assertBroken(await exchange(server.url, bytes), 400, 'bad-request');
      assert.equal((await server.call('GET', '/healthz')).status, 200);
    });
  }

  test('after a request that is still handled: the connection ends without a wrong response', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const fields = { projectPublicKey: player.project.publicKey, type: 'bug', subject: 'First', message: 'One.' };
    const headers = [`Authorization: Bearer ${player.token}`, 'Content-Type: application/json'];
    const create = rawRequest('POST', '/api/v1/tickets', headers, JSON.stringify(fields));
    const { text } = await exchange(server.url, `${create.replace('Connection: close\r\n', '')}GARBAGE\r\n\r\n`);
    assert.doesNotMatch(text, /bad-request/);
  });

  test('a client that resets the connection after its request: no error is logged', async (t) => {
    const server = await startProcess(t, { DATABASE_URL: await emptyDatabase(t) });
    const port = Number(new URL(server.url).port);
    for (let i = 0; i < 100; i++) {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => {});
      const closed = once(socket, 'close');
      socket.write(rawRequest('GET', i % 2 === 0 ? '/nothing' : '/api/v1/tickets/x'), () => socket.resetAndDestroy());
      await closed;
    }
    assert.equal((await call(server.url, 'GET', '/healthz')).status, 200);
    server.kill('SIGTERM');
    assert.equal(await server.exited, 0);
    assert.doesNotMatch(server.stdout(), /"level":(?:50|60)/);
  });

  test('CONNECT: 405', async (t) => {
    const server = await startServer(t);
    const { status, headers } = await exchange(server.url, rawRequest('CONNECT', '/api/v1/tickets'));
    assert.equal(status, 405);
    assert.ok(headers.get('x-request-id'));
  });

  test('CONNECT by a client that sends more or resets the connection: the server works, and can stop', async (t) => {
    const server = await startProcess(t, { DATABASE_URL: await emptyDatabase(t), SHUTDOWN_SECONDS: '60' });
    const port = Number(new URL(server.url).port);
    for (const end of ['reset', 'send', 'wait'] as const) {
      const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => {});
      socket.write(rawRequest('CONNECT', 'a:1'));
      const [answer] = await once(socket, 'data');
      assert.match(String(answer), /^HTTP\/1.1 405 /);
      if (end === 'reset') socket.resetAndDestroy();
      if (end === 'send') socket.write('more');
      t.after(() => socket.destroy());
    }
    assert.equal((await call(server.url, 'GET', '/healthz')).status, 200);
    server.kill('SIGTERM');
    assert.equal(await server.exited, 0);
  });

  test('CONNECT after a request that is still handled: the connection ends without a response', async (t) => {
    const server = await startServer(t);
    const { ready } = server.store;
    let release = () => {};
    server.store.ready = async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return ready();
    };
    const first = rawRequest('GET', '/readyz').replace('Connection: close\r\n', '');
    assert.equal((await exchange(server.url, first + rawRequest('CONNECT', 'a:1'))).status, 0);
    release();
  });

  test('headers or an address of more than 16 KiB: 431', async (t) => {
    const server = await startServer(t);
    const long = 'x'.repeat(17_000);
    for (const bytes of [rawRequest('GET', '/', [`X: ${long}`]), rawRequest('GET', `/?${long}`)]) {
      assertBroken(await exchange(server.url, bytes), 431, 'headers-too-large');
    }
    assert.equal((await exchange(server.url, rawRequest('GET', '/healthz', [`X: ${'x'.repeat(15_000)}`]))).status, 200);
  });

  test('an expectation other than 100-continue: 417; 100-continue works', async (t) => {
    const server = await startServer(t);
    const expecting = (what: string) =>
      rawRequest('POST', '/api/v1/player/identify', ['Content-Type: application/json', `Expect: ${what}`], '{}');
    assertBroken(await exchange(server.url, expecting('tea')), 417, 'expectation-failed');
    const continued = await exchange(server.url, expecting('100-continue'));
    assert.equal(continued.status, 100);
    assert.match(continued.text, /^HTTP\/1\.1 400 /);
  });
});

describe('slow clients', () => {
  const config = { requestTimeoutSeconds: 1 };

  /** Asserts that it closed, with a 408 if a response was possible. */
  function assertClosed(reply: Reply): void {
    if (reply.status !== 0) assertBroken(reply, 408, 'request-timeout');
  }

  test('that send nothing, or bytes very slowly, are closed; other clients are served meanwhile', {
    timeout: 8000,
  }, async (t) => {
    const server = await startServer(t, { config });
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    const path = `/api/v1/tickets/${ticketId}/messages`;
    const auth = `Authorization: Bearer ${player.token}`;
    const chunked = rawRequest('POST', path, [auth, 'Content-Type: application/json', 'Transfer-Encoding: chunked']);
    const slow = Promise.all([
      exchange(server.url, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: ', 'x'),
      exchange(server.url, `${rawRequest('POST', path, [auth, 'Content-Length: 60000'])}{`, ' '),
      exchange(server.url, chunked, '1\r\n \r\n'),
      exchange(server.url, 'GET /healthz HTTP/1.1\r\n'),
      exchange(server.url, ''),
    ]);
    for (let i = 0; i < 5; i++) assert.equal((await poll(server, player)).status, 200);
    const replies = await slow;
    for (const reply of replies) assertClosed(reply);
    assert.deepEqual(
      replies.slice(0, 3).map(({ status }) => status),
      [408, 408, 408],
    );
    assert.equal((await getTicket(server, player, ticketId)).body.messages.length, 1);
  });
});
