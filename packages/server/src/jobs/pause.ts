import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A long job pauses this multiple of its transaction: players' requests get about 95 % of the time.
 */
const PAUSES = 19;
const MAX_PAUSE_MS = 5000;

/** Ends early if the job has to stop. */
export async function pauseAfter(milliseconds: number, signal: AbortSignal): Promise<void> {
  const pause = Math.min(MAX_PAUSE_MS, PAUSES * milliseconds);
  await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
}
