import { HOUR, monotonic, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { TimeBudgets } from '../limits/time-budgets.ts';

/** Of one payer: about 20 photos at once, then one in four seconds. */
const BUDGET = { burstMs: 20 * SECOND, share: 0.25, maxPauseMs: 100 * SECOND };
/** Of the order: what a payer used counts for minutes, so that many slow senders stay behind others. */
const MEMORY = { burstMs: 60 * SECOND, share: 0.02, maxPauseMs: HOUR };
/** Images of all payers. */
const MAX_WAITING = 50;

interface Waiting {
  readonly payers: readonly string[];
  readonly begin: () => void;
  readonly refuse: (error: AppError) => void;
}

interface Options {
  readonly atOnce: number;
  /** Monotonic milliseconds. */
  readonly elapsed?: () => number;
}

export const busy = () => new AppError('unavailable', { headers: { 'retry-after': '5' } });

function usedUp(pause: number): AppError {
  const seconds = Math.max(1, Math.ceil(pause / SECOND));
  const detail = `Your images took too much time. Wait ${seconds} seconds.`;
  return new AppError('rate-limited', { detail, headers: { 'retry-after': String(seconds) } });
}

/**
 * Decides which image is next: that of the payer who has used least of the worker's time. So an
 * image of someone else waits for the one in work, not for all of a sender of slow ones.
 */
export class ImageTurns {
  readonly #elapsed: () => number;
  readonly #budgets: TimeBudgets;
  readonly #used: TimeBudgets;
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor({ atOnce, elapsed = monotonic }: Options) {
    this.#free = atOnce;
    this.#elapsed = elapsed;
    this.#budgets = new TimeBudgets({ ...BUDGET, elapsed });
    this.#used = new TimeBudgets({ ...MEMORY, elapsed });
  }

  /**
   * Works in turn. Each payer pays the time, also for what fails. Throws AppError `rate-limited`
   * if one has used up its time, `unavailable` if too many wait.
   */
  async run<T>(payers: readonly string[], work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin, refuse) => {
      this.#waiting.push({ payers, begin, refuse });
      this.#beginNext();
      if (this.#waiting.length > MAX_WAITING) this.#take((left, most) => left <= most)?.refuse(busy());
    });
    const began = this.#elapsed();
    try {
      return await work();
    } finally {
      const took = this.#elapsed() - began;
      for (const payer of payers) {
        this.#budgets.spend(payer, took);
        this.#used.spend(payer, took);
      }
      this.#free++;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    while (this.#free > 0) {
      const next = this.#take((left, most) => left > most);
      if (next === undefined) return;
      const pause = Math.max(...next.payers.map((payer) => this.#budgets.pause(payer)));
      if (pause >= 0) next.refuse(usedUp(pause));
      else {
        this.#free--;
        next.begin();
      }
    }
  }

  /** Takes the waiting image whose payers' time is better than that of all before it. */
  #take(isBetter: (left: number, best: number) => boolean): Waiting | undefined {
    let found: Waiting | undefined;
    let best = 0;
    for (const one of this.#waiting) {
      const left = Math.min(...one.payers.map((payer) => this.#used.left(payer)));
      if (found !== undefined && !isBetter(left, best)) continue;
      found = one;
      best = left;
    }
    if (found !== undefined) this.#waiting.splice(this.#waiting.indexOf(found), 1);
    return found;
  }
}
