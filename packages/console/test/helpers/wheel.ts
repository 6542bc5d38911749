import type { Page } from 'playwright-core';

/** Waits for scrolling and rendering: a slow browser joins turns. */
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
