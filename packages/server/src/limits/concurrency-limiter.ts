import { AppError } from '../errors.ts';

interface Options {
  /** Requests of one caller that may run at the same time. */
  readonly maxRunning: number;
  /** Further requests of the same caller that may wait. */
  readonly maxQueued: number;
  /**
   * Whether a slot becomes free only in the next turn of the event loop. Reads on SQLite are
   * synchronous, so without this one caller could use a whole turn.
   */
  readonly perTurn: boolean;
  /** The error if too many wait. The default is `rate-limited`. */
  readonly refusal?: () => AppError;
}

/** Limits how many requests of one caller run at the same time, so that others are not delayed. */
export class ConcurrencyLimiter {
  readonly #options: Options;
  readonly #running = new Map<string, number>();
  readonly #queues = new Map<string, (() => void)[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Runs `work` when this caller has a free slot. @throws AppError `refusal` if too many wait */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    // Without a pause: work with a free slot begins at once.
    if (!this.begin(key)) await this.wait(key);
    using _slot = this.#slot(key);
    return await work();
  }

  /**
   * Waits for a slot, which is free again when it is disposed.
   *
   * @throws AppError `refusal` if too many wait
   */
  async enter(key: string): Promise<Disposable> {
    if (!this.begin(key)) await this.wait(key);
    return this.#slot(key);
  }

  /** Takes a slot if one is free. Release it with `end`. */
  begin(key: string): boolean {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#options.maxRunning) return false;
    this.#running.set(key, running + 1);
    return true;
  }

  /**
   * Waits for a slot and takes it. Release it with `end`.
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

  /** Releases a slot. The next waiting request takes it. */
  end(key: string): void {
    if (this.#options.perTurn) setImmediate(() => this.#next(key));
    else this.#next(key);
  }

  #slot(key: string): Disposable {
    return { [Symbol.dispose]: () => this.end(key) };
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
    detail: `At most ${maxRunning} of your requests run at the same time, and too many wait. Wait for responses before you send more.`,
    headers: { 'retry-after': '1' },
  });
}
