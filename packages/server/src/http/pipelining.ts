import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of a pipelined connection that are parsed together. Node's default is up to 64 KiB. */
const SLICE_BYTES = 2048;
/** Connections on which requests may wait for earlier ones. */
const MAX_WAITING = 1000;

type Exchange = readonly [IncomingMessage, ServerResponse];
type Handle = (exchange: Exchange) => void;
type Parse = (bytes: Buffer) => void;

/**
 * Handles pipelined requests (RFC 9112, section 9.3.2) of a connection one after another, each in
 * its own turn of the event loop. So a client that pipelines does not delay other clients. While a
 * request waits, nothing is read from the connection. Its later bytes are parsed in small slices.
 * For a client that does not pipeline, this costs almost nothing.
 *
 * Call it before the server listens.
 *
 * @param maxWaiting connections on which requests may wait; further ones are closed
 */
export function queuePipelinedRequests(server: Server, maxWaiting = MAX_WAITING): void {
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
    const existing = pipelines.get(socket);
    if (existing !== undefined) return existing.accept([request, response]);
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
  /** @returns false if too many connections wait */
  begin(): boolean;
  end(): void;
}

/**
 * A connection whose client pipelines requests. While a request waits, the socket is paused, so
 * that little is read. Node also pauses and resumes it, for bodies and slow clients. Parsing
 * continues when the socket resumes.
 */
class Pipeline {
  readonly #socket: Socket;
  readonly #handle: Handle;
  readonly #waitingCounter: WaitingCounter;
  /** Requests that Node parsed while an earlier one is in progress. */
  readonly #waiting: Exchange[] = [];
  #isBusy = false;
  /** Received bytes that were not passed to Node's parser yet. */
  #unparsed: Buffer | undefined;

  constructor(socket: Socket, handle: Handle, waitingCounter: WaitingCounter) {
    this.#socket = socket;
    this.#handle = handle;
    this.#waitingCounter = waitingCounter;
    const [parse, ...others] = socket.listeners('data') as Parse[];
    socket.once('close', () => waitingCounter.end());
    // Only Node's parser should listen here. If not, leave the parsing to Node.
    if (parse === undefined || others.length > 0) return;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => {
      this.#unparsed = this.#unparsed === undefined ? bytes : Buffer.concat([this.#unparsed, bytes]);
      this.#parse(parse);
    });
    socket.on('resume', () => this.#parse(parse));
  }

  /** Makes the next requests wait for this response. */
  waitFor(response: ServerResponse): void {
    this.#isBusy = true;
    response.once('close', () => this.#ended());
  }

  /** Handles a request after all earlier ones. */
  accept(exchange: Exchange): void {
    if (!this.#isBusy) {
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
    this.#isBusy = next !== undefined;
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
