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
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly live: Live;
}

/**
 * What an operation can name in `needs`. Parts of higher layers are declared in their own files, with
 * `declare module`, for example in `watch/storm-watch.ts`. So this file does not import them.
 */
export interface Parts {
  readonly projectCache: ProjectCache;
  readonly forms: FormCache;
  readonly publicIssues: PublicIssues;
  readonly limits: RateLimits;
  /** Limits the time of each member's or API key's counts, searches, news and long lists. */
  readonly expensiveReads: ExpensiveReads;
  /** Sends exports. */
  readonly downloads: Downloads;
  /** Undefined: this server does not accept files. */
  readonly attachments: Attachments | undefined;
  readonly load: Load;
}

export type Need = keyof Parts;

/** All that a function can be given. It names what it uses: `Pick<Available, 'limits'>`. */
export type Available = Context & Parts;

/** The context of a handler that needs these parts. */
export type ContextWith<Name extends Need> = Context & Pick<Parts, Name>;

/** What a handler gets: the context, and the parts that its operation names. */
export function contextOf<Name extends Need>(
  { needs = [] }: { readonly needs?: readonly Name[] },
  parts: Available,
): ContextWith<Name> {
  const { config, store, clock, live } = parts;
  const needed = Object.fromEntries(needs.map((name) => [name, parts[name]])) as Pick<Parts, Name>;
  return { config, store, clock, live, ...needed };
}
