import { setTimeout as sleep } from 'node:timers/promises';
import { alsoCountedAs, type CountedCaller, countedAs } from '../domain/counted-caller.ts';
import { MINUTE, monotonic, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { TimeBudgets } from './time-budgets.ts';

/** At once: about ten counts of 100,000 tickets on SQLite. */
const BURST_MS = 500;
/** A read that would wait longer is refused. */
const MAX_WAIT_MS = 10 * SECOND;
/** The longest refusal. It pays for a read of a minute at 20 percent. */
const MAX_PAUSE_MS = 5 * MINUTE;
/** Running reads of all callers. */
const MAX_RUNNING = 4;
/** More than members and keys of members that can wait: each has at most `teamRequestsAtOnce`. */
const MAX_QUEUED = 10_000;

interface Options {
  /** The caller's share of time, in percent. 100: no limit. */
  readonly percent: number;
  /** Monotonic milliseconds. */
  readonly elapsed?: () => number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

function refusal(pause: number): AppError {
  return new AppError('rate-limited', {
    detail: 'Your reads took too long. Try again later.',
    headers: { 'retry-after': String(Math.ceil(pause / SECOND)) },
  });
}

/**
 * Limits a caller's reads by their time: on SQLite, a read stops everything else. One read of a
 * caller runs at a time. It may use more than is left, and the next one waits until that is paid.
 */
export class ExpensiveReads {
  readonly #ofCaller = new ConcurrencyLimiter({ maxRunning: 1, maxQueued: MAX_QUEUED, perTurn: true });
  readonly #ofAll = new ConcurrencyLimiter({ maxRunning: MAX_RUNNING, maxQueued: MAX_QUEUED, perTurn: true });
  readonly #budgets: TimeBudgets;
  readonly #share: number;
  readonly #elapsed: () => number;
  readonly #wait: (milliseconds: number) => Promise<unknown>;

  constructor({ percent, elapsed = monotonic, wait = sleep }: Options) {
    this.#share = percent / 100;
    this.#budgets = new TimeBudgets({ burstMs: BURST_MS, share: this.#share, maxPauseMs: MAX_PAUSE_MS, elapsed });
    this.#elapsed = elapsed;
    this.#wait = wait;
  }

  /**
   * Reads in turn. Throws AppError `rate-limited` if too many wait, or if this one would wait too
   * long, and `unauthorized` or `forbidden` if the access is no longer the same after the wait.
   */
  async run<T>(reader: CountedCaller, read: () => Promise<T>): Promise<T> {
    if (this.#share >= 1) return read();
    const caller = countedAs(reader);
    using _slotOfCaller = await this.#ofCaller.enter(caller);
    const pause = this.#budgets.pause(caller);
    if (pause > MAX_WAIT_MS) throw refusal(pause);
    if (pause > 0) await this.#wait(pause);
    using _slotOfAll = await this.#ofAll.enter('');
    await reader.checkAgain?.();
    const began = this.#elapsed();
    try {
      return await read();
    } finally {
      const cost = this.#elapsed() - began;
      for (const payer of [caller, alsoCountedAs(reader)]) if (payer !== undefined) this.#budgets.spend(payer, cost);
    }
  }
}
