import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createPasswords } from '../../src/team/session/passwords.ts';
import { SESSION } from '../helpers/accounts.ts';
import { eventually, PASSWORD } from '../helpers/builders.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';
import { rawRequest } from '../helpers/raw-http.ts';

const BODY = JSON.stringify({ email: 'nobody@studio.example', password: PASSWORD });
const SIGN_IN = rawRequest('POST', SESSION, ['Content-Type: application/json'], BODY);

/** `received`: the bytes that came back so far. */
async function send(t: TestContext, { url }: TestServer, text: string) {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  const closed = once(socket, 'close');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  // The server may also reset it.
  socket.on('error', () => {});
  socket.write(text);
  return { socket, closed, received: () => received };
}

/** Waits until the server closed two incomplete connections in turn. */
async function twoTimeoutsPass(t: TestContext, server: TestServer): Promise<void> {
  for (const half of ['GET /healthz HTTP/1.1\r\n', SIGN_IN.slice(0, -5)]) await (await send(t, server, half)).closed;
}

test('a client that waits for its response is not closed like an idle one', {
  timeout: 120_000,
}, async (t) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: hashing, resolve: begun } = Promise.withResolvers<void>();
  const passwords = createPasswords(1, async (_algorithm, { tagLength }) => {
    begun();
    await held;
    return Buffer.alloc(tagLength);
  });
  const server = await startServer(t, { config: { requestTimeoutSeconds: 1 }, passwords });
  const waiting = await send(t, server, SIGN_IN);
  await hashing;
  await twoTimeoutsPass(t, server);
  assert.equal(waiting.socket.closed, false);
  release();
  await waiting.closed;
  assert.match(waiting.received(), /^HTTP\/1\.1 401 /);
});

test('an idle connection is closed after its response', { timeout: 120_000 }, async (t) => {
  const server = await startServer(t, { env: { KEEP_ALIVE_SECONDS: '1' } });
  const { closed, received } = await send(t, server, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await closed;
  assert.match(received(), /^HTTP\/1\.1 200 /);
});

test('when a server stops, it closes a connection after the last response on it', { timeout: 120_000 }, async (t) => {
  const hooks: (() => unknown)[] = [];
  const server = await startServer({ after: (hook) => hooks.push(hook as () => unknown) });
  const { promise: held, resolve: release } = Promise.withResolvers<boolean>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  server.store.ready = () => {
    ask();
    return held;
  };
  const { closed, received } = await send(t, server, 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await asked;
  const stopped = Promise.all(hooks.map((hook) => hook()));
  await eventually(() =>
    fetch(server.url).then(
      () => false,
      () => true,
    ),
  );
  release(true);
  await Promise.all([closed, stopped]);
  assert.match(received(), /^HTTP\/1\.1 200 /);
});

test('a client that does not read its responses is closed', { timeout: 120_000 }, async (t) => {
  const server = await startServer(t, { config: { requestTimeoutSeconds: 1 } });
  const request = 'GET /openapi/v1.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const size = (await server.call('GET', '/openapi/v1.json')).text.length;
  const accepted = acceptedSocket(t);
  // More than both sides' buffers hold.
  const { socket } = await send(t, server, request.repeat(Math.ceil(20_000_000 / size)));
  socket.pause();
  const serverSocket = await accepted;
  await once(serverSocket, 'close');
  assert.ok(serverSocket.bytesWritten > size, 'some of the responses were sent');
  assert.equal(socket.readableFlowing, false);
});

/** Returns the server's socket of the next connection. */
function acceptedSocket(t: TestContext): Promise<Socket> {
  return new Promise((resolve) => {
    const take = (message: unknown) => resolve((message as { socket: Socket }).socket);
    subscribe('net.server.socket', take);
    t.after(() => unsubscribe('net.server.socket', take));
  });
}
