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
}

interface Caller {
  running: number;
  readonly queue: (() => void)[];
}

/** Bounds how many requests of one caller run at once, so that one caller never crowds out the others. */
export class ConcurrencyLimiter {
  readonly #options: Options;
  readonly #callers = new Map<string, Caller>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Does `work` when it is this caller's turn. @throws AppError `rate-limited` if too many wait already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const caller = this.#callers.get(key) ?? { running: 0, queue: [] };
    const { maxRunning, maxQueued, perTurn } = this.#options;
    if (caller.running >= maxRunning) {
      if (caller.queue.length >= maxQueued) throw tooMany(maxRunning);
      await new Promise<void>((resolve) => caller.queue.push(resolve));
    } else {
      caller.running++;
      this.#callers.set(key, caller);
    }
    try {
      return await work();
    } finally {
      if (perTurn) setImmediate(() => this.#done(key, caller));
      else this.#done(key, caller);
    }
  }

  #done(key: string, caller: Caller): void {
    const next = caller.queue.shift();
    if (next === undefined) caller.running--;
    else next();
    if (caller.running === 0) this.#callers.delete(key);
  }
}

function tooMany(maxRunning: number): AppError {
  return new AppError('rate-limited', {
    detail: `At most ${maxRunning} of your requests run at once, and too many are waiting. Send more when some are answered.`,
    headers: { 'retry-after': '1' },
  });
}
