import { RecentMap } from '../domain/recent-map.ts';

/** At least. A forgotten caller has its burst again. */
const MAX_CALLERS = 1000;

interface Budget {
  /** Milliseconds of work. Below 0 the caller owes them. */
  left: number;
  /** When `left` was right. */
  at: number;
}

interface Options {
  /** What a caller can use at once. */
  readonly burstMs: number;
  /** Of the time, from 0 to 1: how fast the budget grows. */
  readonly share: number;
  /** The longest time until nothing is owed. */
  readonly maxPauseMs: number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
}

/** How much time each caller's work may take. It grows with time, up to a burst. */
export class TimeBudgets {
  readonly #options: Options;
  readonly #budgets = new RecentMap<Budget>(MAX_CALLERS);

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns what is left, in milliseconds. `now`: for several callers at one moment. */
  left(caller: string, now = this.#options.elapsed()): number {
    return this.#budget(caller, now).left;
  }

  /** How long until nothing is owed, in milliseconds. Below 0: there is time left. */
  pause(caller: string): number {
    return -this.left(caller) / this.#options.share;
  }

  spend(caller: string, milliseconds: number): void {
    const { maxPauseMs, share, elapsed } = this.#options;
    const budget = this.#budget(caller, elapsed());
    budget.left = Math.max(budget.left - milliseconds, -maxPauseMs * share);
  }

  #budget(caller: string, now: number): Budget {
    const { burstMs, share } = this.#options;
    const budget = this.#budgets.get(caller) ?? { left: burstMs, at: now };
    budget.left = Math.min(burstMs, budget.left + (now - budget.at) * share);
    budget.at = now;
    this.#budgets.set(caller, budget);
    return budget;
  }
}
