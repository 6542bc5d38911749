import { AppError } from '../errors.ts';

interface Options {
  /** Running requests of one caller. */
  readonly maxRunning: number;
  /** Waiting requests of the same caller. */
  readonly maxQueued: number;
  /** A slot becomes free only in the next event loop turn: reads on SQLite are synchronous. */
  readonly perTurn: boolean;
  /** Makes the error if too many wait. Default: `rate-limited`. */
  readonly refusal?: () => AppError;
}

/** Limits how many requests of a caller run at once, so that others are not delayed. */
export function createConcurrencyLimiter({ maxRunning, maxQueued, perTurn, refusal }: Options) {
  /** How many requests of a key run. */
  const running = new Map<string, number>();
  const queues = new Map<string, (() => void)[]>();

  /** The next waiting request takes the slot. */
  function free(key: string): void {
    const queue = queues.get(key);
    const next = queue?.shift();
    if (queue?.length === 0) queues.delete(key);
    if (next !== undefined) return void next();
    const others = (running.get(key) ?? 1) - 1;
    if (others === 0) running.delete(key);
    else running.set(key, others);
  }

  return {
    /**
     * Takes a slot: `using slot = await limiter.enter(key)`. Waits if none is free.
     *
     * @throws AppError `refusal` if too many wait
     */
    async enter(key: string): Promise<Disposable> {
      const others = running.get(key) ?? 0;
      if (others < maxRunning) running.set(key, others + 1);
      else {
        const queue = queues.get(key) ?? [];
        if (queue.length >= maxQueued) throw refusal?.() ?? tooMany(maxRunning);
        queues.set(key, queue);
        await new Promise<void>((resolve) => queue.push(resolve));
      }
      return {
        [Symbol.dispose]: () => {
          if (perTurn) setImmediate(() => free(key));
          else free(key);
        },
      };
    },

    /** Whether a request waits for a slot. */
    waits: (key: string): boolean => queues.has(key),
  };
}

function tooMany(maxRunning: number): AppError {
  return new AppError('rate-limited', {
    detail: `At most ${maxRunning} of your requests run at the same time, and too many wait. Wait for responses before you send more.`,
    headers: { 'retry-after': '1' },
  });
}
