import { deepEqual, match } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const TIMEOUT_MS = 60_000;

async function reread<T>(read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
  for (const signal = AbortSignal.timeout(TIMEOUT_MS); !signal.aborted; await setTimeout(50)) {
    const value = await read();
    if (isExpected(value)) return value;
  }
  return read();
}

/** Reads a page that still changes, until it has this value. Fails after a minute. */
export async function until<T>(read: () => Promise<T>, expected: T, what = 'what was read'): Promise<void> {
  const value = await reread(read, (one) => isDeepStrictEqual(one, expected));
  deepEqual({ [what]: value }, { [what]: expected });
}

/** The same for a text, until it has this form. */
export async function untilMatch(read: () => Promise<string | null>, pattern: RegExp): Promise<void> {
  match((await reread(read, (value) => pattern.test(value ?? ''))) ?? '', pattern);
}
