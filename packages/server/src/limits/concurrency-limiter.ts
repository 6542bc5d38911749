import { AppError } from '../errors.ts';

interface Options {
  /** Requests of one caller that run at once. */
  readonly maxRunning: number;
  /** Further ones of the same caller that wait. */
  readonly maxQueued: number;
  /**
   * Whether a place becomes free only in the next turn of the event loop. Work that never waits, as reads on SQLite, would
   * otherwise fill the whole turn.
   */
  readonly perTurn: boolean;
  /** The refusal of a request for which there is no room in the queue; unless given, `rate-limited`. */
  readonly refusal?: () => AppError;
}

/** Bounds how many requests of one caller run at once, so that one caller never crowds out the others. */
export class ConcurrencyLimiter {
  readonly #options: Options;
  readonly #running = new Map<string, number>();
  readonly #queues = new Map<string, (() => void)[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Does `work` when it is this caller's turn. @throws AppError the refusal if too many wait already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (!this.begin(key)) await this.wait(key);
    try {
      return await work();
    } finally {
      this.end(key);
    }
  }

  /** Takes a place, if one is free. What begins must end. */
  begin(key: string): boolean {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#options.maxRunning) return false;
    this.#running.set(key, running + 1);
    return true;
  }

  /** Waits for a place where none is free. @throws AppError the refusal if too many wait already */
  async wait(key: string): Promise<void> {
    const { maxRunning, maxQueued, refusal = () => tooMany(maxRunning) } = this.#options;
    const queue = this.#queues.get(key) ?? [];
    if (queue.length >= maxQueued) throw refusal();
    this.#queues.set(key, queue);
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Gives a place back, to the next that waits if there is one. */
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
    detail: `At most ${maxRunning} of your requests run at once, and too many are waiting. Send more when some are answered.`,
    headers: { 'retry-after': '1' },
  });
}
