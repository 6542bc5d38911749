import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { answerOneAtATime } from '../../../src/http/one-at-a-time.ts';
import { aPlayer } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server that answers one request of a connection at a time, and its port. */
async function start(t: TestContext, handle: Handle, mostWaiting?: number): Promise<number> {
  const server = createServer(handle);
  answerOneAtATime(server, mostWaiting);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A connection, and all that came on it so far. */
function connect(t: TestContext, port: number) {
  const socket = net.connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  let text = '';
  let changed = () => {};
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece;
    changed();
  });
  socket.on('error', () => {}).on('close', () => changed());
  return {
    socket,
    /** Waits for so many answers or the end; gives their status lines and bodies. */
    async answers(count: number): Promise<string[]> {
      for (;;) {
        const found = text.split(/(?=HTTP\/1\.1 )/).filter((one) => one !== '');
        const whole = found.filter((one) => one.includes('\r\n\r\n') && complete(one));
        if (whole.length >= count || socket.destroyed) return whole;
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    },
  };
}

function complete(answer: string): boolean {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? body.endsWith('0\r\n') : Buffer.byteLength(body) >= Number(length);
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

suite('requests that are pipelined on one connection', () => {
  test('are answered in order, one at a time', async (t) => {
    let [atWork, most] = [0, 0];
    const order: string[] = [];
    const port = await start(t, (request, response) => {
      most = Math.max(most, ++atWork);
      order.push(request.url ?? '');
      setImmediate(() => {
        atWork--;
        response.end(`body of ${request.url}`);
      });
    });
    const connection = connect(t, port);
    const paths = Array.from({ length: 300 }, (_none, index) => `/${index}`);
    connection.socket.write(paths.map(get).join(''));
    const answers = await connection.answers(paths.length);
    assert.deepEqual(
      answers.map((answer) => answer.split('\r\n\r\n')[1]?.trim()),
      paths.map((path) => `body of ${path}`),
    );
    assert.deepEqual(order, paths);
    assert.equal(most, 1);
  });

  test('leave each turn of the event loop to others: one of them in each', async (t) => {
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
    await connection.answers(100);
    assert.equal(new Set(turns).size, 100, 'no two in one turn');
  });

  test('with bodies arrive whole, also while many wait', async (t) => {
    const port = await start(t, (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece) => pieces.push(piece)).on('end', () => response.end(Buffer.concat(pieces)));
    });
    const connection = connect(t, port);
    const bodies = Array.from({ length: 60 }, (_none, index) => `${index} `.repeat(2000));
    for (const body of bodies) {
      connection.socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    }
    const answers = await connection.answers(bodies.length);
    assert.deepEqual(
      answers.map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4)),
      bodies,
    );
  });

  test('on too many connections close the last of them, and no other', async (t) => {
    const held: ServerResponse[] = [];
    const port = await start(t, (request, response) => (request.url === '/' ? response.end() : held.push(response)), 2);
    const waiting = [connect(t, port), connect(t, port)];
    for (const { socket } of waiting) socket.write(get('/held') + get('/'));
    while (held.length < 2) await new Promise(setImmediate);
    const other = connect(t, port);
    for (let times = 1; times <= 20; times++) {
      const last = connect(t, port);
      last.socket.write(get('/'));
      await last.answers(1);
      // The server reads both in one turn, first the one that it closes.
      last.socket.write(get('/held') + get('/'));
      other.socket.write(get('/'));
      for (const until = performance.now() + 5; performance.now() < until; );
      assert.equal((await last.answers(2)).length, 1);
      assert.equal((await other.answers(times)).length, times);
    }
    for (const response of held) response.end();
    for (const { answers } of waiting) assert.equal((await answers(2)).length, 2);
    // There is room again.
    const next = connect(t, port);
    next.socket.write(get('/held') + get('/'));
    const before = held.length;
    while (held.length === before) await new Promise(setImmediate);
    held.at(-1)?.end();
    assert.equal((await next.answers(2)).length, 2);
  });

  test('are read no further while many wait', async (t) => {
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
    // 40 MB fit into no buffer in between: what is not sent shows that the server stopped reading.
    const other = connect(t, port);
    for (let times = 0; times < 50; times++) {
      other.socket.write(get('/'));
      await other.answers(times + 1);
    }
    assert.equal(unsent, true);
    assert.ok(held !== undefined && !socket.destroyed, 'it waits');
  });
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
  const answers = await connection.answers(1000);
  assert.deepEqual(
    answers.map((answer) => [answer.split('\r\n', 1)[0], /x-request-id: (\S+)/i.exec(answer)?.[1]]),
    polls.map((_poll, index) => ['HTTP/1.1 200 OK', `poll-${index}`]),
  );
});
