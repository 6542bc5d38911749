import type { Page } from 'playwright-core';

/**
 * Turns the mouse wheel, and waits until the page has scrolled and rendered. Without waiting, a slow
 * browser scrolls for several turns at once, and skips what is between them.
 */
export async function turnWheel(page: Page, pixels: number): Promise<void> {
  const scroll = await page.evaluateHandle(() => {
    const scroll = { isOver: false };
    const options = { capture: true, once: true };
    addEventListener('scroll', () => requestAnimationFrame(() => Object.assign(scroll, { isOver: true })), options);
    return scroll;
  });
  await page.mouse.wheel(0, pixels);
  await page.waitForFunction(({ isOver }) => isOver, scroll);
}
