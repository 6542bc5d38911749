import { HOUR, monotonic, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { createTimeBudgets } from '../limits/time-budgets.ts';

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

/** Images with a higher cost are slow. They never keep a quick one waiting. */
export const QUICK_MS = 1500;
type Lane = 'quick' | 'slow';

interface WaitingImage {
  readonly payers: readonly string[];
  /** Expected milliseconds. */
  readonly cost: number;
  readonly lane: Lane;
  readonly begin: () => void;
  readonly refuse: (error: AppError) => void;
}

interface Options {
  /** In each lane. */
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
 * Decides which image is next: that of the payer who will then have used least of the worker's
 * time. So a small image does not wait for slow ones, however many senders they have.
 */
export function createImageTurns({ atOnce, elapsed = monotonic }: Options) {
  const budgets = createTimeBudgets({ ...BUDGET, elapsed });
  const ranks = createTimeBudgets({ ...RANKING, elapsed });
  const waiting: WaitingImage[] = [];
  const free: Record<Lane, number> = { quick: atOnce, slow: atOnce };

  /**
   * Returns what the payers of each image will have left after it. All are read at one moment, so
   * images of one payer with the same cost are equal.
   */
  function leftOfEach(images: readonly WaitingImage[]): number[] {
    const now = elapsed();
    return images.map(({ payers, cost }) => Math.min(...payers.map((payer) => ranks.left(payer, now))) - cost);
  }

  /** Takes the image to begin: it leaves its payers most. Of equal ones, the oldest. */
  function takeNext(lane: Lane): WaitingImage | undefined {
    const images = waiting.filter((one) => one.lane === lane);
    const left = leftOfEach(images);
    const next = images[left.indexOf(Math.max(...left))];
    if (next !== undefined) waiting.splice(waiting.indexOf(next), 1);
    return next;
  }

  /** Takes the image to refuse: it would leave its payers least. Of equal ones, the newest. */
  function takeLast(): WaitingImage | undefined {
    const left = leftOfEach(waiting);
    return waiting.splice(left.lastIndexOf(Math.min(...left)), 1)[0];
  }

  function beginNext(lane: Lane): void {
    while (free[lane] > 0) {
      const next = takeNext(lane);
      if (next === undefined) return;
      const pause = Math.max(...next.payers.map(budgets.pause));
      if (pause >= 0) next.refuse(usedUp(pause));
      else {
        free[lane]--;
        next.begin();
      }
    }
  }

  return {
    /**
     * Works in turn. Each payer pays the time, also for what fails. `cost`: expected milliseconds.
     * Throws AppError `rate-limited` if one has used up its time, `unavailable` if too many wait.
     */
    async run<T>(payers: readonly string[], cost: number, work: () => Promise<T>): Promise<T> {
      const lane = cost > QUICK_MS ? 'slow' : 'quick';
      await new Promise<void>((begin, refuse) => {
        waiting.push({ payers, cost, lane, begin, refuse });
        beginNext(lane);
        if (waiting.length > MAX_WAITING) takeLast()?.refuse(busy());
      });
      const began = elapsed();
      try {
        return await work();
      } finally {
        const took = elapsed() - began;
        for (const payer of payers) for (const one of [budgets, ranks]) one.spend(payer, took);
        free[lane]++;
        beginNext(lane);
      }
    },
  };
}
