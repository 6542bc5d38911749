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
export function createTimeBudgets({ burstMs, share, maxPauseMs, elapsed }: Options) {
  const budgets = new RecentMap<Budget>(MAX_CALLERS);

  function budgetOf(caller: string, now = elapsed()): Budget {
    const budget = budgets.get(caller) ?? { left: burstMs, at: now };
    budget.left = Math.min(burstMs, budget.left + (now - budget.at) * share);
    budget.at = now;
    budgets.set(caller, budget);
    return budget;
  }

  return {
    /** Returns what is left, in milliseconds. `now`: for several callers at one moment. */
    left: (caller: string, now?: number): number => budgetOf(caller, now).left,
    /** How long until nothing is owed, in milliseconds. Below 0: there is time left. */
    pause: (caller: string): number => -budgetOf(caller).left / share,
    spend(caller: string, milliseconds: number): void {
      const budget = budgetOf(caller);
      budget.left = Math.max(budget.left - milliseconds, -maxPauseMs * share);
    },
  };
}
