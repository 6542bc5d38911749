import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of a pipelined connection that are parsed together. Node by itself parses up to 64 KiB. */
const SLICE_BYTES = 2048;
/** Connections on which requests may wait for earlier ones. */
const MAX_WAITING = 1000;

type Exchange = readonly [IncomingMessage, ServerResponse];
type Handle = (exchange: Exchange) => void;
type Parse = (bytes: Buffer) => void;

/**
 * Answers the requests of one connection one after another, each in its own turn of the event loop.
 * So a client that pipelines requests (RFC 9112, section 9.3.2) waits for its own requests, and
 * other clients do not wait for it. While a request waits, the connection is not read, and from
 * then on its bytes are parsed in small slices. A client that does not pipeline costs almost
 * nothing more.
 *
 * Call it before the server listens.
 *
 * @param maxWaiting connections on which requests may wait; further ones are closed
 */
export function answerOneAtATime(server: Server, maxWaiting = MAX_WAITING): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  const handle: Handle = ([request, response]) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
  /** The last response of each connection. */
  const current = new WeakMap<Socket, ServerResponse>();
  const pipelines = new WeakMap<Socket, Pipeline>();
  const waiting = new Set<Pipeline>();

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const known = pipelines.get(socket);
    if (known !== undefined) return known.accept([request, response]);
    const previous = current.get(socket);
    current.set(socket, response);
    if (previous === undefined || previous.writableFinished) return handle([request, response]);
    const pipeline = new Pipeline(socket, handle, {
      begin() {
        if (waiting.size >= maxWaiting) return false;
        waiting.add(pipeline);
        return true;
      },
      end: () => void waiting.delete(pipeline),
    });
    pipelines.set(socket, pipeline);
    pipeline.waitFor(previous);
    pipeline.accept([request, response]);
  });
}

/** Counts the connections on which requests wait. */
interface WaitingCounter {
  /** @returns false if there are too many already */
  begin(): boolean;
  end(): void;
}

/**
 * A connection whose client pipelines requests. Its socket is paused while a request waits, so that
 * little is read. Node also pauses and resumes it, for bodies and slow clients. Parsing continues
 * whenever the socket resumes.
 */
class Pipeline {
  readonly #socket: Socket;
  readonly #handle: Handle;
  readonly #waitingCounter: WaitingCounter;
  /** Requests that Node parsed while another one is being answered. */
  readonly #waiting: Exchange[] = [];
  #isAnswering = false;
  /** Received bytes that Node's parser has not got yet. */
  #unparsed: Buffer | undefined;

  constructor(socket: Socket, handle: Handle, waitingCounter: WaitingCounter) {
    this.#socket = socket;
    this.#handle = handle;
    this.#waitingCounter = waitingCounter;
    const [parse, ...others] = socket.listeners('data') as Parse[];
    socket.once('close', () => waitingCounter.end());
    // Only Node's parser listens here. If that changes, leave the parsing to Node.
    if (parse === undefined || others.length > 0) return;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => {
      this.#unparsed = this.#unparsed === undefined ? bytes : Buffer.concat([this.#unparsed, bytes]);
      this.#parse(parse);
    });
    socket.on('resume', () => this.#parse(parse));
  }

  /** Lets the next requests wait for this response. */
  waitFor(response: ServerResponse): void {
    this.#isAnswering = true;
    response.once('close', () => this.#ended());
  }

  /** Answers a request after all earlier ones. */
  accept(exchange: Exchange): void {
    if (!this.#isAnswering) {
      this.#begin(exchange);
      return;
    }
    if (this.#waiting.length === 0 && !this.#waitingCounter.begin()) {
      this.#socket.destroy();
      return;
    }
    this.#waiting.push(exchange);
    this.#socket.pause();
  }

  /** Parses received bytes until a request has to wait or Node pauses the socket. */
  #parse(parse: Parse): void {
    const socket = this.#socket;
    while (this.#unparsed !== undefined) {
      // No response can follow on an ending connection.
      if (socket.destroyed || socket.writableEnded) this.#unparsed = undefined;
      else if (this.#waiting.length > 0) socket.pause();
      else if (!socket.isPaused()) {
        const slice = this.#unparsed.subarray(0, SLICE_BYTES);
        this.#unparsed = slice.length < this.#unparsed.length ? this.#unparsed.subarray(SLICE_BYTES) : undefined;
        parse(slice);
        continue;
      }
      return;
    }
  }

  #begin(exchange: Exchange): void {
    this.waitFor(exchange[1]);
    this.#handle(exchange);
  }

  #ended(): void {
    const next = this.#waiting.shift();
    this.#isAnswering = next !== undefined;
    if (next === undefined) return;
    if (this.#waiting.length === 0) {
      this.#waitingCounter.end();
      this.#socket.resume();
    }
    setImmediate(() => {
      if (!this.#socket.destroyed) this.#begin(next);
    });
  }
}
