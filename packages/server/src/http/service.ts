import type { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { ValidCredentials } from '../limits/valid-credentials.ts';
import type { Available } from '../operations/context.ts';
import type { RefusedRequests } from '../team/audit/refused-requests.ts';
import type { LastUse } from '../team/last-use.ts';

/** What the routes use. Each application has one. A handler gets only what its operation names. */
export interface Service extends Available {
  /** Team credentials that were valid recently. */
  readonly validCredentials: ValidCredentials;
  /** Limits, per address, the refusals that need no look-up. */
  readonly refusals: ConcurrencyLimiter;
  /** Limits the credential look-ups of an address that sent invalid credentials. */
  readonly lookups: ConcurrencyLimiter;
  /** Limits the reads of each player. */
  readonly playerReads: ConcurrencyLimiter;
  /** Limits the requests of each member or API key. */
  readonly teamRequests: ConcurrencyLimiter;
  readonly lastUse: LastUse;
  readonly refusedRequests: RefusedRequests;
  /** Whether the server is shutting down. Each connection then ends after its response. */
  readonly closing: () => boolean;
}
