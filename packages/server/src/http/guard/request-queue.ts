import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Reads that a turn begins, and as many other requests. */
const PER_TURN = 32;
/** Per turn. A slice that has begun is finished. */
const PARSE_MS = 10;
/** Per connection, if several have bytes left from the turn before. */
const SHARE_MS = 0.3;
/** Parsed together. Node's default is up to 64 KiB: 2,500 small requests. */
const SLICE_BYTES = 1024;
/** Within one body, which costs little: as much as Node reads at once. */
const BODY_SLICE_BYTES = 64 * 1024;
/** Connections whose requests may wait for earlier ones. */
const MAX_WAITING_CONNECTIONS = 1000;

type Exchange = readonly [IncomingMessage, ServerResponse];
type Handle = (exchange: Exchange) => void;
type Parse = (bytes: Buffer) => void;
type NextBytes = (available: number) => number;
/** `usedMs`: how long this connection has parsed in this turn. */
type RequestSlice = (socket: Socket, usedMs: number) => boolean;

/**
 * Queues requests. It keeps turns of the event loop short, because Node accepts only one connection
 * in each turn.
 *
 * - A bounded number begins in each turn. Reads and other requests have separate queues, so that a
 *   flood of polls delays no write.
 * - Requests that are pipelined on a connection (RFC 9112, section 9.3.2) begin one after another.
 *   All bytes are parsed in small slices, except within a body, and only for a limited time in each
 *   turn. Connections share that time equally. While a request waits for an earlier one, nothing is
 *   read from its connection.
 * - A request with an `Expect` header other than `100-continue` goes to the same listeners. It is the
 *   last one of its connection.
 *
 * Call it before the server listens.
 *
 * @param beginRound called at the start of each round. A round is all reads that are queued at that
 *   moment.
 * @param maxWaiting the most connections that may have waiting requests; the server closes further
 *   ones
 */
export function queueRequests(server: Server, beginRound: () => void, maxWaiting = MAX_WAITING_CONNECTIONS): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  const begin: Handle = ([request, response]) => {
    if (request.socket.destroyed) return;
    for (const listener of listeners) listener.call(server, request, response);
  };
  const read = inTurns(begin, beginRound);
  const write = inTurns(begin, () => {});
  const queue: Handle = (exchange) => {
    const { method } = exchange[0];
    (method === 'GET' || method === 'HEAD' ? read : write)(exchange);
  };
  /** Waiting for earlier ones, by connection. */
  const waiting = new Map<Socket, number>();
  function forget(this: Socket): void {
    waiting.delete(this);
  }

  /** Holds a request until its connection's earlier ones are answered. */
  function wait(exchange: Exchange): void {
    const [{ socket }, response] = exchange;
    const before = waiting.get(socket) ?? 0;
    if (before === 0 && waiting.size >= maxWaiting) return void socket.destroy();
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

  const lastRequests = new WeakMap<Socket, IncomingMessage>();
  const takeSlice = parseBudget();
  const isClosing = (socket: Socket) => lastRequests.get(socket)?.complete === true;
  const requestSlice: RequestSlice = (socket, usedMs) =>
    !waiting.has(socket) && !socket.isPaused() && takeSlice(socket, usedMs);

  /** With a large body. Keeping others would cost polls. */
  const received = new WeakMap<Socket, IncomingMessage>();

  function receive(request: IncomingMessage, response: ServerResponse, isLast: boolean): void {
    if (Number(request.headers['content-length'] ?? 0) > SLICE_BYTES) received.set(request.socket, request);
    if (isLast) {
      lastRequests.set(request.socket, request);
      response.setHeader('connection', 'close');
    }
    // Node gives a response its socket when the earlier ones are sent, and emits `socket`.
    if (response.socket === null) wait([request, response]);
    else queue([request, response]);
  }

  // After Node's own listener, which prepares the parser.
  server.on('connection', (socket) => parseInSlices(socket, requestSlice, isClosing, bodySlices(socket, received)));
  // After an `Upgrade` header Node drops bytes, perhaps the next request's start. The server closes
  // the connection.
  server.on('request', (request, response) => receive(request, response, request.headers.upgrade !== undefined));
  // For an `Expect` header other than `100-continue`. Without a body, nobody knows where the next
  // request starts.
  server.on('checkExpectation', (request, response) => receive(request, response, true));
}

/** Handles a bounded number in each turn. */
function inTurns(handle: Handle, beginRound: () => void): Handle {
  const queued: Exchange[] = [];
  /** Of this round, still queued. */
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

/** Limits the parsing per turn. A refused connection resumes in a later turn. */
function parseBudget(): RequestSlice {
  /** In this turn. 0 before parsing begins. */
  let endsAt = 0;
  /** Several connections continue from the turn before: each gets its share. */
  let isShared = false;
  /** They continue next turn, those without a slice first. */
  let withoutSlice: Socket[] = [];
  let withSlice: Socket[] = [];

  function nextTurn(): void {
    const sockets = [...withoutSlice, ...withSlice];
    [endsAt, isShared, withoutSlice, withSlice] = [0, sockets.length > 1, [], []];
    for (const socket of sockets) socket.resume();
  }

  return (socket, usedMs) => {
    const now = performance.now();
    if (endsAt === 0) {
      endsAt = now + PARSE_MS;
      setImmediate(nextTurn);
    }
    if (now < endsAt && (usedMs < SHARE_MS || !isShared)) return true;
    (usedMs === 0 ? withoutSlice : withSlice).push(socket);
    return false;
  };
}

/** A larger slice never reaches a body's end, so its content is not parsed as requests. */
function bodySlices(socket: Socket, received: WeakMap<Socket, IncomingMessage>): NextBytes {
  let current: IncomingMessage | undefined;
  let parsed = 0;
  return (available) => {
    const request = received.get(socket);
    if (request === undefined || request.complete) return SLICE_BYTES;
    // The slice with the end of the headers has some bytes.
    if (request !== current) [current, parsed] = [request, SLICE_BYTES];
    const left = Number(request.headers['content-length'] ?? 0) - parsed;
    const bytes = Math.min(available, Math.max(SLICE_BYTES, Math.min(left, BODY_SLICE_BYTES)));
    parsed += bytes;
    return bytes;
  };
}

/**
 * Parses received bytes in small slices, until a request waits or the socket pauses, also by Node.
 */
function parseInSlices(
  socket: Socket,
  requestSlice: RequestSlice,
  isClosing: (socket: Socket) => boolean,
  nextBytes: NextBytes,
): void {
  const [parse, ...others] = socket.listeners('data') as Parse[];
  // Only Node's parser should listen here. If not, leave the parsing to Node.
  if (parse === undefined || others.length > 0) return;
  let unparsed: Buffer | undefined;
  /** When the socket resumes. */
  let resumes = false;

  const parseReceived = () => {
    const began = performance.now();
    for (let usedMs = 0; unparsed !== undefined; usedMs = performance.now() - began) {
      // This connection gets no more answers.
      if (socket.destroyed || socket.writableEnded || isClosing(socket)) unparsed = undefined;
      else if (!requestSlice(socket, usedMs)) {
        socket.pause();
        if (!resumes) socket.on('resume', parseReceived);
        resumes = true;
        return;
      } else {
        const slice = unparsed.subarray(0, nextBytes(unparsed.length));
        unparsed = slice.length < unparsed.length ? unparsed.subarray(slice.length) : undefined;
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
