import { deepEqual, equal, match } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';

const TIMEOUT_MS = 60_000;

async function reread<T>(read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
  for (const signal = AbortSignal.timeout(TIMEOUT_MS); !signal.aborted; await setTimeout(50)) {
    const value = await read();
    if (isExpected(value)) return value;
  }
  return read();
}

/** Fails after a minute. `label` names the value in the message. */
export async function until<T>(read: () => Promise<T>, expected: T, label = 'what was read'): Promise<void> {
  const value = await reread(read, (one) => isDeepStrictEqual(one, expected));
  deepEqual({ [label]: value }, { [label]: expected });
}

/** Fails after a minute. */
export async function untilMatch(read: () => Promise<string | null>, pattern: RegExp): Promise<void> {
  match((await reread(read, (value) => pattern.test(value ?? ''))) ?? '', pattern);
}

/** Reads once what would vanish by itself, such as a notice that must not come. */
export async function assertCount(locator: Locator, count: number): Promise<void> {
  equal(await locator.count(), count);
}
