import { HOUR, monotonic, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { TimeBudgets } from '../limits/time-budgets.ts';

/** Of one payer: about 20 photos at once, then one in four seconds. */
const BUDGET = { burstMs: 20 * SECOND, share: 0.25, maxPauseMs: 100 * SECOND };
/**
 * Of the order: used time counts for minutes. `FairTurns` forgets it once others have used as much:
 * then an image would wait for those of many slow senders.
 */
const RANKING = { burstMs: 60 * SECOND, share: 0.02, maxPauseMs: HOUR };
/**
 * Images of all payers. They wait as files on disk, so many can: of payers who have used nothing,
 * the newest is refused, and that may be an honest one.
 */
const MAX_WAITING = 200;

interface WaitingImage {
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
  readonly #ranks: TimeBudgets;
  readonly #waiting: WaitingImage[] = [];
  #free: number;

  constructor({ atOnce, elapsed = monotonic }: Options) {
    this.#free = atOnce;
    this.#elapsed = elapsed;
    this.#budgets = new TimeBudgets({ ...BUDGET, elapsed });
    this.#ranks = new TimeBudgets({ ...RANKING, elapsed });
  }

  /**
   * Works in turn. Each payer pays the time, also for what fails. Throws AppError `rate-limited`
   * if one has used up its time, `unavailable` if too many wait.
   */
  async run<T>(payers: readonly string[], work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin, refuse) => {
      this.#waiting.push({ payers, begin, refuse });
      this.#beginNext();
      if (this.#waiting.length > MAX_WAITING) this.#takeLast()?.refuse(busy());
    });
    const began = this.#elapsed();
    try {
      return await work();
    } finally {
      const took = this.#elapsed() - began;
      for (const payer of payers) {
        this.#budgets.spend(payer, took);
        this.#ranks.spend(payer, took);
      }
      this.#free++;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    while (this.#free > 0) {
      const next = this.#takeNext();
      if (next === undefined) return;
      const pause = Math.max(...next.payers.map((payer) => this.#budgets.pause(payer)));
      if (pause >= 0) next.refuse(usedUp(pause));
      else {
        this.#free--;
        next.begin();
      }
    }
  }

  /** Takes the image to begin: the payer who has used least is next, with its oldest one. */
  #takeNext(): WaitingImage | undefined {
    const left = this.#left();
    return this.#waiting.splice(left.indexOf(Math.max(...left)), 1)[0];
  }

  /** Takes the image to refuse: the newest one of the payer who has used most. */
  #takeLast(): WaitingImage | undefined {
    const left = this.#left();
    return this.#waiting.splice(left.lastIndexOf(Math.min(...left)), 1)[0];
  }

  /** Returns what the payers of each image have left, read at one moment: equal for one payer. */
  #left(): number[] {
    const now = this.#elapsed();
    return this.#waiting.map(({ payers }) => Math.min(...payers.map((payer) => this.#ranks.left(payer, now))));
  }
}
