import { LIMITS, type LimitName, PROJECT_LIMITS, type ProjectLimitName } from '../config/limits.ts';
import { alsoCountedAs, type CountedCaller, countedAs } from '../domain/counted-caller.ts';
import { RecentMap } from '../domain/recent-map.ts';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';

/** At least so many keys are kept, at most twice as many. */
const MAX_KEYS = 10_000;

type AnyLimit = LimitName | ProjectLimitName;

interface Policy {
  /** Its name in the headers. */
  readonly policy: string;
  /** Milliseconds. */
  readonly window: number;
  /** For the problem's text. Default: `requests`. */
  readonly counts?: string;
}

type Window = { count: number; readonly resetsAt: number };

const NOTHING_COUNTED = () => {};

function createLimiter({ policy, window: length, counts = 'requests' }: Policy, elapsed: () => number) {
  const windows = new RecentMap<Window>(MAX_KEYS);

  /** 429 with Retry-After (RFC 9110) and the fields of draft-ietf-httpapi-ratelimit-headers. */
  function rateLimited({ resetsAt }: Window, quota: number): AppError {
    const wait = Math.max(1, Math.ceil((resetsAt - elapsed()) / SECOND));
    return new AppError('rate-limited', {
      detail: `At most ${quota} ${counts} in ${length / SECOND} seconds. Wait ${wait} seconds.`,
      headers: {
        'retry-after': String(wait),
        ratelimit: `"${policy}";r=0;t=${wait}`,
        'ratelimit-policy': `"${policy}";q=${quota};w=${length / SECOND}`,
      },
    });
  }

  function current(key: string): Window | undefined {
    const window = windows.get(key);
    return window !== undefined && elapsed() < window.resetsAt ? window : undefined;
  }

  /** The first request begins a window. */
  function windowOf(key: string): Window {
    const window = current(key) ?? { count: 0, resetsAt: elapsed() + length };
    windows.set(key, window);
    return window;
  }

  return {
    used: (key: string): number => current(key)?.count ?? 0,
    /** Returns a function that takes the count back. */
    consume(key: string, quota: number, count: number): () => void {
      const window = windowOf(key);
      // More than the whole quota takes all of it, or the request could never succeed.
      const taken = Math.min(count, quota);
      if (window.count + taken > quota) throw rateLimited(window, quota);
      window.count += taken;
      return () => {
        window.count -= taken;
      };
    },
    /** Refuses nothing. */
    add(key: string, count: number): void {
      windowOf(key).count += count;
    },
    refusal(key: string, quota: number): AppError | undefined {
      const window = current(key);
      return window !== undefined && window.count >= quota ? rateLimited(window, quota) : undefined;
    },
  };
}

/**
 * Limits rates in one process. `quotas`: 0 is no limit. `areProjectLimitsOn`: the projects' own
 * limits apply. `elapsed`: milliseconds of a monotonic clock.
 */
export function createRateLimits(
  quotas: Readonly<Record<LimitName, number>>,
  { elapsed, areProjectLimitsOn = true }: { elapsed: () => number; areProjectLimitsOn?: boolean },
) {
  const policies = Object.entries({ ...LIMITS, ...(areProjectLimitsOn ? PROJECT_LIMITS : {}) }) as [AnyLimit, Policy][];
  const limiters = new Map(policies.map(([name, policy]) => [name, createLimiter(policy, elapsed)]));
  return {
    /**
     * Counts `count` requests, all or none. Returns a function that takes them back, unless a new
     * window has begun. Throws AppError `rate-limited`.
     */
    consume: (name: LimitName, key: string, { count = 1 }: { readonly count?: number } = {}): (() => void) =>
      (quotas[name] > 0 ? limiters.get(name)?.consume(key, quotas[name], count) : undefined) ?? NOTHING_COUNTED,
    /** The same for a member or key, without a way back. */
    consumeByCaller(name: LimitName, caller: CountedCaller, options: { readonly count?: number } = {}): void {
      this.consume(name, countedAs(caller), options);
      const also = alsoCountedAs(caller);
      if (also !== undefined && quotas[name] > 0) limiters.get(name)?.add(also, options.count ?? 1);
    },
    /** The same for one request, with the project's quota. */
    consumeByProject: (name: ProjectLimitName, key: string, { quota }: { readonly quota: number }): (() => void) =>
      (quota > 0 ? limiters.get(name)?.consume(key, quota, 1) : undefined) ?? NOTHING_COUNTED,
    /** Counted requests in the current window. 0 without a limit. */
    used: (name: LimitName, key: string): number => limiters.get(name)?.used(key) ?? 0,
    /** Returns the error if the quota is used up. Counts no request. */
    refusal: (name: LimitName, key: string): AppError | undefined =>
      quotas[name] > 0 ? limiters.get(name)?.refusal(key, quotas[name]) : undefined,
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
