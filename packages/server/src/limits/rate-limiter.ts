import { LIMITS, type LimitName, PROJECT_LIMITS, type ProjectLimitName } from '../config/limits.ts';
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

class Limiter {
  readonly #windows = new RecentMap<Window>(MAX_KEYS);
  readonly #policy: Policy;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /** The first request begins a window. Throws AppError `rate-limited`. */
  consume(key: string, quota: number, now: number, count: number): void {
    const window = this.#window(key);
    if (now >= window.resetsAt) {
      window.count = 0;
      window.resetsAt = now + this.#policy.window;
    }
    // More than the whole quota takes all of it, or the request could never succeed.
    const taken = Math.min(count, quota);
    if (window.count + taken > quota) throw this.#rateLimited(window, quota, now);
    window.count += taken;
  }

  /** Counted requests in the current window. */
  used(key: string, now: number): number {
    const window = this.#windows.get(key);
    return window !== undefined && now < window.resetsAt ? window.count : 0;
  }

  /** Returns the error if the quota is used up. Counts no request. */
  refusal(key: string, quota: number, now: number): AppError | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && this.used(key, now) >= quota ? this.#rateLimited(window, quota, now) : undefined;
  }

  /** Takes back a request counted at `countedAt`, unless a new window has begun. */
  refund(key: string, countedAt: number): void {
    const window = this.#windows.get(key);
    const began = (window?.resetsAt ?? 0) - this.#policy.window;
    if (window !== undefined && window.count > 0 && countedAt >= began) window.count--;
  }

  #window(key: string): Window {
    const known = this.#windows.get(key);
    if (known !== undefined) return known;
    const window = { count: 0, resetsAt: 0 };
    this.#windows.set(key, window);
    return window;
  }

  /** 429 with Retry-After (RFC 9110) and the fields of draft-ietf-httpapi-ratelimit-headers. */
  #rateLimited(window: Window, quota: number, now: number): AppError {
    const { policy, window: length, counts = 'requests' } = this.#policy;
    const wait = Math.max(1, Math.ceil((window.resetsAt - now) / SECOND));
    return new AppError('rate-limited', {
      detail: `At most ${quota} ${counts} in ${length / SECOND} seconds. Wait ${wait} seconds.`,
      headers: {
        'retry-after': String(wait),
        ratelimit: `"${policy}";r=0;t=${wait}`,
        'ratelimit-policy': `"${policy}";q=${quota};w=${length / SECOND}`,
      },
    });
  }
}

/**
 * Limits rates in one process. `quotas`: 0 is no limit. `areProjectLimitsOn`: the projects' own
 * limits apply.
 */
export function createRateLimits(quotas: Readonly<Record<LimitName, number>>, areProjectLimitsOn = true) {
  const policies = Object.entries({ ...LIMITS, ...(areProjectLimitsOn ? PROJECT_LIMITS : {}) }) as [AnyLimit, Policy][];
  const limiters = new Map(policies.map(([name, policy]) => [name, new Limiter(policy)]));
  return {
    /** Counts `count` requests, all or none. Throws AppError `rate-limited`. */
    consume(name: LimitName, key: string, now: number, count = 1): void {
      if (quotas[name] > 0) limiters.get(name)?.consume(key, quotas[name], now, count);
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
