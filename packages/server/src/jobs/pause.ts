import { setTimeout as sleep } from 'node:timers/promises';

/**
 * After a transaction a long job pauses for this many times as long: requests of players get about
 * 95 % of the time, also while much waits.
 */
const PAUSES = 19;
const MAX_PAUSE_MS = 5000;

/** Pauses after a transaction of a long job. It ends early if the job has to stop. */
export async function pauseAfter(milliseconds: number, signal: AbortSignal): Promise<void> {
  const pause = Math.min(MAX_PAUSE_MS, PAUSES * milliseconds);
  await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
}
