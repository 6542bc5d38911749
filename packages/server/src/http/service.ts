import type { FastifyRequest } from 'fastify';
import type { TeamCaller } from '../operations/callers.ts';
import type { Available, Context } from '../operations/context.ts';
import type { Call, Operation } from '../operations/operation.ts';
import type { RefusedRequests } from '../team/audit/refused-requests.ts';
import type { LastUse } from '../team/last-use.ts';
import type { Entry, Guard } from './guard/guard.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the caller is authenticated and within its limits. */
    admitted: Admitted | null;
    /** Set once authenticated. The request may still be refused. */
    caller: RequestCaller | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export interface Served {
  readonly operation: Operation;
  /** For the operation's functions. */
  readonly context: Context;
  /** For the routes. */
  readonly service: Service;
}

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

/** A request that may go on. Its body has not been read yet. */
export interface Admitted extends Authenticated, Pick<Entry, 'arrivedAt' | 'arrivedElapsed'> {
  /** The key of the address. */
  readonly address: string;
}

/** A repeated name has a list of values. */
export type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The types of a route. The query has not been checked yet. */
export interface ApiRoute {
  Querystring: QueryString;
}

export type ApiRequest = FastifyRequest<ApiRoute>;

/** For the routes, one per application. Handlers get less: see `contextOf`. */
export interface Service extends Available {
  readonly guard: Guard;
  readonly lastUse: LastUse;
  readonly refusedRequests: RefusedRequests;
  /** The server is shutting down. Each connection then ends after its response. */
  readonly closing: () => boolean;
}
