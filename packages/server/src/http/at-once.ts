import { AppError } from '../errors.ts';

interface Options {
  /** Requests of one caller that are worked on at once. */
  readonly most: number;
  /** Further ones of the same caller that wait for their turn. */
  readonly waiting: number;
}

interface Caller {
  running: number;
  readonly waiting: (() => void)[];
}

/** Bounds what one caller has the server do at once, so that many requests of one never crowd out those of others. */
export class AtOnce {
  readonly #options: Options;
  readonly #callers = new Map<string, Caller>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Does `work` when it is this caller's turn. @throws AppError `rate-limited` if too many wait already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const caller = this.#callers.get(key) ?? { running: 0, waiting: [] };
    const { most, waiting } = this.#options;
    if (caller.running >= most) {
      if (caller.waiting.length >= waiting) {
        throw new AppError('rate-limited', {
          detail: `At most ${most} of your requests are worked on at once. Wait for their answers.`,
          headers: { 'retry-after': '1' },
        });
      }
      await new Promise<void>((resolve) => caller.waiting.push(resolve));
    } else {
      caller.running++;
      this.#callers.set(key, caller);
    }
    try {
      return await work();
    } finally {
      // In the next turn of the event loop: work that never waits would take all of this one.
      setImmediate(() => this.#done(key, caller));
    }
  }

  #done(key: string, caller: Caller): void {
    const next = caller.waiting.shift();
    if (next === undefined) caller.running--;
    else next();
    if (caller.running === 0) this.#callers.delete(key);
  }
}
