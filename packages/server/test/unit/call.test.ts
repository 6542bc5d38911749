import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { call } from '../helpers/call.ts';

test('a GET on a connection that was closed meanwhile gets another one; other broken requests are errors', async (t) => {
  const paths: (string | undefined)[] = [];
  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    if (request.url === '/broken') request.socket.destroy();
    else response.end('{}');
  });
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await call(url, 'GET', '/one');
  await turn();
  // This process has not seen it when the next request begins.
  sockets[0]?.destroy();
  assert.equal((await call(url, 'GET', '/two')).status, 200);
  assert.deepEqual([paths, sockets.length], [['/one', '/two'], 2]);
  await assert.rejects(call(url, 'GET', '/broken'), TypeError);
  await call(url, 'GET', '/three');
  paths.length = 0;
  await assert.rejects(call(url, 'POST', '/broken'), TypeError);
  assert.deepEqual(paths, ['/broken'], 'sent once');
});
