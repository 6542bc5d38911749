import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CONSOLE_PATHS } from '@player-support/contract/console-paths';
import type { BrowserContext, Page } from 'playwright-core';
import { buildWeb } from '../../../scripts/web-builds.mjs';
import { takeDemoPictures } from '../../demo/tools/picture.ts';
import { seed } from '../test/helpers/seed.ts';
import { giveSession, openStudio, settled } from '../test/helpers/studio.ts';
import { addRealWeek } from './real-week.ts';
import { withCleanup } from './with-cleanup.ts';

/** Every page with sample data, in both themes and three sizes. */

const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;
const THEMES = ['light', 'dark'] as const;
const README = ['queue-light-desktop', 'ticket-dark-desktop'];

const { values } = parseArgs({ options: { out: { type: 'string' }, readme: { type: 'boolean', default: false } } });
const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.resolve(values.out ?? path.join(root, values.readme ? 'docs/images' : 'screenshots'));

if (!buildWeb(process.execPath)) process.exit(1);
mkdirSync(folder, { recursive: true });
for (const file of await takeDemoPictures(folder, !values.readme)) console.log(file);
await withCleanup(async (t) => {
  const studio = await openStudio({}, t);
  const seeded = await seed(studio, 0);
  await addRealWeek(studio, seeded);
  const { token } = (await seeded.owner.call('POST', '/invitations', { email: 'grace@studio.example', role: 'agent' }))
    .body;

  async function take(page: Page, name: string): Promise<void> {
    if (values.readme && !README.includes(name)) return;
    await settled(page);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    console.log(path.join(folder, `${name}.png`));
  }

  const pages = CONSOLE_PATHS.filter((url) => !['/', '/settings', '/sign-in', '/join'].includes(url)).map((url) => {
    const name = url
      .replace(/\/\$\w+/, '')
      .slice(1)
      .replaceAll('/', '-')
      .replace(/^(ticket|player)s$/, '$1');
    return [name, url.replace('$ticketId', seeded.busyTicket).replace('$playerId', seeded.busyPlayer.id)] as const;
  });

  async function signedOut(context: BrowserContext, kind: string): Promise<void> {
    const page = await context.newPage();
    await page.goto('/sign-in');
    await take(page, `sign-in-${kind}`);
    await page.goto(`/join#${token}`);
    await take(page, `join-${kind}`);
    await page.close();
  }

  async function signedIn(context: BrowserContext, kind: string): Promise<void> {
    await giveSession(context, studio.url, seeded.owner);
    const page = await context.newPage();
    for (const [name, url] of pages) {
      await page.goto(url);
      await take(page, `${name}-${kind}`);
    }
    await page.goto(`/tickets/${seeded.busyTicket}`);
    await settled(page);
    await page.keyboard.press('m');
    await page.getByRole('dialog').getByRole('radio').check();
    await take(page, `merge-${kind}`);
    await page.goto('/queue');
    await settled(page);
    await page.keyboard.press('Shift+?');
    await take(page, `help-${kind}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await take(page, `commands-${kind}`);
  }

  for (const colorScheme of THEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await studio.browser.newContext({
        baseURL: studio.url,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        colorScheme,
        viewport,
        hasTouch: size !== 'desktop',
      });
      const kind = `${colorScheme}-${size}`;
      await signedOut(context, kind);
      await signedIn(context, kind);
      await context.close();
    }
  }
});
