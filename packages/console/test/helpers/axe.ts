import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns one line for each element. `within`: where axe looks. */
export async function axeViolations(page: Page, within = page.locator('html')): Promise<string[]> {
  // Colours change during a transition.
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return within.evaluate(async (element) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // Else it also prepares what passed.
    const { violations } = await axe.run(element, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
  });
}
