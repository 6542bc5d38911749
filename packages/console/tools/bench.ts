import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../../scripts/console.mjs';
import { seed } from '../test/helpers/seed.ts';
import { giveSession, type Member, openStudio } from '../test/helpers/studio.ts';
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

const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' ');

/** Says a row of figures; whether their median is under the bound. */
function tell({ what, most, unit, values }: Figures): boolean {
  const good = median(values) < most;
  const all = values.map((value) => value.toFixed(0)).join(' ');
  console.log(
    `${good ? 'good' : 'BAD '}  ${what}: median ${median(values).toFixed(0)} ${unit} (under ${most}); ${all}`,
  );
  return good;
}

/** A visit of a browser that has never been here: its first contentful paint, and what the queue took. */
async function coldStart(browser: Browser, url: string, member: Member) {
  const context = await browser.newContext({ baseURL: url });
  await giveSession(context, url, member);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const timing = globalThis as unknown as { shown: Promise<number>; painted: Promise<number> };
    timing.shown = new Promise((resolve) => {
      new MutationObserver(() => {
        if (document.querySelector('h1') !== null) resolve(performance.now());
      }).observe(document, { childList: true, subtree: true });
    });
    timing.painted = new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntriesByName('first-contentful-paint');
        if (entry !== undefined) resolve(entry.startTime);
      }).observe({ type: 'paint', buffered: true });
    });
  });
  await page.goto('/queue');
  const timing = await page.evaluate(async () => {
    const promised = globalThis as unknown as { shown: Promise<number>; painted: Promise<number> };
    const [shown, painted] = await Promise.all([promised.shown, promised.painted]);
    const entries = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    // What began later is read ahead, for the pages that one may go to.
    const needed = entries.filter(({ startTime }) => startTime < shown).map(({ name }) => new URL(name).pathname);
    return { shown, painted, needed };
  });
  await context.close();
  const bytes = timing.needed.map((script) => gzipSync(readFileSync(path.join(DIST, script))).length);
  return { ...timing, kilobytes: bytes.reduce((sum, one) => sum + one, 0) / KILOBYTE };
}

/** How a ticket is opened: the event that begins it, and what brings it about. */
const WAYS = {
  Enter: { event: 'keydown', rest: 150 },
  click: { event: 'pointerdown', rest: 150 },
  'click at once': { event: 'pointerdown', rest: 0 },
} as const;

/** From the key or the click to a frame that shows the conversation of that row's ticket, in milliseconds. */
async function openTicket(page: Page, way: keyof typeof WAYS, row: number): Promise<number> {
  const { event, rest } = WAYS[way];
  const link = page.getByRole('main').getByRole('list').getByRole('link').nth(row);
  if (way === 'Enter') await link.focus();
  else if (rest > 0) await link.hover();
  // As long as somebody reads a subject: the page reads ahead meanwhile.
  await setTimeout(rest);
  await page.evaluate((name) => {
    const timing = globalThis as unknown as { opened: Promise<number> };
    timing.opened = new Promise((resolve) => {
      const begin = ({ timeStamp }: Event) => {
        const look = () => {
          const isThere = document.querySelector('#conversation li') !== null;
          // The next task after a frame: what the frame holds has been painted.
          const tell = () => void globalThis.setTimeout(() => resolve(performance.now() - timeStamp), 0);
          requestAnimationFrame(isThere ? tell : look);
        };
        look();
      };
      document.addEventListener(name, begin, { capture: true, once: true });
    });
  }, event);
  if (way === 'Enter') await page.keyboard.press('Enter');
  else await link.click();
  const milliseconds = await page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened);
  await page.goBack();
  await link.waitFor();
  return milliseconds;
}

if (!buildConsole(process.execPath)) process.exit(1);
await cleaningUp(async (t) => {
  const studio = await openStudio({}, t);
  const { owner } = await seed(studio, 60);
  const starts = [];
  for (let run = 0; run < RUNS; run++) starts.push(await coldStart(studio.browser, studio.url, owner));
  const good = [
    tell({ what: 'first contentful paint, cold', most: 500, unit: 'ms', values: starts.map((one) => one.painted) }),
    tell({ what: 'JavaScript of the queue, gzip', most: 250, unit: 'KB', values: starts.map((one) => one.kilobytes) }),
  ];
  const shown = starts.map((one) => one.shown);
  console.log(`      queue shown, cold: median ${median(shown).toFixed(0)} ms; ${rounded(shown)}`);

  const context = await studio.browser.newContext({ baseURL: studio.url, viewport: { width: 1440, height: 900 } });
  await giveSession(context, studio.url, owner);
  const page = await context.newPage();
  for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
    // A page of its own for each: nothing is known of its tickets yet.
    await page.goto('/queue');
    const values: number[] = [];
    for (let run = 0; run < RUNS; run++) values.push(await openTicket(page, way, run));
    good.push(tell({ what: `a ticket opened by ${way}`, most: 100, unit: 'ms', values }));
  }
  process.exitCode = good.every(Boolean) ? 0 : 1;
});
