import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { type CountedCaller, countedAs } from '../../domain/counted-caller.ts';
import { SECOND } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { createConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';
import type { Load, Sheddable } from '../../limits/load.ts';
import type { RateLimits } from '../../limits/rate-limiter.ts';
import { createValidCredentials } from '../../limits/valid-credentials.ts';
import { addressKey } from '../address.ts';
import { PROBLEM_TYPE } from '../media-types.ts';
import { currentResponse, problemBody } from '../problem.ts';
import { queueRequests } from './request-queue.ts';
import { createSlowReaders } from './slow-readers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused under load or in a flood. Logged as `debug`. */
    isFlood: boolean;
  }
}

/** Waiting requests of one player or member, or of its keys. Games and consoles send far fewer. */
const MAX_QUEUED = 100;
/** Of one address per turn of the event loop, so that a flood delays nobody else. */
const REFUSALS = { maxRunning: 10, maxQueued: 10_000, perTurn: true };
/** Credential look-ups for an address that recently sent wrong credentials. */
const LOOKUPS = { maxRunning: 10, maxQueued: 200, perTurn: true };

/** What the guard asks about credentials. It looks nothing up itself. */
export interface Credentials {
  hasAny(request: FastifyRequest): boolean;
  /** Finds the player of a token issued here, perhaps expired or replaced. */
  playerOf(request: FastifyRequest): string | undefined;
}

/** A request that may go on. It may need a slot until its credentials are looked up. */
export interface Entry extends Disposable {
  /** The key of the address. */
  readonly address: string;
  /** In milliseconds since 1970. */
  readonly arrivedAt: number;
  /** The same by the monotonic clock. */
  readonly arrivedElapsed: number;
  readonly response: ServerResponse;
  /** Frees the slot when the credentials have been looked up. */
  [Symbol.dispose](): void;
}

/**
 * Taken until the response is sent or the connection closes, so that a client that does not read
 * cannot pile up responses.
 */
export interface ResponseSlot extends Disposable {
  /** Frees it before the response ends: a stream stays open. */
  free(): void;
  /** Ends the work. The slot stays taken until the response is closed. */
  [Symbol.dispose](): void;
}

/** `ended`: called when the work is done, before the slot is free. */
function responseSlot(response: ServerResponse, free: () => void, ended = () => {}): ResponseSlot {
  let isFree = false;
  const freeOnce = () => {
    if (isFree) return;
    isFree = true;
    free();
  };
  return {
    free: freeOnce,
    [Symbol.dispose]() {
      ended();
      if (response.closed) freeOnce();
      else response.once('close', freeOnce);
    },
  };
}

interface Options {
  readonly config: Config;
  readonly limits: RateLimits;
  readonly load: Load;
  readonly logger: Logger;
  readonly credentials: Credentials;
}

