import type { Config } from '../config.ts';
import type { KeyUse } from '../key-use.ts';
import type { Live } from '../live.ts';
import type { Load } from '../load.ts';
import type { Passwords } from '../passwords.ts';
import type { Store } from '../store/store.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Directory } from './directory.ts';
import type { RateLimits } from './rate-limiter.ts';
import type { TokenTags } from './token-tags.ts';
import type { ValidCredentials } from './valid-credentials.ts';

/** What operations work with; one per application. */
export interface Service {
  readonly config: Config;
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly directory: Directory;
  readonly limits: RateLimits;
  readonly tokenTags: TokenTags;
  /** Team credentials that were valid a while ago. */
  readonly validCredentials: ValidCredentials;
  /** Refusals that need no look-up, by address. */
  readonly refusals: ConcurrencyLimiter;
  /** Look-ups of credentials that may be invented, by address. */
  readonly lookups: ConcurrencyLimiter;
  /** Reads, by player. */
  readonly playerReads: ConcurrencyLimiter;
  /** Requests, by member or API key. */
  readonly teamRequests: ConcurrencyLimiter;
  readonly passwords: Passwords;
  readonly keyUse: KeyUse;
  readonly load: Load;
  readonly live: Live;
  /** Whether the server is shutting down: a connection then ends with its answer. */
  readonly closing: () => boolean;
}
