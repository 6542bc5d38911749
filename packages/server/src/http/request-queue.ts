import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Reads, and other requests, that begin in one turn of the event loop. */
const PER_TURN = 32;
/** Milliseconds that a turn parses, if several connections have bytes. */
const PARSE_MS = 10;
/** Bytes that are parsed together. Node's default is up to 64 KiB: 2,500 small requests. */
const SLICE_BYTES = 1024;
/** Connections on which requests may wait for earlier ones. */
const MAX_STALLED = 1000;

type Exchange = readonly [IncomingMessage, ServerResponse];
type Handle = (exchange: Exchange) => void;
type Parse = (bytes: Buffer) => void;
type MayParse = (socket: Socket, isFirstSlice: boolean) => boolean;

/**
 * Queues requests. It keeps turns of the event loop short, because Node accepts only one connection
 * in each turn.
 *
 * - A bounded number begins in each turn. Reads and other requests have separate queues, so that a
 *   flood of polls delays no write.
 * - Requests that are pipelined on a connection (RFC 9112, section 9.3.2) begin one after another.
 *   All bytes are parsed in small slices, and only for a limited time in each turn. While a request
 *   waits for an earlier one, nothing is read from its connection.
 *
 * Call it before the server listens.
 *
 * @param beginRound called at the start of each round: of all reads that are queued at that moment
 * @param maxStalled connections on which requests may wait for earlier ones; others are closed
 */
export function queueRequests(server: Server, beginRound: () => void, maxStalled = MAX_STALLED): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  const begin: Handle = ([request, response]) => {
    // The client has disconnected.
    if (request.socket.destroyed) return;
    for (const listener of listeners) listener.call(server, request, response);
  };
  const read = inTurns(begin, beginRound);
  const write = inTurns(begin, () => {});
  const queue: Handle = (exchange) => {
    const { method } = exchange[0];
    (method === 'GET' || method === 'HEAD' ? read : write)(exchange);
  };
  /** How many requests of a connection wait for earlier ones. */
  const waiting = new Map<Socket, number>();
  function forget(this: Socket): void {
    waiting.delete(this);
  }

  /** Queues a request when the earlier ones of its connection are answered. */
  function wait(exchange: Exchange): void {
    const [{ socket }, response] = exchange;
    const before = waiting.get(socket) ?? 0;
    if (before === 0 && waiting.size >= maxStalled) return void socket.destroy();
    if (before === 0) socket.on('close', forget);
    waiting.set(socket, before + 1);
    socket.pause();
    response.once('socket', () => {
      const left = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, left);
      if (left === 0) {
        waiting.delete(socket);
        socket.off('close', forget);
        socket.resume();
      }
      queue(exchange);
    });
  }

  // Node drops bytes after such a request, so the next request could begin anywhere.
  const lastRequests = new WeakMap<Socket, IncomingMessage>();
  const hasBudget = parseBudget();
  const isAtEnd = (socket: Socket) => lastRequests.get(socket)?.complete === true;
  const mayParse: MayParse = (socket, isFirst) =>
    !waiting.has(socket) && !socket.isPaused() && hasBudget(socket, isFirst);

  // After Node's own listener, which prepares the parser.
  server.on('connection', (socket) => parseInSlices(socket, mayParse, isAtEnd));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.upgrade !== undefined) {
      lastRequests.set(request.socket, request);
      response.setHeader('connection', 'close');
    }
    // Node gives a response its socket when the earlier ones are sent, and emits `socket`.
    if (response.socket === null) wait([request, response]);
    else queue([request, response]);
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

/**
 * Limits how long a turn parses. Returns a function that says whether a slice may be parsed now. If
 * not, it resumes the connection in a later turn.
 */
function parseBudget(): MayParse {
  /** When parsing ends in this turn. 0 before it begins. */
  let endsAt = 0;
  /** Whether several connections go on in this turn. Then each has one slice. */
  let isShared = false;
  /** Connections of which this turn parsed nothing, then those of which it parsed a slice. */
  let later: [Socket[], Socket[]] = [[], []];

  function nextTurn(): void {
    const sockets = later.flat();
    [endsAt, isShared, later] = [0, sockets.length > 1, [[], []]];
    for (const socket of sockets) socket.resume();
  }

  return (socket, isFirstSlice) => {
    const now = performance.now();
    if (endsAt === 0) {
      endsAt = now + PARSE_MS;
      setImmediate(nextTurn);
    }
    if (now < endsAt && (isFirstSlice || !isShared)) return true;
    later[isFirstSlice ? 0 : 1].push(socket);
    return false;
  };
}

/**
 * Passes received bytes to Node's parser in small slices, until a request has to wait or Node
 * pauses the socket. Node pauses and resumes it too, for bodies and slow clients.
 */
function parseInSlices(socket: Socket, mayParse: MayParse, isAtEnd: (socket: Socket) => boolean): void {
  const [parse, ...others] = socket.listeners('data') as Parse[];
  // Only Node's parser should listen here. If not, leave the parsing to Node.
  if (parse === undefined || others.length > 0) return;
  let unparsed: Buffer | undefined;
  /** Whether parsing continues when the socket resumes. */
  let resumes = false;

  const parseReceived = () => {
    for (let isFirst = true; unparsed !== undefined; isFirst = false) {
      // No response can follow on an ending connection.
      if (socket.destroyed || socket.writableEnded || isAtEnd(socket)) unparsed = undefined;
      else if (!mayParse(socket, isFirst)) {
        socket.pause();
        if (!resumes) socket.on('resume', parseReceived);
        resumes = true;
        return;
      } else {
        const slice = unparsed.subarray(0, SLICE_BYTES);
        unparsed = slice.length < unparsed.length ? unparsed.subarray(SLICE_BYTES) : undefined;
        parse(slice);
      }
    }
  };
  socket.removeListener('data', parse);
  socket.on('data', (bytes: Buffer) => {
    unparsed = unparsed === undefined ? bytes : Buffer.concat([unparsed, bytes]);
    parseReceived();
  });
}
