import { AppError } from '../errors.ts';

interface Options {
  /** Requests of one caller that may run at the same time. */
  readonly maxRunning: number;
  /** Further requests of the same caller that may wait. */
  readonly maxQueued: number;
  /**
   * Whether a place becomes free only in the next turn of the event loop. Reads on SQLite never
   * wait, so without this one caller could fill a whole turn.
   */
  readonly perTurn: boolean;
  /** The error if too many wait. The default is `rate-limited`. */
  readonly refusal?: () => AppError;
}

/** Limits how many requests of one caller run at the same time, so that others get their share. */
export class ConcurrencyLimiter {
  readonly #options: Options;
  readonly #running = new Map<string, number>();
  readonly #queues = new Map<string, (() => void)[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Runs `work` when this caller has a place. @throws AppError `refusal` if too many wait */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (!this.begin(key)) await this.wait(key);
    try {
      return await work();
    } finally {
      this.end(key);
    }
  }

  /** Takes a place if one is free. Give it back with `end`. */
  begin(key: string): boolean {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#options.maxRunning) return false;
    this.#running.set(key, running + 1);
    return true;
  }

  /**
   * Waits for a place. Give it back with `end`.
   *
   * @throws AppError `refusal` if too many wait
   */
  async wait(key: string): Promise<void> {
    const { maxRunning, maxQueued, refusal = () => tooMany(maxRunning) } = this.#options;
    const queue = this.#queues.get(key) ?? [];
    if (queue.length >= maxQueued) throw refusal();
    this.#queues.set(key, queue);
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Gives a place back. The next request that waits takes it. */
  end(key: string): void {
    if (this.#options.perTurn) setImmediate(() => this.#next(key));
    else this.#next(key);
  }

  #next(key: string): void {
    const queue = this.#queues.get(key);
    const next = queue?.shift();
    if (queue?.length === 0) this.#queues.delete(key);
    if (next !== undefined) {
      next();
      return;
    }
    const running = (this.#running.get(key) ?? 1) - 1;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}

function tooMany(maxRunning: number): AppError {
  return new AppError('rate-limited', {
    detail: `At most ${maxRunning} of your requests run at the same time, and too many wait. Send more after some responses.`,
    headers: { 'retry-after': '1' },
  });
}
