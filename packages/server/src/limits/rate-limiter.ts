import { LIMITS, type LimitName, PROJECT_LIMITS, type ProjectLimitName } from '../config/limits.ts';
import { alsoCountedAs, countedAs, type LimitedCaller } from '../domain/limited-caller.ts';
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

type Window = { count: number; resetsAt: number };

function createLimiter({ policy, window: length, counts = 'requests' }: Policy) {
  const windows = new RecentMap<Window>(MAX_KEYS);

  /** 429 with Retry-After (RFC 9110) and the fields of draft-ietf-httpapi-ratelimit-headers. */
  function rateLimited({ resetsAt }: Window, quota: number, now: number): AppError {
    const wait = Math.max(1, Math.ceil((resetsAt - now) / SECOND));
    return new AppError('rate-limited', {
      detail: `At most ${quota} ${counts} in ${length / SECOND} seconds. Wait ${wait} seconds.`,
      headers: {
        'retry-after': String(wait),
        ratelimit: `"${policy}";r=0;t=${wait}`,
        'ratelimit-policy': `"${policy}";q=${quota};w=${length / SECOND}`,
      },
    });
  }

  function used(key: string, now: number): number {
    const window = windows.get(key);
    return window !== undefined && now < window.resetsAt ? window.count : 0;
  }

  /** The first request begins a window. */
  function windowOf(key: string, now: number): Window {
    let window = windows.get(key);
    if (window === undefined) {
      window = { count: 0, resetsAt: 0 };
      windows.set(key, window);
    }
    if (now >= window.resetsAt) {
      window.count = 0;
      window.resetsAt = now + length;
    }
    return window;
  }

  return {
    used,
    consume(key: string, quota: number, now: number, count: number): void {
      const window = windowOf(key, now);
      // More than the whole quota takes all of it, or the request could never succeed.
      const taken = Math.min(count, quota);
      if (window.count + taken > quota) throw rateLimited(window, quota, now);
      window.count += taken;
    },
    /** Refuses nothing. */
    add(key: string, now: number, count: number): void {
      windowOf(key, now).count += count;
    },
    refusal(key: string, quota: number, now: number): AppError | undefined {
      const window = windows.get(key);
      return window !== undefined && used(key, now) >= quota ? rateLimited(window, quota, now) : undefined;
    },
    refund(key: string, countedAt: number): void {
      const window = windows.get(key);
      const began = (window?.resetsAt ?? 0) - length;
      if (window !== undefined && window.count > 0 && countedAt >= began) window.count--;
    },
  };
}

/**
 * Limits rates in one process. `quotas`: 0 is no limit. `areProjectLimitsOn`: the projects' own
 * limits apply.
 */
export function createRateLimits(quotas: Readonly<Record<LimitName, number>>, areProjectLimitsOn = true) {
  const policies = Object.entries({ ...LIMITS, ...(areProjectLimitsOn ? PROJECT_LIMITS : {}) }) as [AnyLimit, Policy][];
  const limiters = new Map(policies.map(([name, policy]) => [name, createLimiter(policy)]));
  return {
    /** Counts `count` requests, all or none. Throws AppError `rate-limited`. */
    consume(name: LimitName, key: string, now: number, count = 1): void {
      if (quotas[name] > 0) limiters.get(name)?.consume(key, quotas[name], now, count);
    },
    /** The same for a member or key. */
    consumeOf(name: LimitName, caller: LimitedCaller, now: number, count = 1): void {
      this.consume(name, countedAs(caller), now, count);
      const also = alsoCountedAs(caller);
      if (also !== undefined && quotas[name] > 0) limiters.get(name)?.add(also, now, count);
    },
    /** Throws AppError `rate-limited`. */
    consumeOfProject(name: ProjectLimitName, key: string, now: number, quota: number): void {
      if (quota > 0) limiters.get(name)?.consume(key, quota, now, 1);
    },
    /** Counted requests in the current window. 0 without a limit. */
    used: (name: LimitName, key: string, now: number): number => limiters.get(name)?.used(key, now) ?? 0,
    /** Returns the error if the quota is used up. Counts no request. */
    refusal: (name: LimitName, key: string, now: number): AppError | undefined =>
      quotas[name] > 0 ? limiters.get(name)?.refusal(key, quotas[name], now) : undefined,
    /** Takes back a request counted at `countedAt`, unless a new window has begun. */
    refund: (name: AnyLimit, key: string, countedAt: number): void => limiters.get(name)?.refund(key, countedAt),
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
