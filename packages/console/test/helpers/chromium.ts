import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { type After, afterGroup } from '../../../server/test/helpers/cleanup.ts';

/** A third less processor time than with windows. It shows no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** No requests of the browser itself. The sandbox does not work for root, which CI uses. */
const FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Pages would change processes while loading, a third of their processor time. Not for benchmarks.
 */
const LIMIT = process.env.TEST_ENGINE === undefined ? [] : ['--renderer-process-limit=1'];

/** Undefined: use Playwright's. */
function installed(kind: 'shell' | 'full'): string | undefined {
  const own = process.env.CHROMIUM;
  if (own !== undefined && !existsSync(own)) throw new Error(`CHROMIUM is ${own}, where there is no file`);
  return own ?? [...(kind === 'shell' ? [SHELL] : []), ...PATHS].find((path) => existsSync(path));
}

/**
 * `shell`: no windows, if installed; `full`: shows notifications. Throws Error if Chromium is
 * missing.
 */
export async function launchChromium(kind: 'shell' | 'full' = 'shell'): Promise<Browser> {
  const executablePath = installed(kind);
  try {
    return await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: kind === 'shell' ? [...FLAGS, ...LIMIT] : FLAGS,
    });
  } catch (error) {
    if (executablePath !== undefined) throw error;
    throw new Error(
      'No Chromium. Install it, for example with `apt-get install chromium` or `npx playwright-core install chromium --only-shell`, or name the one that there is in CHROMIUM.',
      { cause: error },
    );
  }
}

const shared = new Map<'shell' | 'full', Browser>();

/** A group's files share it. It restarts if it has ended. */
export async function sharedChromium(t: After, kind: 'shell' | 'full' = 'shell'): Promise<Browser> {
  const running = shared.get(kind);
  if (running?.isConnected()) return running;
  const browser = await launchChromium(kind);
  shared.set(kind, browser);
  afterGroup(t, () => browser.close());
  return browser;
}

/** A route that still waits would throw after the test. */
export async function closeContext(context: BrowserContext): Promise<void> {
  // One test's browser can be closed before its pages.
  if (!context.browser()?.isConnected()) return;
  await Promise.all([context, ...context.pages()].map((owner) => owner.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
