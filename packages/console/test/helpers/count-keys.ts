import type { Page } from 'playwright-core';

declare global {
  /** Keys that went down in this page, also Shift and Ctrl. */
  var keysDown: number;
}

/** Counts the keys that go down in the page, until it loads again. */
export async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    globalThis.keysDown = 0;
    addEventListener('keydown', () => globalThis.keysDown++, { capture: true });
  });
  return () => page.evaluate(() => globalThis.keysDown);
}
