import { LIMITS, type LimitName, PROJECT_LIMITS, type ProjectLimitName } from '../config/limits.ts';
import { RecentMap } from '../domain/recent-map.ts';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';

/**
 * A limit remembers at least this many keys, and up to twice as many. It forgets a key within the
 * key's window only if this many other keys come between two of its requests.
 */
const MAX_KEYS = 10_000;

type AnyLimit = LimitName | ProjectLimitName;

interface Policy {
  /** Its name in the headers. */
  readonly policy: string;
  /** Milliseconds. */
  readonly window: number;
  /** What it counts, for the text of the problem. The default is `requests`. */
  readonly counts?: string;
}

interface Window {
  count: number;
  resetsAt: number;
}

class Limiter {
  readonly #windows = new RecentMap<Window>(MAX_KEYS);
  readonly #policy: Policy;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /** Counts a request. The first request begins a window. @throws AppError `rate-limited` */
  consume(key: string, quota: number, now: number, count = 1): void {
    const window = this.#window(key);
    if (now >= window.resetsAt) {
      window.count = 0;
      window.resetsAt = now + this.#policy.window;
    }
    // A request that counts more than the whole quota takes all of it, or it could never succeed.
    const taken = Math.min(count, quota);
    if (window.count + taken > quota) throw this.#rateLimited(window, quota, now);
    window.count += taken;
  }

  /** How many requests of this key were counted in its current window. */
  used(key: string, now: number): number {
    const window = this.#windows.get(key);
    return window !== undefined && now < window.resetsAt ? window.count : 0;
  }

  /** The error if this key has used up its quota, else undefined. Counts no request. */
  refusal(key: string, quota: number, now: number): AppError | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && this.used(key, now) >= quota ? this.#rateLimited(window, quota, now) : undefined;
  }

  /** Takes back a request that was counted at `countedAt`, unless a new window has begun. */
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

export interface RateLimits {
  /** Counts a request of this key. Project limits need a quota. @throws AppError `rate-limited` */
  consume(name: LimitName, key: string, now: number): void;
  consume(name: ProjectLimitName, key: string, now: number, quota: number): void;
  /** Counts several at once, or none of them. @throws AppError `rate-limited` */
  consumeMany(name: LimitName, key: string, count: number, now: number): void;
  /** How many requests of this key were counted in its current window. 0 if there is no limit. */
  used(name: LimitName, key: string, now: number): number;
  /** The error if this key has used up its quota, else undefined. Counts no request. */
  refusal(name: LimitName, key: string, now: number): AppError | undefined;
  /** Takes back a request that was counted at `countedAt`, unless a new window has begun. */
  refund(name: AnyLimit, key: string, countedAt: number): void;
}

/**
 * The rate limits of one process.
 *
 * @param quotas 0: no limit
 * @param areProjectLimitsOn whether the limits of projects apply
 */
export function createRateLimits(quotas: Readonly<Record<LimitName, number>>, areProjectLimitsOn = true): RateLimits {
  const policies = Object.entries({ ...LIMITS, ...(areProjectLimitsOn ? PROJECT_LIMITS : {}) }) as [AnyLimit, Policy][];
  const limiters = new Map(policies.map(([name, policy]) => [name, new Limiter(policy)]));
  const quotaOf: Partial<Record<AnyLimit, number>> = quotas;
  return {
    consume(name: AnyLimit, key: string, now: number, quota: number = quotaOf[name] ?? 0) {
      if (quota > 0) limiters.get(name)?.consume(key, quota, now);
    },
    consumeMany(name, key, count, now) {
      if (quotas[name] > 0) limiters.get(name)?.consume(key, quotas[name], now, count);
    },
    used: (name, key, now) => limiters.get(name)?.used(key, now) ?? 0,
    refusal: (name, key, now) => (quotas[name] > 0 ? limiters.get(name)?.refusal(key, quotas[name], now) : undefined),
    refund: (name, key, countedAt) => limiters.get(name)?.refund(key, countedAt),
  };
}
