import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { buildWeb } from '../../../scripts/web-builds.mjs';
import { seed } from '../test/helpers/seed.ts';
import { giveSession, type Member, openStudio } from '../test/helpers/studio.ts';
import { fillQueue, slowVisits, type Visits } from './slow-visits.ts';
import { withCleanup } from './with-cleanup.ts';

/** Measures the console in a browser on this machine: `npm run bench:console`. */

const RUNS = 10;
/** A visit takes seconds there. */
const SLOW_RUNS = 5;
const KILOBYTE = 1024;
const DIST = path.resolve(import.meta.dirname, '../dist');

interface Figures {
  readonly title: string;
  /** For the median. */
  readonly limit: number;
  readonly unit: string;
  readonly values: readonly number[];
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' ');

function report({ title, limit, unit, values }: Figures): boolean {
  const isMet = median(values) <= limit;
  console.log(
    `${isMet ? 'met   ' : 'MISSED'}  ${title}: median ${median(values).toFixed(0)} ${unit} (limit ${limit}); ${rounded(values)}`,
  );
  return isMet;
}

/** Measures a visit with an empty cache: the first contentful paint, and when the queue shows. */
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
    // Later requests are prefetches.
    const needed = entries.filter(({ startTime }) => startTime < shown).map(({ name }) => new URL(name).pathname);
    return { shown, painted, needed };
  });
  await context.close();
  const bytes = timing.needed.map((script) => gzipSync(readFileSync(path.join(DIST, script))).length);
  return { ...timing, kilobytes: bytes.reduce((sum, one) => sum + one, 0) / KILOBYTE };
}

const METHODS = {
  Enter: { event: 'keydown', pause: 150 },
  click: { event: 'pointerdown', pause: 150 },
  'click at once': { event: 'pointerdown', pause: 0 },
} as const;

/** On the subject, where no button is. */
const position = { x: 120, y: 12 };

/** From the key or click to a frame with each part, in milliseconds. */
interface OpenTimes {
  readonly conversation: number;
  readonly textField: number;
}

/** Opens a ticket and goes back. */
async function openTicket(page: Page, method: keyof typeof METHODS, row: number): Promise<OpenTimes> {
  const { event, pause } = METHODS[method];
  const link = page.getByRole('main').getByRole('list').getByRole('link').nth(row);
  if (method === 'Enter') await link.focus();
  else if (pause > 0) await link.hover({ position });
  // The page prefetches the ticket while its subject is read.
  await setTimeout(pause);
  await page.evaluate((name) => {
    const timing = globalThis as unknown as { opened: Promise<OpenTimes> };
    const timeUntil = (selector: string, since: number) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = document.querySelector(selector) !== null;
          // The next task after a frame runs when it was painted.
          const done = () => void globalThis.setTimeout(() => resolve(performance.now() - since), 0);
          requestAnimationFrame(isThere ? done : look);
        };
        look();
      });
    timing.opened = new Promise((resolve) => {
      const begin = async ({ timeStamp }: Event) => {
        const parts = ['#conversation li', '#conversation ~ section textarea'];
        const [conversation = 0, textField = 0] = await Promise.all(parts.map((part) => timeUntil(part, timeStamp)));
        resolve({ conversation, textField });
      };
      document.addEventListener(name, begin, { capture: true, once: true });
    });
  }, event);
  if (method === 'Enter') await page.keyboard.press('Enter');
  else await link.click({ position });
  const times = await page.evaluate(() => (globalThis as unknown as { opened: Promise<OpenTimes> }).opened);
  await page.goBack();
  await link.waitFor();
  return times;
}

if (!buildWeb(process.execPath)) process.exit(1);
await withCleanup(async (t) => {
  const studio = await openStudio({}, t);
  const { owner } = await seed(studio, 60);
  const starts = [];
  for (let run = 0; run < RUNS; run++) starts.push(await coldStart(studio.browser, studio.url, owner));
  const results = [
    report({ title: 'first contentful paint, cold', limit: 500, unit: 'ms', values: starts.map((one) => one.painted) }),
    report({
      title: 'JavaScript of the queue, gzip',
      limit: 250,
      unit: 'KB',
      values: starts.map((one) => one.kilobytes),
    }),
  ];
  const shown = starts.map((one) => one.shown);
  console.log(`        queue shown, cold: median ${median(shown).toFixed(0)} ms; ${rounded(shown)}`);

  await fillQueue(studio);
  const context = await studio.browser.newContext({ baseURL: studio.url, viewport: { width: 1440, height: 900 } });
  await giveSession(context, studio.url, owner);
  const page = await context.newPage();
  // Warm: the browser has stored the console.
  await page.goto('/queue');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const method of Object.keys(METHODS) as (keyof typeof METHODS)[]) {
    // A new page, whose cache has no tickets.
    await page.goto('/queue');
    const times: OpenTimes[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await openTicket(page, method, run));
    const title = `a ticket of 20,000 opened by ${method}`;
    const values = times.map(({ conversation }) => conversation);
    results.push(report({ title, limit: 100, unit: 'ms', values }));
    const fieldTimes = times.map(({ textField }) => textField);
    console.log(
      `        ${title}, text field shown: median ${median(fieldTimes).toFixed(0)} ms; ${rounded(fieldTimes)}`,
    );
  }
  await context.close();

  const visits: Visits[] = [];
  for (let run = 0; run < SLOW_RUNS; run++) visits.push(await slowVisits(t, studio, owner));
  const rows = (name: 'first' | 'returning', readable: number, limit: number) => {
    const all = visits.map((one) => one[name]);
    const title = `${name} visit, 20,000 tickets, 600 ms, 50 KB/s`;
    return [
      report({
        title: `${title}: tickets readable`,
        limit: readable,
        unit: 'ms',
        values: all.map((one) => one.readable),
      }),
      report({ title: `${title}: queue shown`, limit, unit: 'ms', values: all.map(({ shown }) => shown) }),
      report({ title: `${title}: requests`, limit: 15, unit: 'requests', values: all.map(({ requests }) => requests) }),
      report({ title: `${title}: bytes`, limit: 250, unit: 'KB', values: all.map(({ bytes }) => bytes / KILOBYTE) }),
    ];
  };
  results.push(...rows('first', 4000, 8000), ...rows('returning', 1500, 1500));
  const opened = visits.map(({ opened }) => opened);
  console.log(
    `        first visit, a ticket clicked when readable is shown: median ${median(opened).toFixed(0)} ms; ${rounded(opened)}`,
  );
  process.exitCode = results.every(Boolean) ? 0 : 1;
});
