import { deepEqual } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const TIMEOUT_MS = 60_000;

/** Reads a page that still changes, until it has this value. Fails after a minute. */
export async function until<T>(read: () => Promise<T>, expected: T): Promise<void> {
  for (const signal = AbortSignal.timeout(TIMEOUT_MS); !signal.aborted; await setTimeout(50)) {
    if (isDeepStrictEqual(await read(), expected)) return;
  }
  deepEqual(await read(), expected);
}