/** Protects the server's sockets and time from callers. It imports no store. */
export function createGuard({ config, limits, load, logger, credentials }: Options) {
  const slowReaders = createSlowReaders(config, logger);
  /** Hashes of members' and keys' credentials that were valid recently. */
  const valid = createValidCredentials();
  const refusals = createConcurrencyLimiter(REFUSALS);
  const lookups = createConcurrencyLimiter(LOOKUPS);
  const waiting = { maxQueued: MAX_QUEUED };
  /** Per player. */
  const reads = createConcurrencyLimiter({ maxRunning: config.playerReadsAtOnce, perTurn: false, ...waiting });
  /** Per member, or for its API keys together. */
  const handlers = createConcurrencyLimiter({ maxRunning: config.teamRequestsAtOnce, perTurn: true, ...waiting });

  /** A slot to refuse a request that needs no look-up. A flood of them delays nobody else. */
  const refusalSlot = (address: string): Promise<Disposable> => refusals.enter(address);

  /**
   * Takes a slot to look up credentials, if needed: invented ones from one address delay nobody.
   * Throws AppError `rate-limited` if too many wait.
   */
  async function lookupSlot(request: FastifyRequest, address: string): Promise<Disposable | undefined> {
    if (!credentials.hasAny(request)) return undefined;
    const isKnown = credentials.playerOf(request) !== undefined || valid.has(request.headers);
    return isKnown ? undefined : lookups.enter(address);
  }

  return {
    /** Call it before the server listens. */
    protect(server: Server): void {
      queueRequests(server, load.beginRound);
      server.maxConnections = config.maxConnections;
      server.on('timeout', closeIdleConnection);
    },

    /**
     * Counts any request, and watches its response. `isFile`: the body is a file, with its own
     * limit.
     */
    arrived(request: FastifyRequest, response: ServerResponse, isFile: boolean): void {
      load.arrived();
      slowReaders.watch(response, () => addressKey(request.ip));
      if (!isFile) limitRequestTime(request.server.server, request, config.requestTimeoutSeconds);
    },

    /**
     * Refuses strangers at an address with too many failed authentications, and reads under
     * overload. Other callers there have a token of this service, or present a key or a session.
     * Undefined: the request was answered.
     *
     * @param auth who may call
     * @param sheds what is refused under overload
     * @throws AppError `rate-limited`
     */
    async enter(
      { auth, sheds }: { readonly auth: string; readonly sheds?: Sheddable },
      request: FastifyRequest,
      reply: FastifyReply,
      arrived: Pick<Entry, 'arrivedAt' | 'arrivedElapsed'>,
    ): Promise<Entry | undefined> {
      const address = addressKey(request.ip);
      const hasFailures = auth !== 'none' && limits.used('authAddress', address) > 0;
      const refusal = hasFailures ? limits.refusal('authAddress', address) : undefined;
      if (refusal !== undefined) {
        const isStranger =
          auth === 'player' ? credentials.playerOf(request) === undefined : !credentials.hasAny(request);
        if (isStranger) {
          // A flood must not fill the log.
          request.isFlood = true;
          using _slot = await refusalSlot(address);
          throw refusal;
        }
      }
      const seconds = load.refuses(sheds, address, () => credentials.playerOf(request));
      if (seconds !== undefined) {
        shed(request, reply, seconds);
        return undefined;
      }
      const lookup = hasFailures ? await lookupSlot(request, address) : undefined;
      return { address, ...arrived, response: reply.raw, [Symbol.dispose]: () => lookup?.[Symbol.dispose]() };
    },

    refusalSlot,

    /**
     * A slot to read for a player, until the response is sent. Throws AppError `rate-limited` if
     * too many wait.
     */
    async readSlot(playerId: string, { address, response }: Entry): Promise<ResponseSlot> {
      const ofPlayer = await reads.enter(playerId);
      load.began(address);
      const free = () => {
        load.sent(address);
        ofPlayer[Symbol.dispose]();
      };
      return responseSlot(response, free, load.ended);
    },

    /** The same for a member or key. */
    async handlerSlot(caller: CountedCaller, response: ServerResponse): Promise<ResponseSlot> {
      const ofCaller = await handlers.enter(countedAs(caller));
      return responseSlot(response, () => ofCaller[Symbol.dispose]());
    },

    /** Remembers a member's or API key's valid credentials. */
    trust: valid.add,

    /** A 429 if the address failed too often, else the error. */
    countFailure(error: AppError, address: string): AppError {
      try {
        limits.consume('authAddress', address);
        return error;
      } catch (tooMany) {
        // `consume` throws nothing else.
        return tooMany as AppError;
      }
    },
  };
}

export type Guard = ReturnType<typeof createGuard>;

const BUSY = new AppError('unavailable', {
  detail: 'The service is busy. Wait for the number of seconds in Retry-After.',
});

/** Refuses a request with as little work as possible under overload. */
function shed(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number): void {
  request.isFlood = true;
  const [path] = request.url.split(/[?#]/, 1);
  reply.code(503).header('retry-after', String(retryAfterSeconds)).type(PROBLEM_TYPE).send(problemBody(BUSY, path));
}

/**
 * Ends a request with a late body as Node does: with a 408. Node's one limit is for files, so
 * others get theirs here. `seconds`: from now on.
 */
function limitRequestTime(server: Server, { raw }: FastifyRequest, seconds: number): void {
  // Nearly every request arrives whole.
  if (raw.complete) return;
  const timer = setTimeout(() => {
    if (raw.complete || raw.destroyed) return;
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, raw.socket);
  }, seconds * SECOND);
  raw.once('close', () => clearTimeout(timer));
}

/**
 * Closes a connection on which no bytes moved for `requestTimeoutSeconds`. Keeps it while the
 * client waits for the server, for example to hash a password or to read its file.
 */
function closeIdleConnection(socket: Socket): void {
  const response = currentResponse(socket);
  const isRead = response?.req.complete !== true && response?.req.readableFlowing === true;
  const isWaitingForServer = response?.headersSent === false && !isRead;
  if (!isWaitingForServer) socket.destroy();
}
