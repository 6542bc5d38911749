import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../../scripts/console.mjs';
import { seed } from '../test/e2e/seed.ts';
import { giveSession, type Member, openStudio } from '../test/e2e/studio.ts';
import { cleaningUp } from './cleaning-up.ts';

/** How fast the console is in a browser on this machine: `npm run bench:console`. */

const RUNS = 10;
const KILOBYTE = 1024;
const DIST = path.resolve(import.meta.dirname, '../dist');

interface Figures {
  readonly what: string;
  readonly most: number;
  readonly unit: string;
  readonly values: readonly number[];
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Says a row of figures; whether their median is under the bound. */
function tell({ what, most, unit, values }: Figures): boolean {
  const good = median(values) < most;
  const all = values.map((value) => value.toFixed(0)).join(' ');
  console.log(
    `${good ? 'good' : 'BAD '}  ${what}: median ${median(values).toFixed(0)} ${unit} (under ${most}); ${all}`,
  );
  return good;
}

/** The first contentful paint and the scripts of a browser that has never been here. */
async function coldStart(browser: Browser, url: string, member: Member, address: string) {
  const context = await browser.newContext({ baseURL: url });
  await giveSession(context, url, member);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const shown = await page.evaluate(() => performance.now());
  await context.close();
  const bytes = [...scripts].map((script) => gzipSync(readFileSync(path.join(DIST, script))).length);
  return { paint, shown, kilobytes: bytes.reduce((sum, one) => sum + one, 0) / KILOBYTE };
}

/** From the key or the click to a frame with the ticket's conversation, in milliseconds. */
async function openTicket(page: Page, how: 'Enter' | 'click'): Promise<number> {
  await page.evaluate(
    (event) => {
      const timing = globalThis as unknown as { opened: Promise<number> };
      timing.opened = new Promise((resolve) => {
        document.addEventListener(
          event,
          ({ timeStamp }) => {
            const look = () => {
              const there = document.querySelector('[data-message-id]') !== null;
              // The next task after a frame: what the frame holds has been painted.
              if (there) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
              else requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true },
        );
      });
    },
    how === 'Enter' ? 'keydown' : 'pointerdown',
  );
  if (how === 'Enter') await page.keyboard.press('Enter');
  else await page.mouse.click(700, 300);
  return page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened);
}

if (!buildConsole(process.execPath)) process.exit(1);
await cleaningUp(async (t) => {
  const studio = await openStudio({}, t);
  const { owner } = await seed(studio, 40);
  const starts = [];
  for (let run = 0; run < RUNS; run++) starts.push(await coldStart(studio.browser, studio.url, owner, '/queue'));
  tell({ what: 'first contentful paint, cold cache', most: 500, unit: 'ms', values: starts.map(({ paint }) => paint) });
  tell({ what: 'queue shown, cold cache', most: 1500, unit: 'ms', values: starts.map(({ shown }) => shown) });
  tell({ what: 'JavaScript of the queue, gzip', most: 250, unit: 'KB', values: starts.map((one) => one.kilobytes) });
});
