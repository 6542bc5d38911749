import type { BrowserContext } from 'playwright-core';
import { queryRows } from '../../server/test/helpers/stored-rows.ts';
import { copyTicket } from '../../server/test/helpers/ticket-copies.ts';
import { giveSession, type Member, type Studio } from '../test/helpers/studio.ts';
import { type SlowNetwork, slowNetwork } from './slow-network.ts';

const SLOW = { latencyMs: 600, bytesPerSecond: 50 * 1024 };
const TICKETS = 20_000;
const TIMEOUT_MS = 120_000;

/** Copies the tickets until there are about TICKETS. */
export async function fillQueue({ databaseUrl }: Studio): Promise<void> {
  const tickets = await queryRows(databaseUrl, 'SELECT ticket_id FROM ticket');
  for (const { ticket_id } of tickets) {
    await copyTicket(databaseUrl, String(ticket_id), Math.ceil(TICKETS / tickets.length));
  }
}

/** In milliseconds, with what loaded until the first row. */
interface Visit {
  /** Until the text of the first ticket was painted. */
  readonly readable: number;
  /** Until its row was painted, with which the member can work. */
  readonly shown: number;
  readonly requests: number;
  readonly bytes: number;
}

/** Waits until the browser keeps the console. */
async function visit(context: BrowserContext, network: SlowNetwork): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const painted = (selector: string) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector(selector) === null) return;
          observer.disconnect();
          // The next task after a frame runs when it was painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
        });
        observer.observe(document, { childList: true, subtree: true });
      });
    const timing = globalThis as unknown as Record<'readable' | 'shown', Promise<number>>;
    timing.readable = painted('.first-paint-main p, #content li a');
    timing.shown = painted('#content li a');
  });
  network.reset();
  await page.goto('/queue', { waitUntil: 'commit' });
  const { at, ...times } = await page.evaluate(async () => {
    const timing = globalThis as unknown as Record<'readable' | 'shown', Promise<number>>;
    const [readable, shown] = await Promise.all([timing.readable, timing.shown]);
    return { readable, shown, at: performance.timeOrigin + shown };
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
  return { ...times, ...network.until(at) };
}

export interface Visits {
  readonly first: Visit;
  readonly returning: Visit;
  readonly opened: number;
}

/** Clicks the first ticket before the console is loaded. */
async function openEarly(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.goto('/queue', { waitUntil: 'commit' });
  await page.locator('.first-paint-main p').first().click();
  await page.locator('#conversation li').first().waitFor();
  return page.evaluate(() => performance.now());
}

/** @param t closes the network */
export async function slowVisits(
  t: { after(run: () => unknown): void },
  { browser, url }: Studio,
  member: Member,
): Promise<Visits> {
  const network = await slowNetwork(t, url, SLOW);
  const inNewBrowser = async <Result>(run: (context: BrowserContext) => Promise<Result>) => {
    const context = await browser.newContext({ baseURL: network.url, viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(TIMEOUT_MS);
    await giveSession(context, network.url, member);
    try {
      return await run(context);
    } finally {
      await context.close();
    }
  };
  const visits = await inNewBrowser(async (context) => {
    const first = await visit(context, network);
    return { first, returning: await visit(context, network) };
  });
  return { ...visits, opened: await inNewBrowser(openEarly) };
}
