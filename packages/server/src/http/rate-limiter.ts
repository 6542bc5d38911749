import { RecentMap } from '../domain/recent-map.ts';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { LIMITS, type LimitName } from './limits.ts';

/**
 * Keys that a limit remembers: between so many and twice as many, those used last. To be forgotten within its window, a
 * key would have to be followed by this many others between two of its own requests.
 */
const KEYS = 10_000;

interface Window {
  count: number;
  resetsAt: number;
}

class Limiter {
  readonly #windows = new RecentMap<Window>(KEYS);
  readonly #name: LimitName;
  readonly #quota: number;

  constructor(name: LimitName, quota: number) {
    this.#name = name;
    this.#quota = quota;
  }

  /** Counts a request of this key in the window that began with its first one. @throws AppError `rate-limited` */
  consume(key: string, now: number): void {
    const { window: length } = LIMITS[this.#name];
    let window = this.#windows.get(key);
    if (window === undefined) {
      window = { count: 0, resetsAt: 0 };
      this.#windows.set(key, window);
    }
    if (now >= window.resetsAt) {
      window.count = 0;
      window.resetsAt = now + length;
    }
    if (window.count >= this.#quota) throw this.#refusal(window, now);
    window.count++;
  }

  /** Requests of this key that count in its window now. */
  used(key: string, now: number): number {
    const window = this.#windows.get(key);
    return window !== undefined && now < window.resetsAt ? window.count : 0;
  }

  /** The refusal of a key that has used up its quota, without counting a request. */
  exhausted(key: string, now: number): AppError | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && this.used(key, now) >= this.#quota ? this.#refusal(window, now) : undefined;
  }

  /** Takes a request back that was counted at `countedAt`, unless another window has begun since then. */
  refund(key: string, countedAt: number): void {
    const window = this.#windows.get(key);
    const began = (window?.resetsAt ?? 0) - LIMITS[this.#name].window;
    if (window !== undefined && window.count > 0 && countedAt >= began) window.count--;
  }

  /** 429 with Retry-After (RFC 9110) and the fields of draft-ietf-httpapi-ratelimit-headers. */
  #refusal(window: Window, now: number): AppError {
    const { policy, window: length } = LIMITS[this.#name];
    const wait = Math.max(1, Math.ceil((window.resetsAt - now) / SECOND));
    return new AppError('rate-limited', {
      detail: `At most ${this.#quota} requests in ${length / SECOND} seconds. Wait ${wait} seconds.`,
      headers: {
        'retry-after': String(wait),
        ratelimit: `"${policy}";r=0;t=${wait}`,
        'ratelimit-policy': `"${policy}";q=${this.#quota};w=${length / SECOND}`,
      },
    });
  }
}

export interface RateLimits {
  /** Counts a request of this key. @throws AppError `rate-limited` */
  consume(name: LimitName, key: string, now: number): void;
  /** Requests of this key that count in its window now; 0 where there is no limit. */
  used(name: LimitName, key: string, now: number): number;
  /** The refusal of a key that has used up its quota, without counting a request. */
  exhausted(name: LimitName, key: string, now: number): AppError | undefined;
  /** Takes a request of this key back that was counted at that time. */
  refund(name: LimitName, key: string, countedAt: number): void;
}

/** The limits of one process. A quota of 0 is no limit. */
export function createRateLimits(quotas: Readonly<Record<LimitName, number>>): RateLimits {
  const limiters = new Map<LimitName, Limiter>();
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    if (quotas[name] > 0) limiters.set(name, new Limiter(name, quotas[name]));
  }
  return {
    consume: (name, key, now) => limiters.get(name)?.consume(key, now),
    used: (name, key, now) => limiters.get(name)?.used(key, now) ?? 0,
    exhausted: (name, key, now) => limiters.get(name)?.exhausted(key, now),
    refund: (name, key, countedAt) => limiters.get(name)?.refund(key, countedAt),
  };
}
