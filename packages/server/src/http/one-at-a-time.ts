import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait on a connection before it is read no further. Node has then parsed up to 64 KiB more. */
const ENOUGH = 16;
/** Requests that may wait on one connection. A request with a token has 150 bytes at least: 64 KiB hold fewer. */
const MOST = 1000;
/** Requests that may wait on all connections together. */
const MOST_OF_ALL = 20_000;

type Exchange = readonly [IncomingMessage, ServerResponse];

interface Connection {
  readonly waiting: Exchange[];
  answering: boolean;
  paused: boolean;
}

/**
 * Answers the requests of one connection one after another, each in a turn of the event loop of its own. A client that
 * pipelines (RFC 9112, section 9.3.2) then waits for its own requests, and nobody else does. While many wait, its
 * connection is not read; one that gets too many in all the same is closed.
 */
export function answerOneAtATime(server: Server): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  const connections = new WeakMap<Socket, Connection>();
  let waitingInAll = 0;

  function answer(connection: Connection, [request, response]: Exchange): void {
    connection.answering = true;
    response.once('close', () => next(request.socket, connection));
    for (const handle of handlers) handle.call(server, request, response);
  }

  function next(socket: Socket, connection: Connection): void {
    const { waiting } = connection;
    const exchange = waiting.shift();
    connection.answering = exchange !== undefined;
    if (exchange === undefined) return;
    waitingInAll--;
    if (connection.paused && waiting.length < ENOUGH) {
      connection.paused = false;
      socket.resume();
    }
    setImmediate(() => socket.destroyed || answer(connection, exchange));
  }

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { waiting: [], answering: false, paused: false };
    connections.set(socket, connection);
    // Node resumes a connection whenever a body is read.
    socket.on('resume', () => connection.paused && socket.pause());
    socket.once('close', () => {
      waitingInAll -= connection.waiting.length;
      connection.waiting.length = 0;
    });
    return connection;
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    if (!connection.answering) return answer(connection, [request, response]);
    if (connection.waiting.length >= MOST || waitingInAll >= MOST_OF_ALL) {
      socket.destroy();
      return;
    }
    connection.waiting.push([request, response]);
    waitingInAll++;
    if (connection.waiting.length < ENOUGH || connection.paused) return;
    connection.paused = true;
    socket.pause();
  });
}
