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
export class ConcurrencyLimiter {
  readonly #options: Options;
  readonly #running = new Map<string, number>();
  readonly #queues = new Map<string, (() => void)[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Takes a slot: `using slot = await limiter.enter(key)`. Waits if none is free.
   *
   * @throws AppError `refusal` if too many wait
   */
  async enter(key: string): Promise<Disposable> {
    const { maxRunning, maxQueued, perTurn, refusal = () => tooMany(maxRunning) } = this.#options;
    const running = this.#running.get(key) ?? 0;
    if (running < maxRunning) this.#running.set(key, running + 1);
    else {
      const queue = this.#queues.get(key) ?? [];
      if (queue.length >= maxQueued) throw refusal();
      this.#queues.set(key, queue);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    return {
      [Symbol.dispose]: () => {
        if (perTurn) setImmediate(() => this.#free(key));
        else this.#free(key);
      },
    };
  }

  /** Whether a request waits for a slot. */
  waits = (key: string): boolean => this.#queues.has(key);

  /** The next waiting request takes the slot. */
  #free(key: string): void {
    const queue = this.#queues.get(key);
    const next = queue?.shift();
    if (queue?.length === 0) this.#queues.delete(key);
    if (next !== undefined) return void next();
    const running = (this.#running.get(key) ?? 1) - 1;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}

function tooMany(maxRunning: number): AppError {
  return new AppError('rate-limited', {
    detail: `At most ${maxRunning} of your requests run at the same time, and too many wait. Wait for responses before you send more.`,
    headers: { 'retry-after': '1' },
  });
}
