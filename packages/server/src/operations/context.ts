import type { Attachments } from '../attachments/attachments.ts';
import type { Config } from '../config/config.ts';
import type { Downloads } from '../limits/downloads.ts';
import type { ExpensiveReads } from '../limits/expensive-reads.ts';
import type { Load } from '../limits/load.ts';
import type { RateLimits } from '../limits/rate-limiter.ts';
import type { Live } from '../live/live.ts';
import type { ProjectCache } from '../store/project-cache.ts';
import type { PublicIssues } from '../store/public-issues.ts';
import type { Store } from '../store/store.ts';
import type { FormCache } from '../store/ticket-forms.ts';

/** What every handler gets. */
export interface Context {
  readonly config: Config;
  readonly store: Store;
  /** Milliseconds since 1970. The system can set it, forwards and back. */
  readonly clock: () => number;
  /** Milliseconds since any moment, of a monotonic clock: for ages and waits. */
  readonly elapsed: () => number;
  readonly live: Live;
}

/**
 * What an operation can name in `needs`. Higher layers declare theirs with `declare module`, such
 * as `watch/storm-watch.ts`.
 */
export interface Parts {
  readonly projectCache: ProjectCache;
  readonly forms: FormCache;
  readonly publicIssues: PublicIssues;
  readonly limits: RateLimits;
  /** Limits the time of a member's or key's counts, searches, news and long lists. */
  readonly expensiveReads: ExpensiveReads;
  /** Sends exports. */
  readonly downloads: Downloads;
  /** Undefined: this server does not accept files. */
  readonly attachments: Attachments | undefined;
  readonly load: Load;
}

export type Need = keyof Parts;

/** All that a function can get. It names what it uses: `Pick<Available, 'limits'>`. */
export type Available = Context & Parts;

export type ContextWith<Name extends Need> = Context & Pick<Parts, Name>;

/** Returns the context with the parts that the operation names. */
export function contextOf<Name extends Need>(
  { needs = [] }: { readonly needs?: readonly Name[] },
  parts: Available,
): ContextWith<Name> {
  const { config, store, clock, elapsed, live } = parts;
  const needed = Object.fromEntries(needs.map((name) => [name, parts[name]])) as Pick<Parts, Name>;
  return { config, store, clock, elapsed, live, ...needed };
}
