import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Reads, and other requests, that begin in one turn of the event loop. */
const PER_TURN = 32;
/** Bytes that are parsed together. Node's default is up to 64 KiB: 2,500 small requests. */
const SLICE_BYTES = 1024;
/** Connections on which requests may wait for earlier ones. */
const MAX_STALLED = 1000;

/** A WeakMap would cost a new connection 6 % more. */
const PIPELINE = Symbol('pipeline');
type QueuedSocket = Socket & { [PIPELINE]?: Pipeline };

type Exchange = readonly [IncomingMessage, ServerResponse];
type Handle = (exchange: Exchange) => void;
type Parse = (bytes: Buffer) => void;

/**
 * Queues requests. So nobody waits for long turns of the event loop, in which Node accepts only one
 * connection.
 *
 * - A bounded number begins in each turn. Reads and other requests have separate queues, so that a
 *   flood of polls delays no write.
 * - Requests that are pipelined on one connection (RFC 9112, section 9.3.2) begin one after another.
 *   While one waits for an earlier one, nothing is read from the connection. Its later bytes are
 *   parsed in small slices.
 *
 * Call it before the server listens.
 *
 * @param beginRound called when all reads that were queued at the last call have begun
 * @param maxStalled connections on which requests may wait for earlier ones; further ones are closed
 */
export function queueRequests(server: Server, beginRound: () => void, maxStalled = MAX_STALLED): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  const begin: Handle = ([request, response]) => {
    // After its client has gone, nobody waits for the response.
    if (request.socket.destroyed) return;
    for (const listener of listeners) listener.call(server, request, response);
  };
  const read = inTurns(begin, beginRound);
  const write = inTurns(begin, () => {});
  const queue: Handle = (exchange) => {
    const { method } = exchange[0];
    (method === 'GET' || method === 'HEAD' ? read : write)(exchange);
  };
  const options = { queue, stalled: new Set<Pipeline>(), maxStalled };

  // After Node's own listener, which prepares the parser.
  server.on('connection', (socket: QueuedSocket) => {
    socket[PIPELINE] = new Pipeline(socket, options);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket: QueuedSocket = request.socket;
    socket[PIPELINE]?.accept([request, response]);
  });
}

/** Returns a function that queues requests and handles a bounded number in each turn. */
function inTurns(handle: Handle, beginRound: () => void): Handle {
  const queued: Exchange[] = [];
  /** Requests of this round that are still queued. */
  let ofRound = 0;

  function turn(): void {
    if (ofRound === 0) {
      ofRound = queued.length;
      beginRound();
    }
    const exchanges = queued.splice(0, Math.min(ofRound, PER_TURN));
    ofRound -= exchanges.length;
    if (queued.length > 0) setImmediate(turn);
    for (const exchange of exchanges) handle(exchange);
  }

  return (exchange) => {
    if (queued.push(exchange) === 1) setImmediate(turn);
  };
}

interface PipelineOptions {
  readonly queue: Handle;
  /** Pipelines with requests that wait. */
  readonly stalled: Set<Pipeline>;
  readonly maxStalled: number;
}

/**
 * The requests of a connection, one at a time. While one waits for an earlier one, the socket is
 * paused, so that little is read. Node also pauses and resumes it, for bodies and slow clients.
 */
class Pipeline {
  readonly #socket: Socket;
  readonly #options: PipelineOptions;
  /** The response of the last request that is not waiting. */
  #last: ServerResponse | undefined;
  /** Requests that Node parsed while an earlier one is in progress. */
  readonly #waiting: Exchange[] = [];
  /** Received bytes that were not passed to Node's parser yet. */
  #unparsed: Buffer | undefined;
  /** Whether parsing continues when the socket resumes. */
  #resumes = false;

  constructor(socket: Socket, options: PipelineOptions) {
    this.#socket = socket;
    this.#options = options;
    const [parse, ...others] = socket.listeners('data') as Parse[];
    // Only Node's parser should listen here. If not, leave the parsing to Node.
    if (parse === undefined || others.length > 0) return;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => {
      this.#unparsed = this.#unparsed === undefined ? bytes : Buffer.concat([this.#unparsed, bytes]);
      this.#parse(parse);
    });
  }

  /** Queues a request when all earlier ones are done. */
  accept(exchange: Exchange): void {
    const { stalled, maxStalled } = this.#options;
    const isFirst = this.#waiting.length === 0;
    if (isFirst && this.#last?.writableFinished !== false) this.#begin(exchange);
    else if (isFirst && stalled.size >= maxStalled) this.#socket.destroy();
    else {
      this.#waiting.push(exchange);
      this.#socket.pause();
      if (!isFirst) return;
      stalled.add(this);
      this.#last?.once('close', () => this.#next());
    }
  }

  /** Parses received bytes until a request has to wait or Node pauses the socket. */
  #parse(parse: Parse): void {
    const socket = this.#socket;
    while (this.#unparsed !== undefined) {
      // No response can follow on an ending connection.
      if (socket.destroyed || socket.writableEnded) this.#unparsed = undefined;
      else if (this.#waiting.length > 0 || socket.isPaused()) {
        socket.pause();
        if (!this.#resumes) socket.on('resume', () => this.#parse(parse));
        this.#resumes = true;
        return;
      } else {
        const slice = this.#unparsed.subarray(0, SLICE_BYTES);
        this.#unparsed = slice.length < this.#unparsed.length ? this.#unparsed.subarray(SLICE_BYTES) : undefined;
        parse(slice);
      }
    }
  }

  #begin(exchange: Exchange): void {
    this.#last = exchange[1];
    this.#options.queue(exchange);
  }

  /** Begins the next request after the response to the one before it, or after the connection. */
  #next(): void {
    const next = this.#socket.destroyed ? undefined : this.#waiting.shift();
    if (next !== undefined) this.#begin(next);
    if (next !== undefined && this.#waiting.length > 0) {
      next[1].once('close', () => this.#next());
      return;
    }
    this.#options.stalled.delete(this);
    this.#socket.resume();
  }
}
