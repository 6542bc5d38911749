import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { LIMITS, type LimitName, PROJECT_LIMITS, type ProjectLimitName } from './limits.ts';

/**
 * Keys that a limit remembers: between so many and twice as many, those used last. To be forgotten within its window, a
 * key would have to be followed by this many others between two of its own requests.
 */
const KEYS = 10_000;

interface Window {
  count: number;
  resetsAt: number;
}

/** What a limit counts, and for how long. */
interface Policy {
  readonly policy: string;
  /** Milliseconds. */
  readonly window: number;
  /** In the words of its refusal. */
  readonly counts?: string;
}

class Limiter {
  /** Keys used since the last turn, and those of the turn before. A full turn drops the older half at once. */
  #recent = new Map<string, Window>();
  #older = new Map<string, Window>();
  readonly #policy: Policy;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /** Counts a request of this key in the window that began with its first one. @throws AppError `rate-limited` */
  consume(key: string, quota: number, now: number): void {
    const { window: length } = this.#policy;
    const window = this.#recent.get(key) ?? this.#remember(key);
    if (now >= window.resetsAt) {
      window.count = 0;
      window.resetsAt = now + length;
    }
    if (window.count >= quota) throw this.#refusal(window, quota, now);
    window.count++;
  }

  /** Takes a request back that turned out not to count. */
  refund(key: string): void {
    const window = this.#recent.get(key) ?? this.#older.get(key);
    if (window !== undefined && window.count > 0) window.count--;
  }

  /** The window of a key that was not used since the last turn. */
  #remember(key: string): Window {
    const window = this.#older.get(key) ?? { count: 0, resetsAt: 0 };
    if (this.#recent.size >= KEYS) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, window);
    return window;
  }

  /** 429 with Retry-After (RFC 9110) and the fields of draft-ietf-httpapi-ratelimit-headers. */
  #refusal(window: Window, quota: number, now: number): AppError {
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
  /** Counts a request of this key. @throws AppError `rate-limited` */
  consume(name: LimitName, key: string, now: number): void;
  /** Takes a counted request of this key back. */
  refund(name: LimitName, key: string): void;
  /** Counts against a limit of a project, which says how many it takes; 0 is no limit. @throws AppError `rate-limited` */
  consumeOfProject(name: ProjectLimitName, key: string, quota: number, now: number): void;
  refundOfProject(name: ProjectLimitName, key: string): void;
}

/** The limits of one process. A quota of 0 is no limit; `ofProjects` says whether those of projects count. */
export function createRateLimits(quotas: Readonly<Record<LimitName, number>>, ofProjects = true): RateLimits {
  const limiters = new Map<LimitName, Limiter>();
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    if (quotas[name] > 0) limiters.set(name, new Limiter(LIMITS[name]));
  }
  const projectLimiters = new Map<ProjectLimitName, Limiter>();
  for (const name of ofProjects ? (Object.keys(PROJECT_LIMITS) as ProjectLimitName[]) : []) {
    projectLimiters.set(name, new Limiter(PROJECT_LIMITS[name]));
  }
  return {
    consume: (name, key, now) => limiters.get(name)?.consume(key, quotas[name], now),
    refund: (name, key) => limiters.get(name)?.refund(key),
    consumeOfProject(name, key, quota, now) {
      if (quota > 0) projectLimiters.get(name)?.consume(key, quota, now);
    },
    refundOfProject: (name, key) => projectLimiters.get(name)?.refund(key),
  };
}
