import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { AppError } from '../../errors.ts';
import { ConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';
import type { Load, Sheddable } from '../../limits/load.ts';
import type { RateLimits } from '../../limits/rate-limiter.ts';
import { createValidCredentials } from '../../limits/valid-credentials.ts';
import { addressKey } from '../address.ts';
import { closeIdleConnection } from './idle-connections.ts';
import { queueRequests } from './request-queue.ts';
import { limitRequestTime } from './request-time.ts';
import { ResponseSlot } from './response-slot.ts';
import { shed } from './shedding.ts';
import { SlowReaders } from './slow-readers.ts';

/** Requests of one player, member or key that may wait. Games and consoles send far fewer. */
const MAX_QUEUED = 100;
/** Refusals of one address in one turn of the event loop: a flood of them delays nobody else. */
const REFUSALS = { maxRunning: 10, maxQueued: 10_000, perTurn: true };
/** Credential look-ups for one address that recently sent wrong credentials. */
const LOOKUPS = { maxRunning: 10, maxQueued: 200, perTurn: true };

/** What the guard has to know about the credentials of a request. The guard itself looks nothing up. */
export interface Credentials {
  /** Whether a request has any. */
  hasAny(request: FastifyRequest): boolean;
  /** The player of a token that this service issued. It can be expired or replaced. */
  playerOf(request: FastifyRequest): string | undefined;
}

/** A request that has arrived. */
export interface Arrival {
  /** The key of the client's address. */
  readonly address: string;
  readonly response: ServerResponse;
  /** When, in milliseconds since 1970. */
  readonly now: number;
}

interface Options {
  readonly config: Config;
  readonly limits: RateLimits;
  readonly load: Load;
  readonly logger: Logger;
  readonly credentials: Credentials;
}

/** Protects the sockets and the time of the server from its callers. It imports no store. */
export class Guard {
  readonly #options: Options;
  readonly #slowReaders: SlowReaders;
  /** Team credentials that were valid recently. */
  readonly #valid = createValidCredentials();
  readonly #refusals = new ConcurrencyLimiter(REFUSALS);
  readonly #lookups = new ConcurrencyLimiter(LOOKUPS);
  /** Reads of each player. */
  readonly #reads: ConcurrencyLimiter;
  /** Requests of each member or API key. */
  readonly #handlers: ConcurrencyLimiter;

  constructor(options: Options) {
    const { config, logger } = options;
    this.#options = options;
    this.#slowReaders = new SlowReaders(config, logger);
    const waiting = { maxQueued: MAX_QUEUED };
    this.#reads = new ConcurrencyLimiter({ maxRunning: config.playerReadsAtOnce, perTurn: false, ...waiting });
    this.#handlers = new ConcurrencyLimiter({ maxRunning: config.teamRequestsAtOnce, perTurn: true, ...waiting });
  }

  /** Protects the connections of a server. Call it before the server listens. */
  protect(server: Server): void {
    queueRequests(server, this.#options.load.beginRound);
    server.maxConnections = this.#options.config.maxConnections;
    server.on('timeout', closeIdleConnection);
  }

  /**
   * Counts a request of any kind, and watches its response.
   *
   * @param isFile its body is a file, which has a limit of its own
   */
  arrived(request: FastifyRequest, response: ServerResponse, isFile: boolean): void {
    this.#options.load.arrived();
    this.#slowReaders.watch(response, () => addressKey(request.ip));
    if (!isFile) limitRequestTime(request.server.server, request, this.#options.config.requestTimeoutSeconds);
  }

  /**
   * Refuses strangers at an address with too many failed authentications, and reads under overload.
   * Other callers at the same address are not affected: they have a token that this service issued,
   * or present a key or a session. Returns whether the request may go on; if not, it was answered.
   *
   * @param auth who may call
   * @param sheds what is refused under overload
   * @throws AppError `rate-limited`
   */
  async enter(
    { auth, sheds }: { readonly auth: string; readonly sheds?: Sheddable },
    request: FastifyRequest,
    reply: FastifyReply,
    { address, now }: Arrival,
  ): Promise<boolean> {
    const { limits, load, credentials } = this.#options;
    const refusal = auth === 'none' ? undefined : limits.refusal('authAddress', address, now);
    if (refusal !== undefined) {
      const isStranger = auth === 'player' ? credentials.playerOf(request) === undefined : !credentials.hasAny(request);
      if (isStranger) {
        // A flood must not fill the log.
        request.isFlood = true;
        using _slot = await this.refusalSlot(address);
        throw refusal;
      }
    }
    const seconds = load.refuses(sheds, address, () => credentials.playerOf(request));
    if (seconds === undefined) return true;
    shed(request, reply, seconds);
    return false;
  }

  /** A slot to refuse a request that needs no look-up. A flood of them delays nobody else. */
  refusalSlot(address: string): Promise<Disposable> {
    return this.#refusals.enter(address);
  }

  /**
   * A slot to look up credentials. For an address with failed authentications only a few run at the
   * same time, so that invented credentials do not delay others. Undefined: no slot is needed.
   *
   * @throws AppError `rate-limited` if too many wait
   */
  async lookupSlot(request: FastifyRequest, { address, now }: Arrival): Promise<Disposable | undefined> {
    const { limits, credentials } = this.#options;
    if (limits.used('authAddress', address, now) === 0 || !credentials.hasAny(request)) return undefined;
    const isKnown = credentials.playerOf(request) !== undefined || this.#valid.has(request.headers);
    return isKnown ? undefined : this.#lookups.enter(address);
  }

  /**
   * A slot to read for a player, until the response has been sent. Undefined for a read that is never
   * refused under overload.
   *
   * @throws AppError `rate-limited` if too many wait
   */
  async readSlot(
    { sheds }: { readonly sheds?: Sheddable },
    playerId: string,
    { address, response }: Arrival,
  ): Promise<Disposable | undefined> {
    if (sheds === undefined) return undefined;
    const { load } = this.#options;
    const ofPlayer = await this.#reads.enter(playerId);
    load.began(address);
    const slot = new ResponseSlot(response, () => {
      load.sent(address);
      ofPlayer[Symbol.dispose]();
    });
    return {
      [Symbol.dispose]: () => {
        load.ended();
        slot[Symbol.dispose]();
      },
    };
  }

  /**
   * A slot to handle a request of a member or an API key, until the response has been sent.
   *
   * @throws AppError `rate-limited` if too many wait
   */
  async handlerSlot(callerId: string, { response }: Pick<Arrival, 'response'>): Promise<ResponseSlot> {
    const ofCaller = await this.#handlers.enter(callerId);
    return new ResponseSlot(response, () => ofCaller[Symbol.dispose]());
  }

  /** Remembers the credentials of a member or an API key that are valid. */
  trust(headers: IncomingHttpHeaders): void {
    this.#valid.add(headers);
  }

  /** Counts a failed authentication. Returns a 429 if the address had too many, else the error. */
  countFailure(error: AppError, address: string, now: number): AppError {
    const { limits } = this.#options;
    try {
      limits.consume('authAddress', address, now);
      return error;
    } catch (tooMany) {
      // `consume` throws nothing else.
      return tooMany as AppError;
    }
  }
}
