import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_PATHS } from '@player-support/contract/console-paths';
import type { Locator, Page } from 'playwright-core';
import { aPlayer, aTicket, mergeTicket, team } from '../../../server/test/helpers/builders.ts';
import { fileAfter } from '../../../server/test/helpers/cleanup.ts';
import { aKnownIssue, answerAll, link } from '../../../server/test/helpers/known-issues.ts';
import { aReceiver } from '../../../server/test/helpers/notifications.ts';
import { answerWith } from '../../../server/test/helpers/player-data.ts';
import { CATALOGUES } from '../../src/i18n/catalogues.ts';
import { axeViolations } from './axe.ts';
import { SAMPLE_DATA } from './sample-data.ts';
import { seed } from './seed.ts';
import { follow, openStudio, PASSWORD, settled } from './studio.ts';

const studio = await openStudio({ WEBHOOK_ALLOW_PRIVATE: 'on' });
const { owner, project, busyTicket, busyPlayer } = await seed(studio, 12);
const merger = await aPlayer(studio, project, { context: { locale: 'de' } });
const [mergedTicket, mergeTarget] = [await aTicket(studio, merger), await aTicket(studio, merger)];
await mergeTicket(studio, mergedTicket, mergeTarget);
const issue = {
  builds: ['2.4.1'],
  fixedInBuild: '2.4.2',
  notes: { en: 'We know.' },
  links: [{ title: 'GAME-1', url: 'https://tracker.example/GAME-1' }],
};
const knownIssue = await aKnownIssue(studio, project, issue);
await link(studio, knownIssue, busyTicket);
await answerAll(studio, knownIssue);
const mention = { message: `@${owner.name} look`, mentions: [owner.id] };
await team(studio, 'POST', `/tickets/${busyTicket}/notes`, mention);
const NESTED = {
  any: [
    { field: 'priority', is: ['urgent'] },
    {
      all: [
        { field: 'tag', not: ['x'] },
        { field: 'created', longer: 60 },
      ],
    },
  ],
};
const view = { name: 'Kraken', base: 'all', filter: JSON.stringify(NESTED), role: 'viewer' };
const { id: viewId } = (await owner.call('POST', '/views', view)).body;
const search = { name: 'Airships', base: 'all', q: 'castle', filter: JSON.stringify(NESTED), role: 'viewer' };
await owner.call('POST', '/views', search);
const receiver = await aReceiver(fileAfter);
receiver.answer = answerWith(SAMPLE_DATA);
await team(studio, 'PATCH', `/projects/${project.id}/player-data`, { url: receiver.url });
const PAGES = [
  ...CONSOLE_PATHS,
  `/tickets/${mergedTicket}`,
  `/tickets/${mergeTarget}`,
  '/queue?view=all&type=bug',
  '/queue?saved=$viewId',
  // The saved view lacks this filter.
  '/queue?saved=$viewId&view=all&type=bug',
  '/queue?saved=viw_gone',
  `/search?q=castle&filter=${encodeURIComponent(JSON.stringify(NESTED))}`,
].filter((path) => !['/', '/settings', '/sign-in', '/join'].includes(path));
const address = (path: string) =>
  path
    .replace('$viewId', viewId)
    .replace('$ticketId', busyTicket)
    .replace('$playerId', busyPlayer.id)
    .replace('$projectId', project.id)
    .replace('$knownIssueId', knownIssue);

interface Size {
  readonly width: number;
  readonly height: number;
}
export const DESKTOP: Size = { width: 1440, height: 900 };
export const TABLET: Size = { width: 1024, height: 768 };
export const PHONE: Size = { width: 390, height: 844 };

type Layer = readonly [name: string, path: string, open: (page: Page) => Promise<void>, there: (page: Page) => Locator];
const dialog = (page: Page) => page.getByRole('dialog');
const menu = (page: Page) => page.getByRole('menu');
const option = (page: Page) => page.getByRole('option').first();
const firstCombobox = (page: Page) => page.getByRole('main').getByRole('combobox').click();
const row = (page: Page, at: number) => page.getByRole('main').getByRole('listitem').nth(at);
const firstButton = (page: Page) => page.getByRole('main').getByRole('button').first().click();

