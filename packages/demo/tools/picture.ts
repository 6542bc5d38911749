import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../console/test/helpers/chromium.ts';
import { startDemo } from '../src/demo.ts';

const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

/** Plays the demo up to the third answer, with one lost answer. */
async function play(page: Page): Promise<void> {
  const game = page.frameLocator('.game iframe');
  const console = page.frameLocator('.console iframe');
  const panel = game.getByRole('dialog');
  await game.locator('.launcher').click();
  await panel.locator('[data-key=new]').click();
  await panel.locator('#subject').fill('The harbour bell is silent');
  await panel.locator('#message').fill('I came back with 12 lanterns, but the bell in the harbour did not ring.');
  await panel.locator('.footer .primary').click();
  await console.getByText('The harbour bell is silent').first().click();
  await panel.locator('.message:not(.own)').first().waitFor();
  await panel.locator('#reply').fill('It rang now. Thank you!');
  await panel.locator('.send').click();
  await panel.locator('.message:not(.own)').nth(1).waitFor();
  await page.getByRole('button', { name: 'Lose every second answer' }).click();
  await panel.locator('#reply').fill('One more thing: which boat is the fastest?');
  await panel.locator('.send').click();
  await page.getByText('answer lost').first().waitFor();
  await panel.locator('.message:not(.own)').nth(2).waitFor();
  await page.getByText('Nothing is lost').waitFor();
  await console.getByText('which boat is the fastest').first().waitFor();
  await panel.locator('.header .icon-button').last().click();
  await game.locator('.launcher').waitFor();
  // The game goes on.
  await page.waitForFunction(() => document.querySelectorAll('#requests .write').length >= 4);
}

/** `all`: one of each size, before and after the answer. Returns the files. */
export async function takeDemoPictures(folder: string, all: boolean): Promise<string[]> {
  const demo = await startDemo(0);
  const browser = await launchChromium();
  const files: string[] = [];
  try {
    const page = await browser.newPage({ viewport: SIZES.desktop, colorScheme: 'light', locale: 'en-GB' });
    page.setDefaultTimeout(60_000);
    const take = async (name: string) => {
      const file = path.join(folder, `${name}.png`);
      await page.screenshot({ path: file });
      files.push(file);
    };
    const takeSizes = async (name: string) => {
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        await take(`${name}-${size}`);
      }
      await page.setViewportSize(SIZES.desktop);
    };
    await page.goto(demo.link);
    await page.frameLocator('.game iframe').locator('.launcher').waitFor();
    await page.frameLocator('.console iframe').getByRole('heading', { level: 1 }).waitFor();
    if (all) await takeSizes('demo-start');
    await play(page);
    await take('demo');
    if (all) await takeSizes('demo-answer');
  } finally {
    await browser.close();
    await demo.stop();
  }
  return files;
}
