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
export function createImageTurns({ atOnce, elapsed = monotonic }: Options) {
  const budgets = createTimeBudgets({ ...BUDGET, elapsed });
  const ranks = createTimeBudgets({ ...RANKING, elapsed });
  const waiting: WaitingImage[] = [];
  let free = atOnce;

  /** Returns what the payers of each image have left, read at one moment: equal for one payer. */
  function leftOfEach(): number[] {
    const now = elapsed();
    return waiting.map(({ payers }) => Math.min(...payers.map((payer) => ranks.left(payer, now))));
  }

  /** Takes the image to begin: the payer who has used least is next, with its oldest one. */
  function takeNext(): WaitingImage | undefined {
    const left = leftOfEach();
    return waiting.splice(left.indexOf(Math.max(...left)), 1)[0];
  }

  /** Takes the image to refuse: the newest one of the payer who has used most. */
  function takeLast(): WaitingImage | undefined {
    const left = leftOfEach();
    return waiting.splice(left.lastIndexOf(Math.min(...left)), 1)[0];
  }

  function beginNext(): void {
    while (free > 0) {
      const next = takeNext();
      if (next === undefined) return;
      const pause = Math.max(...next.payers.map(budgets.pause));
      if (pause >= 0) next.refuse(usedUp(pause));
      else {
        free--;
        next.begin();
      }
    }
  }

  return {
    /**
     * Works in turn. Each payer pays the time, also for what fails. Throws AppError `rate-limited`
     * if one has used up its time, `unavailable` if too many wait.
     */
    async run<T>(payers: readonly string[], work: () => Promise<T>): Promise<T> {
      await new Promise<void>((begin, refuse) => {
        waiting.push({ payers, begin, refuse });
        beginNext();
        if (waiting.length > MAX_WAITING) takeLast()?.refuse(busy());
      });
      const began = elapsed();
      try {
        return await work();
      } finally {
        const took = elapsed() - began;
        for (const payer of payers) for (const one of [budgets, ranks]) one.spend(payer, took);
        free++;
        beginNext();
      }
    },
  };
}
