import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import type { Directory } from './directory.ts';
import type { RateLimits } from './rate-limiter.ts';

/** What operations work with; one per application. */
export interface Service {
  readonly config: Config;
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly directory: Directory;
  readonly limits: RateLimits;
  /** By how much the server's load stretches the delay between polls: 1 while it keeps up. */
  readonly stretch: () => number;
  /** Whether the server is shutting down: a connection then ends with its answer. */
  readonly closing: () => boolean;
}