/** Dialogs and menus: page, how to open it, and an element in it. */
const LAYERS: readonly Layer[] = [
  ['the help', '/queue', (page) => page.keyboard.press('Shift+?'), dialog],
  ['the search for commands', '/queue', (page) => page.keyboard.press('Control+k'), dialog],
  ['the account menu', '/queue', (page) => page.locator('header button[aria-haspopup=menu]').click(), menu],
  ['the projects', '/queue', (page) => page.locator('.project-switcher').click(), menu],
  ['the order', '/queue', (page) => page.keyboard.press('s'), menu],
  ['the filters', '/queue', (page) => page.keyboard.press('f'), dialog],
  ['a nested filter', '/queue?saved=$viewId', (page) => page.locator('.nested-filter-text').click(), dialog],
  ['a new saved view', '/queue?view=all&type=bug', (page) => page.locator('.view-save').click(), dialog],
  [
    'the actions for selected tickets',
    '/queue',
    (page) => page.getByRole('main').getByRole('checkbox').first().click(),
    (page) => page.locator('.queue-bulk'),
  ],
  ['the priority', '/tickets/$ticketId', (page) => page.keyboard.press('p'), menu],
  ['a snooze', '/tickets/$ticketId', (page) => page.keyboard.press('z'), dialog],
  ['a merge', '/tickets/$ticketId', (page) => page.keyboard.press('m'), dialog],
  ['the tags', '/tickets/$ticketId', (page) => page.keyboard.press('t'), (page) => page.locator('input:focus')],
  ['a note with a macro', '/tickets/$ticketId', writeMacro, option],
  [
    'a reply with changes',
    '/tickets/$ticketId',
    replyWithChanges,
    (page) => page.locator('.mantine-Pill-remove').first(),
  ],
  ['the password for a second factor', '/settings/security', firstButton, dialog],
  ['a second factor', '/settings/security', beginTotp, (page) => page.getByRole('main').locator('[role=img]')],
  ['an invitation', '/settings/members', firstButton, dialog],
  ['a new macro', '/settings/macros', firstButton, dialog],
  ['the first macros', '/settings/macros', (page) => page.getByRole('main').getByRole('button').nth(1).click(), dialog],
  ['a renamed tag', '/settings/tags', firstButton, dialog],
  ['a new project', '/settings/projects', firstButton, dialog],
  ['a notice', '/settings/projects/$projectId/notices', firstButton, dialog],
  ['the languages of notices', '/settings/projects/$projectId/notices', firstCombobox, option],
  [
    'a test of player data',
    '/settings/projects/$projectId/player-data',
    (page) => page.getByRole('main').getByRole('button').last().click(),
    (page) => page.getByRole('heading', { level: 3 }).first(),
  ],
  [
    'a new secret for player data',
    '/settings/projects/$projectId/player-data',
    (page) => page.getByRole('main').getByRole('button').nth(1).click(),
    dialog,
  ],
  ['a known issue for a ticket', '/tickets/$ticketId', (page) => page.keyboard.press('i'), dialog],
  ['a new known issue', '/known-issues', firstButton, dialog],
  ['a change of a known issue', '/known-issues/$knownIssueId', (page) => page.keyboard.press('e'), dialog],
  ['a new announcement', '/announcements', firstButton, dialog],
  ['an announcement to edit', '/announcements', (page) => row(page, 0).getByRole('button').first().click(), dialog],
  [
    'the reach of an announcement',
    '/announcements',
    (page) => row(page, 1).getByRole('button').first().click(),
    (page) => row(page, 1).getByRole('status'),
  ],
  ['an announcement to retract', '/announcements', (page) => row(page, 1).getByRole('button').nth(1).click(), dialog],
  ['a new key', '/settings/api-keys', firstButton, dialog],
];

async function beginTotp(page: Page): Promise<void> {
  await firstButton(page);
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function replyWithChanges(page: Page): Promise<void> {
  await page.keyboard.press('r');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('/crash');
  await option(page).first().waitFor();
  await page.keyboard.press('Enter');
}

async function writeMacro(page: Page): Promise<void> {
  await page.keyboard.press('n');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('/');
}

const all = async (language: 'en' | 'de'): Promise<Readonly<Record<string, unknown>>> =>
  Object.assign(
    {},
    ...(await Promise.all(Object.values(CATALOGUES).map(async (one) => (await one[language]()).texts))),
  );
const [english, german] = [await all('en'), await all('de')];
const germanTexts = new Set<unknown>(Object.values(german));
/** English texts that differ from German ones. */
const englishTexts = new Set<unknown>(
  Object.values(english).filter((text) => typeof text === 'string' && !germanTexts.has(text) && !text.includes('{')),
);
/** Shown for a text that was not loaded. */
const keys = new Set<string>(Object.keys(english).filter((key) => key.includes('.')));

function texts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = document.title.split(' - ');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push(walker.currentNode.nodeValue ?? '');
    const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
    for (const element of document.querySelectorAll(attributes.map((name) => `[${name}]`).join())) {
      for (const name of attributes) found.push(element.getAttribute(name) ?? '');
    }
    return found.map((text) => text.trim()).filter((text) => text !== '');
  });
}

