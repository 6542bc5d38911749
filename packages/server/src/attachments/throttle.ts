import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../domain/time.ts';

/** Waits until these bytes may follow those before them. */
export type Throttle = (bytes: number) => Promise<void>;

/** Shorter waits add up until they are this long, because timers are not exact. */
const MIN_WAIT_MS = 5;

/**
 * Limits how many bytes pass per second, of all callers together. Callers continue in the order in
 * which they came.
 */
export function createThrottle(bytesPerSecond: number): Throttle {
  /** When all bytes so far have passed, at this rate. */
  let passedAt = 0;
  return async (bytes) => {
    const now = performance.now();
    passedAt = Math.max(passedAt, now) + (bytes * SECOND) / bytesPerSecond;
    if (passedAt - now >= MIN_WAIT_MS) await sleep(passedAt - now);
  };
}
