import { setTimeout as sleep } from 'node:timers/promises';
import { alsoCountedAs, type CountedCaller, countedAs } from '../domain/counted-caller.ts';
import { MINUTE, monotonic, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { createTimeBudgets } from './time-budgets.ts';

/** At once: about ten counts of 100,000 tickets on SQLite. */
const BURST_MS = 500;
/** A read that would wait longer is refused. */
const MAX_WAIT_MS = 10 * SECOND;
/** The longest refusal. It pays for a read of a minute at 20 percent. */
const MAX_PAUSE_MS = 5 * MINUTE;
/** Running reads of all callers. */
const MAX_RUNNING = 4;
/** Of the time, for an admin and everybody they invited. */
const SHARE_OF_INVITED = 0.5;
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
export function createExpensiveReads({ percent, elapsed = monotonic, wait = sleep }: Options) {
  const share = percent / 100;
  const ofCaller = createConcurrencyLimiter({ maxRunning: 1, maxQueued: MAX_QUEUED, perTurn: true });
  const ofInviter = createConcurrencyLimiter({ maxRunning: MAX_RUNNING / 2, maxQueued: MAX_QUEUED, perTurn: true });
  const ofAll = createConcurrencyLimiter({ maxRunning: MAX_RUNNING, maxQueued: MAX_QUEUED, perTurn: true });
  const limits = { burstMs: BURST_MS, maxPauseMs: MAX_PAUSE_MS, elapsed };
  const budgets = createTimeBudgets({ ...limits, share });
  const budgetsOfInvited = createTimeBudgets({ ...limits, share: Math.max(SHARE_OF_INVITED, share) });

  async function waitOrRefuse(pause: number): Promise<void> {
    if (pause > MAX_WAIT_MS) throw refusal(pause);
    if (pause > 0) await wait(pause);
  }

  return {
    /**
     * Reads in turn. Throws AppError `rate-limited` if too many wait, or if this one would wait too
     * long, and `unauthorized` or `forbidden` if the access is no longer the same after the wait.
     */
    async run<T>(reader: CountedCaller, read: () => Promise<T>): Promise<T> {
      if (percent >= 100) return read();
      const caller = countedAs(reader);
      using _slotOfCaller = await ofCaller.enter(caller);
      await waitOrRefuse(budgets.pause(caller));
      using _slotOfInviter = await ofInviter.enter(reader.inviterId);
      await waitOrRefuse(budgetsOfInvited.pause(reader.inviterId));
      using _slotOfAll = await ofAll.enter('');
      await reader.checkAgain?.();
      const began = elapsed();
      try {
        return await read();
      } finally {
        const cost = elapsed() - began;
        for (const payer of [caller, alsoCountedAs(reader)]) if (payer !== undefined) budgets.spend(payer, cost);
        budgetsOfInvited.spend(reader.inviterId, cost);
      }
    },
  };
}

export type ExpensiveReads = ReturnType<typeof createExpensiveReads>;
