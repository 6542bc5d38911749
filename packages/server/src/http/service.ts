import type { Available } from '../operations/context.ts';
import type { RefusedRequests } from '../team/audit/refused-requests.ts';
import type { LastUse } from '../team/last-use.ts';
import type { Guard } from './guard/guard.ts';

/** For the routes, one per application. Handlers get less: see `contextOf`. */
export interface Service extends Available {
  readonly guard: Guard;
  readonly lastUse: LastUse;
  readonly refusedRequests: RefusedRequests;
  /** The server is shutting down. Each connection then ends after its response. */
  readonly closing: () => boolean;
}
