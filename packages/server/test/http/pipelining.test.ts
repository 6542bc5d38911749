import assert from 'node:assert/strict';
import { createServer, IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { queueRequests } from '../../src/http/guard/request-queue.ts';
import { aPlayer } from '../helpers/builders.ts';
import { startServer } from '../helpers/harness.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts an HTTP server that handles one request per connection at a time. Returns its port. */
async function start(
  t: TestContext,
  handle: Handle,
  maxWaiting?: number,
  options: ServerOptions = {},
): Promise<number> {
  const server = createServer(options, handle);
  queueRequests(server, () => {}, maxWaiting);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Collects responses. */
function connect(t: TestContext, port: number) {
  const socket = net.connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  const found: string[] = [];
  let rest = '';
  let changed = () => {};
  socket.setEncoding('latin1').on('data', (piece) => {
    rest += piece;
    for (let one = completeResponse(rest); one !== undefined; one = completeResponse(rest)) {
      found.push(one);
      rest = rest.slice(one.length);
    }
    changed();
  });
  socket.on('error', () => {}).on('close', () => changed());
  return {
    socket,
    /** Returns the texts of so many complete responses, or all at the end. */
    async responses(count: number): Promise<string[]> {
      while (found.length < count && !socket.destroyed) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
      return [...found];
    },
  };
}

/** Undefined if it is incomplete. Each character is a byte. */
function completeResponse(text: string): string | undefined {
  const head = /^[\s\S]*?\r\n\r\n/.exec(text)?.[0];
  if (head === undefined) return undefined;
  // Nothing may separate two responses.
  assert.match(head, /^HTTP\/1\.1 \d{3} /);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = head.length + Number(length);
    return end <= text.length ? text.slice(0, end) : undefined;
  }
  // Without a length, chunks end with an empty one.
  const lastChunk = text.indexOf('\r\n0\r\n\r\n', head.length - 2);
  return lastChunk < 0 ? undefined : text.slice(0, lastChunk + 7);
}

/** Returns options that make a server count parsed requests. */
function countParsed() {
  let count = 0;
  class Counted extends IncomingMessage {
    constructor(socket: net.Socket) {
      super(socket);
      count++;
    }
  }
  return { parsed: () => count, options: { IncomingMessage: Counted } };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

suite('requests that are pipelined on one connection', () => {
  test('are handled in order, one at a time', async (t) => {
    let [running, maxRunning] = [0, 0];
    const order: string[] = [];
    const port = await start(t, (request, response) => {
      maxRunning = Math.max(maxRunning, ++running);
      order.push(request.url ?? '');
      setImmediate(() => {
        running--;
        response.end(`body of ${request.url}`);
      });
    });
    const connection = connect(t, port);
    const paths = Array.from({ length: 300 }, (_none, index) => `/${index}`);
    connection.socket.write(paths.map(get).join(''));
    const responses = await connection.responses(paths.length);
    assert.deepEqual(
      responses.map((response) => response.split('\r\n\r\n')[1]?.trim()),
      paths.map((path) => `body of ${path}`),
    );
    assert.deepEqual(order, paths);
    assert.equal(maxRunning, 1);
  });

  test('are handled one per turn of the event loop', async (t) => {
    let turn = 0;
    const turns: number[] = [];
    const port = await start(t, (_request, response) => {
      turns.push(turn);
      response.end();
    });
    const count = () => {
      turn++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    t.after(() => clearImmediate(timer));
    const connection = connect(t, port);
    connection.socket.write(get('/').repeat(100));
    await connection.responses(100);
    assert.equal(new Set(turns).size, 100, 'two requests in one turn');
  });

  test('arrive with their whole bodies, even while many wait', async (t) => {
    const port = await start(t, (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece) => pieces.push(piece)).on('end', () => response.end(Buffer.concat(pieces)));
    });
    const connection = connect(t, port);
    const bodies = Array.from({ length: 60 }, (_none, index) => `${index} `.repeat(2000));
    for (const body of bodies) {
      connection.socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    }
    const responses = await connection.responses(bodies.length);
    assert.deepEqual(
      responses.map((response) => response.slice(response.indexOf('\r\n\r\n') + 4)),
      bodies,
    );
  });

  test('on too many connections close the newest connection, and no other', async (t) => {
    const held: ServerResponse[] = [];
    const port = await start(t, (request, response) => (request.url === '/' ? response.end() : held.push(response)), 2);
    const waiting = [connect(t, port), connect(t, port)];
    for (const { socket } of waiting) socket.write(get('/held') + get('/'));
    while (held.length < 2) await new Promise(setImmediate);
    const other = connect(t, port);
    for (let times = 1; times <= 20; times++) {
      const last = connect(t, port);
      last.socket.write(get('/'));
      await last.responses(1);
      // The server reads both in one turn, first the connection that it closes.
      last.socket.write(get('/held') + get('/'));
      other.socket.write(get('/'));
      for (const until = performance.now() + 5; performance.now() < until; );
      assert.equal((await last.responses(2)).length, 1);
      assert.equal((await other.responses(times)).length, times);
    }
    for (const response of held) response.end();
    for (const { responses } of waiting) assert.equal((await responses(2)).length, 2);
    const next = connect(t, port);
    next.socket.write(get('/held') + get('/'));
    const before = held.length;
    while (held.length === before) await new Promise(setImmediate);
    held.at(-1)?.end();
    assert.equal((await next.responses(2)).length, 2);
  });

  test('leave room for others when their connection closes while several wait', async (t) => {
    const held: ServerResponse[] = [];
    const port = await start(t, (request, response) => (request.url === '/' ? response.end() : held.push(response)), 1);
    const closed = connect(t, port);
    closed.socket.write(get('/held') + get('/') + get('/'));
    while (held.length < 1) await new Promise(setImmediate);
    const noticed = new Promise((resolve) => held[0]?.once('close', resolve));
    closed.socket.destroy();
    await noticed;
    const next = connect(t, port);
    next.socket.write(get('/held') + get('/'));
    while (held.length < 2) await new Promise(setImmediate);
    held[1]?.end();
    assert.equal((await next.responses(2)).length, 2);
  });

  test('are parsed a few at a time, also the first ones of a connection', async (t) => {
    const { parsed, options } = countParsed();
    const held: ServerResponse[] = [];
    const port = await start(t, (_request, response) => held.push(response), undefined, options);
    const count = 1000;
    const { socket, responses } = connect(t, port);
    socket.write('GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(count));
    for (let answered = 0; answered < count; answered++) {
      while (held.length === 0) await new Promise(setImmediate);
      // One is handled, and those of a kilobyte wait.
      assert.ok(parsed() - answered <= 2 + 1024 / 26, `${parsed()} parsed, ${answered} answered`);
      held.pop()?.end();
    }
    assert.equal((await responses(count)).length, count);
  });

  test('are parsed a few at a time behind a large body, which arrives in large pieces', async (t) => {
    const { parsed, options } = countParsed();
    const held: ServerResponse[] = [];
    const pieces: number[] = [];
    const handle: Handle = (request, response) => {
      request.on('data', ({ length }) => pieces.push(length)).on('end', () => held.push(response));
    };
    const port = await start(t, handle, undefined, options);
    const count = 500;
    const { socket, responses } = connect(t, port);
    // Ends at different places of a slice.
    for (const [turn, length] of [1, 1000, 1024, 60_000, 70_000, 1_000_000].entries()) {
      pieces.length = 0;
      const before = turn * (count + 1);
      const head = `POST / HTTP/1.1\r\nHost:a\r\nContent-Length: ${length}\r\n\r\n`;
      socket.write(head + 'x'.repeat(length) + 'GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(count));
      for (let answered = 0; answered <= count; answered++) {
        while (held.length === 0) await new Promise(setImmediate);
        assert.ok(parsed() - before - answered <= 2 + 1024 / 26, `${parsed() - before} parsed, ${answered} answered`);
        held.pop()?.end();
      }
      assert.equal((await responses(before + count + 1)).length, before + count + 1);
      assert.equal(
        pieces.reduce((sum, piece) => sum + piece, 0),
        length,
      );
      // In pieces of a kilobyte it would be 977.
      assert.ok(pieces.length < 300, `${pieces.length} pieces of ${length} bytes`);
    }
  });

  test('are not read after a request that asks for another protocol', async (t) => {
    const paths: string[] = [];
    const port = await start(t, (request, response) => {
      paths.push(request.url ?? '');
      request.resume().on('end', () => response.end());
    });
    const { socket, responses } = connect(t, port);
    const upgrade = 'GET /first HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';
    // At the start of a slice, the second body has text like a third request.
    const head = 'POST /second HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\n';
    const body = 'x'.repeat(1024 - upgrade.length - head.length) + get('/smuggled');
    socket.write(upgrade + head + body.padEnd(2000, 'x'));
    await new Promise((resolve) => socket.once('close', resolve));
    assert.deepEqual(paths, ['/first']);
    assert.match((await responses(1))[0] ?? '', /^HTTP\/1\.1 200 .*connection: close/is);
  });

  test('are not read after a request with an expectation that the server cannot meet', async (t) => {
    const { parsed, options } = countParsed();
    const paths: string[] = [];
    const handle: Handle = (request, response) => {
      paths.push(request.url ?? '');
      response.end();
    };
    const port = await start(t, handle, undefined, options);
    const { socket, responses } = connect(t, port);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const expecting = 'GET /last HTTP/1.1\r\nHost:a\r\nExpect:x\r\n\r\n';
    // All wait for the first request.
    socket.write(get('/first') + expecting.repeat(1000));
    await closed;
    assert.deepEqual(paths, ['/first', '/last']);
    const found = await responses(2);
    assert.equal(found.length, 2);
    assert.match(found[1] ?? '', /^HTTP\/1\.1 200 .*connection: close/is);
    assert.ok(parsed() <= 2 + 1024 / expecting.length, `${parsed()} parsed`);
  });

  test('are not read while many wait', async (t) => {
    let held: ServerResponse | undefined;
    const port = await start(t, (request, response) => {
      if (request.url === '/held') held = response;
      else response.end();
    });
    const { socket } = connect(t, port);
    const large = `GET /${'x'.repeat(4000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    let unsent = true;
    socket.write(get('/held') + large.repeat(10_000), () => {
      unsent = false;
    });
    // No buffer holds 40 MB, so unsent bytes show that reading stopped.
    const other = connect(t, port);
    for (let times = 0; times < 50; times++) {
      other.socket.write(get('/'));
      await other.responses(times + 1);
    }
    assert.equal(unsent, true);
    assert.ok(held !== undefined && !socket.destroyed, 'the connection does not wait');
  });
});

test('a request does not wait until all bytes of other connections are parsed', async (t) => {
  let [begun, parsed] = [0, 0];
  const handle: Handle = (request, response) => {
    begun++;
    if (request.method === 'GET') response.end();
    else request.on('data', () => parsed++);
  };
  const port = await start(t, handle, 1);
  // Chunks of one byte are expensive to parse.
  const [count, chunks] = [16, 10_000];
  const connections = Array.from({ length: count }, () => connect(t, port));
  for (const { socket } of connections) {
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
  }
  const other = connect(t, port);
  other.socket.write(get('/'));
  await other.responses(1);
  while (begun < count + 1) await new Promise(setImmediate);
  // All arrive in one turn of the event loop.
  for (const { socket } of connections) socket.write('1\r\nx\r\n'.repeat(chunks));
  // Connections with unparsed bytes do not count as waiting (limit 1 here).
  other.socket.write(get('/') + get('/'));
  assert.equal((await other.responses(3)).length, 3);
  assert.ok(parsed < (count * chunks) / 2, `${parsed} chunks were parsed before the response`);
  while (parsed < count * chunks) await new Promise(setImmediate);
});

test('a body that is quick to parse does not wait for many slow ones', async (t) => {
  let [begun, parsed, arrived] = [0, 0, 0];
  const handle: Handle = (request, response) => {
    begun++;
    if (request.url === '/slow') request.on('data', () => parsed++);
    else request.on('data', (piece) => (arrived += piece.length)).on('end', () => response.end());
  };
  const port = await start(t, handle);
  const [count, chunks, size] = [16, 20_000, 60 * 1024];
  const connections = Array.from({ length: count }, () => connect(t, port));
  for (const { socket } of connections) {
    socket.write('POST /slow HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
  }
  const other = connect(t, port);
  const send = () =>
    other.socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`);
  // Compiles the code before it counts.
  for (let times = 1; times <= 20; times++) {
    send();
    await other.responses(times);
  }
  while (begun < count + 20) await new Promise(setImmediate);
  for (const { socket } of connections) socket.write('1\r\nx\r\n'.repeat(chunks));
  while (parsed < count * 200) await new Promise(setImmediate);
  const before = parsed;
  send();
  await other.responses(21);
  assert.equal(arrived, 21 * size);
  // With one slice per round, the others would get 60 slices each.
  const slices = (parsed - before) / count / (1024 / 6);
  assert.ok(slices < 30, `each of the others got ${slices.toFixed(1)} slices`);
});

test('1,000 pipelined polls of one player are answered 1,000 times, in order', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_READ: '1000' } });
  const player = await aPlayer(server);
  const connection = connect(t, Number(new URL(server.url).port));
  const target = `/api/v1/player/inbox?projectPublicKey=${player.project.publicKey}`;
  const polls = Array.from(
    { length: 1000 },
    (_none, index) =>
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${player.token}\r\nX-Request-Id: poll-${index}\r\n\r\n`,
  );
  connection.socket.write(polls.join(''));
  const responses = await connection.responses(1000);
  assert.deepEqual(
    responses.map((response) => [response.split('\r\n', 1)[0], /x-request-id: (\S+)/i.exec(response)?.[1]]),
    polls.map((_poll, index) => ['HTTP/1.1 200 OK', `poll-${index}`]),
  );
});
