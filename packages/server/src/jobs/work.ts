import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../operations/context.ts';

/** What jobs get. */
export interface Work extends Pick<Context, 'store' | 'live' | 'clock'> {
  /** Rows per transaction. Players' requests wait, so it must be short. */
  readonly limit: number;
  readonly stopping: () => boolean;
}

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
