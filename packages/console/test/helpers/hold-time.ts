import type { Page } from 'playwright-core';
import { UNDO_MS } from '../../src/data/outbox/outbox.ts';

declare global {
  /** Fires the held timers, and ends the hold. */
  var releaseTime: () => void;
}

/**
 * Stops `Date.now` and new timers of `fromMs` or more, until the page loads. Returns a function
 * that fires them.
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
    // The casts: the console gives setTimeout only functions, and clearTimeout only ids.
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
