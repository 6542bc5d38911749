import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of a pipelining connection that are parsed at once. Node by itself parses up to 64 KiB. */
const SLICE = 2048;
/** Connections on which requests may wait for those before them. */
const MOST_WAITING = 1000;

type Exchange = readonly [IncomingMessage, ServerResponse];
type Answer = (exchange: Exchange) => void;
type Parse = (bytes: Buffer) => void;

/**
 * Answers the requests of one connection one after another, each in a turn of the event loop of its own. A client that
 * pipelines (RFC 9112, section 9.3.2) then waits for its own requests, and nobody else does: once a request has to wait, the
 * connection is not read, and from then on its bytes are parsed in small slices. A client that does not pipeline pays next
 * to nothing for it. To be called before the server listens.
 *
 * @param mostWaiting connections with requests that wait; the next one is closed
 */
export function answerOneAtATime(server: Server, mostWaiting = MOST_WAITING): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  const answer: Answer = ([request, response]) => {
    for (const handle of handlers) handle.call(server, request, response);
  };
  /** The response that each connection is working on. */
  const current = new WeakMap<Socket, ServerResponse>();
  const pipelining = new WeakMap<Socket, Pipeline>();
  const waiting = new Set<Pipeline>();

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const pipeline = pipelining.get(socket);
    if (pipeline !== undefined) return pipeline.accept([request, response]);
    const before = current.get(socket);
    current.set(socket, response);
    if (before === undefined || before.writableFinished) return answer([request, response]);
    const fresh = new Pipeline(socket, answer, {
      begins() {
        if (waiting.size >= mostWaiting) return false;
        waiting.add(fresh);
        return true;
      },
      ends: () => void waiting.delete(fresh),
    });
    pipelining.set(socket, fresh);
    fresh.follow(before);
    fresh.accept([request, response]);
  });
}

interface Waiting {
  /** Notes that requests of this connection wait; false if too many do already. */
  begins(): boolean;
  ends(): void;
}

/**
 * A connection on which a client pipelines. `#answering`: a request was handed on, and its answer has not ended.
 * `#waiting`: requests that Node parsed meanwhile. `#unparsed`: bytes that Node was not given yet. The socket is paused while
 * a request waits, so little is read. Node pauses and resumes it too, for bodies and slow readers; whenever it resumes,
 * parsing goes on.
 */
class Pipeline {
  readonly #socket: Socket;
  readonly #answer: Answer;
  readonly #noted: Waiting;
  readonly #waiting: Exchange[] = [];
  #answering = false;
  #unparsed: Buffer | undefined;

  constructor(socket: Socket, answer: Answer, noted: Waiting) {
    this.#socket = socket;
    this.#answer = answer;
    this.#noted = noted;
    const [parse, ...others] = socket.listeners('data') as Parse[];
    socket.once('close', () => noted.ends());
    // Only Node's own parser listens here. If that ever changes, it goes on parsing by itself.
    if (parse === undefined || others.length > 0) return;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => {
      this.#unparsed = this.#unparsed === undefined ? bytes : Buffer.concat([this.#unparsed, bytes]);
      this.#goOn(parse);
    });
    socket.on('resume', () => this.#goOn(parse));
  }

  /** Takes a response for the one that is being worked on. */
  follow(response: ServerResponse): void {
    this.#answering = true;
    response.once('close', () => this.#ended());
  }

  /** Answers a request, or has it wait for those before it. */
  accept(exchange: Exchange): void {
    if (!this.#answering) {
      this.#begin(exchange);
      return;
    }
    if (this.#waiting.length === 0 && !this.#noted.begins()) {
      this.#socket.destroy();
      return;
    }
    this.#waiting.push(exchange);
    this.#socket.pause();
  }

  /** Parses what was received until a request has to wait, or Node itself wants to read no further. */
  #goOn(parse: Parse): void {
    const socket = this.#socket;
    while (this.#unparsed !== undefined) {
      // The connection is ending: drop the remaining bytes.
      if (socket.destroyed || socket.writableEnded) this.#unparsed = undefined;
      else if (this.#waiting.length > 0) socket.pause();
      else if (!socket.isPaused()) {
        const slice = this.#unparsed.subarray(0, SLICE);
        this.#unparsed = slice.length < this.#unparsed.length ? this.#unparsed.subarray(SLICE) : undefined;
        parse(slice);
        continue;
      }
      return;
    }
  }

  #begin(exchange: Exchange): void {
    this.follow(exchange[1]);
    this.#answer(exchange);
  }

  #ended(): void {
    const next = this.#waiting.shift();
    this.#answering = next !== undefined;
    if (next === undefined) return;
    if (this.#waiting.length === 0) {
      this.#noted.ends();
      this.#socket.resume();
    }
    setImmediate(() => {
      if (!this.#socket.destroyed) this.#begin(next);
    });
  }
}
