import type { Page } from 'playwright-core';
import { UNDO_MS } from '../../src/outbox/outbox.ts';

declare global {
  /** Lets the time of a page pass again. */
  var passTime: (() => void) | undefined;
}

/**
 * On the page, timers of UNDO_MS or more wait from now on, and `Date.now` stays. So a slow machine
 * has all the time to undo something.
 *
 * @returns lets the time pass: what waited happens at once
 */
export async function holdTime(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((longMs) => {
    const { setTimeout: start, clearTimeout: stop } = globalThis;
    const { now } = Date;
    const held = new Map<unknown, () => void>();
    const stoppedAt = now();
    Date.now = () => stoppedAt;
    const hold = (run: () => void, ms?: number, ...values: []) => {
      if (ms === undefined || ms < longMs) return start(run, ms, ...values);
      const id = start(() => {}, 2 ** 30);
      held.set(id, run);
      return id;
    };
    // The casts: the console gives functions to timers, and their ids back.
    globalThis.setTimeout = hold as typeof setTimeout;
    globalThis.clearTimeout = ((id?: number) => {
      held.delete(id);
      stop(id);
    }) as typeof clearTimeout;
    globalThis.passTime = () => {
      Object.assign(globalThis, { setTimeout: start, clearTimeout: stop });
      Date.now = now;
      for (const run of held.values()) run();
    };
  }, UNDO_MS);
  return () => page.evaluate(() => globalThis.passTime?.());
}