/** Fails for axe's problems and those of `lookAtLayout`. `within`: where axe looks. */
async function look(page: Page, locale: string, within?: Locator): Promise<void> {
  assert.deepEqual(await axeViolations(page, within), []);
  await lookAtLayout(page, locale);
}

/** Fails for a text in the other language, or a page wider than the window. */
async function lookAtLayout(page: Page, locale: string): Promise<void> {
  const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(Number(width) <= Number(available), `${width} wide in ${available}`);
  const shown = await texts(page);
  const isGerman = locale === 'de-DE';
  assert.ok(shown.some((text) => (isGerman ? germanTexts : englishTexts).has(text)));
  const foreign = shown.filter((text) => keys.has(text) || (isGerman && englishTexts.has(text)));
  assert.deepEqual([...new Set(foreign)], []);
}

const OTHER_PAGE = '/mentions';

interface Appearance {
  readonly colorScheme: 'light' | 'dark';
  readonly locale: 'en-GB' | 'de-DE';
}

/** Tests every page. `sizes`: windows for axe. `otherSizes`: only width and texts are checked. */
export function testPages(
  { colorScheme, locale }: Appearance,
  sizes: readonly Size[],
  otherSizes: readonly Size[] = [],
): void {
  test(`in ${colorScheme}, ${locale}, without a session`, async (t) => {
    const email = `${colorScheme}@studio.example`;
    const { token } = (await owner.call('POST', '/invitations', { email, role: 'agent' })).body;
    const page = await studio.open(t, { path: '/sign-in', colorScheme, locale });
    await settled(page);
    await look(page, locale);
    await page.goto(`/join#${token}`);
    await page.locator('input[autocomplete=new-password]').waitFor();
    await look(page, locale);
    await page.goto('/sign-in');
    await page.goto('/join#inv_wrong');
    await page.getByRole('alert').waitFor();
    await look(page, locale);
  });

  const settings = PAGES.filter((path) => path.startsWith('/settings/'));
  for (const [name, paths] of [
    ['settings', settings],
    ['other pages', PAGES.filter((path) => !settings.includes(path))],
  ] as const) {
    test(`in ${colorScheme}, ${locale}: ${name}`, async (t) => {
      const page = await studio.open(t, { as: owner, colorScheme, locale });
      for (const path of paths) {
        await t.test(path, async () => {
          await page.goto(address(path));
          for (const size of [...sizes, ...otherSizes]) {
            await page.setViewportSize(size);
            await settled(page);
            await (sizes.includes(size) ? look : lookAtLayout)(page, locale);
          }
        });
      }
    });
  }
}

/** Tests every dialog and menu. `isWholePage`: axe also checks the page below. */
export function testLayers({ colorScheme, locale }: Appearance, isWholePage: boolean): void {
  test(`in ${colorScheme}, ${locale}: dialogs and menus`, async (t) => {
    const page = await studio.open(t, { as: owner, path: OTHER_PAGE, colorScheme, locale, viewport: DESKTOP });
    await settled(page);
    for (const [name, path, open, there] of LAYERS) {
      await t.test(`${path}: ${name}`, async () => {
        // The last one failed, and left what it had opened.
        if (new URL(page.url()).pathname !== OTHER_PAGE) await page.goto(OTHER_PAGE);
        await follow(page, address(path));
        await open(page);
        await there(page).waitFor();
        const isLayer = there === dialog || there === menu;
        await look(page, locale, isLayer && !isWholePage ? there(page) : undefined);
        // The next test must not find what this one opened or wrote.
        await page.keyboard.press('Escape');
        await follow(page, OTHER_PAGE);
        await there(page).waitFor({ state: 'hidden' });
      });
    }
  });
}
