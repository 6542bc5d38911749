import type { Page } from 'playwright-core';

declare global {
  var keysDown: number;
}

export async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    globalThis.keysDown = 0;
    addEventListener('keydown', () => globalThis.keysDown++, { capture: true });
  });
  return () => page.evaluate(() => globalThis.keysDown);
}
