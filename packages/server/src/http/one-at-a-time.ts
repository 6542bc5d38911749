import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that are parsed at once. Node by itself parses up to 64 KiB, in which 2,000 requests fit. */
const SLICE = 2048;
/** Connections on which requests may wait for those before them. */
const MOST_WAITING = 1000;

type Exchange = readonly [IncomingMessage, ServerResponse];
type Parse = (bytes: Buffer) => void;

/**
 * Answers the requests of one connection one after another, each in a turn of the event loop of its own. A client that
 * pipelines (RFC 9112, section 9.3.2) then waits for its own requests, and nobody else does: what follows a request that
 * waits is not parsed, and the connection is not read. To be called before the server listens.
 *
 * @param mostWaiting connections with requests that wait; the next one is closed
 */
export function answerOneAtATime(server: Server, mostWaiting = MOST_WAITING): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  const connections = new WeakMap<Socket, Connection>();
  const waiting = new Set<Connection>();
  const answer: Answer = (exchange) => {
    for (const handle of handlers) handle.apply(server, [...exchange]);
  };

  server.on('connection', (socket: Socket) => {
    const [parse, ...others] = socket.listeners('data') as Parse[];
    // Only Node's own parser listens here. If that ever changes, requests are not held back.
    if (parse === undefined || others.length > 0) return;
    const connection = new Connection(socket, parse, answer, () => {
      waiting.delete(connection);
      socket.resume();
    });
    connections.set(socket, connection);
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => connection.received(bytes));
    socket.on('resume', () => connection.parse());
    socket.once('close', () => waiting.delete(connection));
  });
  server.on('request', (...exchange: [IncomingMessage, ServerResponse]) => {
    const [{ socket }] = exchange;
    const connection = connections.get(socket);
    if (connection === undefined) return answer(exchange);
    if (connection.accept(exchange) || waiting.has(connection)) return;
    if (waiting.size < mostWaiting) waiting.add(connection);
    else socket.destroy();
  });
}

type Answer = (exchange: Exchange) => void;

/**
 * One connection. `#answering`: a request was handed on, and its answer has not ended. `#waiting`: requests that Node
 * parsed meanwhile, at most those of one slice. `#unparsed`: bytes that Node was not given yet. The socket is paused while
 * a request waits, so little is read. Node pauses and resumes it too, for bodies and slow readers; whenever it resumes,
 * `parse` goes on.
 */
class Connection {
  readonly #socket: Socket;
  readonly #parse: Parse;
  readonly #answer: Answer;
  readonly #noneWaits: () => void;
  readonly #waiting: Exchange[] = [];
  #answering = false;
  /** Bytes that were received and not parsed yet. */
  #unparsed: Buffer | undefined;

  constructor(socket: Socket, parse: Parse, answer: Answer, noneWaits: () => void) {
    this.#socket = socket;
    this.#parse = parse;
    this.#answer = answer;
    this.#noneWaits = noneWaits;
  }

  received(bytes: Buffer): void {
    this.#unparsed = this.#unparsed === undefined ? bytes : Buffer.concat([this.#unparsed, bytes]);
    this.parse();
  }

  /** Parses what was received until a request has to wait, or Node itself wants to read no further. */
  parse(): void {
    const socket = this.#socket;
    while (this.#unparsed !== undefined) {
      // The connection is ending: drop the remaining bytes.
      if (socket.destroyed || socket.writableEnded) this.#unparsed = undefined;
      else if (this.#waiting.length > 0) socket.pause();
      else if (!socket.isPaused()) {
        const slice = this.#unparsed.subarray(0, SLICE);
        this.#unparsed = slice.length < this.#unparsed.length ? this.#unparsed.subarray(SLICE) : undefined;
        this.#parse(slice);
        continue;
      }
      return;
    }
  }

  /** Begins to answer a request and says so, or has it wait for those before it. */
  accept(exchange: Exchange): boolean {
    if (!this.#answering) {
      this.#begin(exchange);
      return true;
    }
    this.#waiting.push(exchange);
    this.#socket.pause();
    return false;
  }

  #begin(exchange: Exchange): void {
    this.#answering = true;
    exchange[1].once('close', () => this.#ended());
    this.#answer(exchange);
  }

  #ended(): void {
    const next = this.#waiting.shift();
    this.#answering = next !== undefined;
    if (next === undefined) return;
    if (this.#waiting.length === 0) this.#noneWaits();
    setImmediate(() => {
      if (!this.#socket.destroyed) this.#begin(next);
    });
  }
}
