import type { FastifyRequest } from 'fastify';
import type { TeamCaller } from '../operations/callers.ts';
import type { Context } from '../operations/context.ts';
import type { Call, Operation } from '../operations/operation.ts';
import type { Service } from './service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the caller is authenticated, and within its limits. */
    admitted: Admitted | null;
    /** Who sent the request, as soon as it is authenticated. It may be refused after that. */
    caller: RequestCaller | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** An operation, as this server serves it. */
export interface Served {
  readonly operation: Operation;
  /** What the functions of the operation get. */
  readonly context: Context;
  /** What the routes use. */
  readonly service: Service;
}

/** The player, member or API key that sent a request. */
export interface RequestCaller {
  readonly id: string;
  /** Undefined for a player. */
  readonly team?: TeamCaller;
}

/** The caller of a request, and what the operation's `readWithSession` read together with it. */
export interface Authenticated<Caller extends Call['caller'] = Call['caller']> {
  readonly caller: Caller;
  readonly data: unknown;
}

/** A request that may go on, before its body is read. */
export interface Admitted extends Authenticated, Pick<Call, 'now'> {
  /** The key of the address that the request came from. */
  readonly address: string;
}

/** A parsed query string. A name that occurs more than once has a list of values. */
export type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The route of an operation. Its query is not checked yet. */
export interface ApiRoute {
  Querystring: QueryString;
}

/** A request for an operation. */
export type ApiRequest = FastifyRequest<ApiRoute>;
