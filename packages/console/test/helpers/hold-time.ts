import type { Page } from 'playwright-core';
import { UNDO_MS } from '../../src/data/outbox/outbox.ts';

declare global {
  /** Fires the timers that `holdTime` has held, and ends the hold. */
  var releaseTime: () => void;
}

/**
 * From now on the page starts no `setTimeout` of `fromMs` or more, and `Date.now` stands still. So a
 * slow machine has all the time to undo something. Timers that already run go on. Loading another
 * page ends the hold.
 *
 * @param fromMs shorter timers are not held
 * @returns fires all held timers at once, and ends the hold
 */
export async function holdTime(page: Page, fromMs = UNDO_MS): Promise<() => Promise<void>> {
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
    // The casts: the console gives only functions to setTimeout, and only ids to clearTimeout.
    globalThis.setTimeout = hold as typeof setTimeout;
    globalThis.clearTimeout = ((id?: number) => {
      held.delete(id);
      stop(id);
    }) as typeof clearTimeout;
    globalThis.releaseTime = () => {
      Date.now = now;
      globalThis.setTimeout = start;
      for (const [id, run] of held) if (held.delete(id)) run();
      globalThis.clearTimeout = stop;
    };
  }, fromMs);
  return () => page.evaluate(() => globalThis.releaseTime());
}
