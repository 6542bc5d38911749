import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../domain/time.ts';

/** Waits until these bytes may pass. */
export type Throttle = (bytes: number) => Promise<void>;

/** Shorter waits add up to this, because timers are not exact. */
const MIN_WAIT_MS = 5;

/** Limits the bytes per second of all callers together, who continue in the order of arrival. */
export function createThrottle(bytesPerSecond: number): Throttle {
  /** When all bytes so far have passed, at this rate. */
  let passedAt = 0;
  return async (bytes) => {
    const now = performance.now();
    passedAt = Math.max(passedAt, now) + (bytes * SECOND) / bytesPerSecond;
    if (passedAt - now >= MIN_WAIT_MS) await sleep(passedAt - now);
  };
}
