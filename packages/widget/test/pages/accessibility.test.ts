import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations } from '../../../console/test/helpers/axe.ts';
import { until } from '../../../console/test/helpers/until.ts';
import { anAnnouncement, setStatus, teamReply } from '../../../server/test/helpers/builders.ts';
import { aPicture, bytesOf, uploadForTicket } from '../../../server/test/helpers/files.ts';
import { type Game, openGames } from '../helpers/games.ts';

const games = await openGames();

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 640, height: 360 },
  { width: 320, height: 568 },
];

/** Lists what is outside of the window, narrower than 24 pixels, or covered. */
function unusable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('player-support')?.shadowRoot;
    const dialog = root?.querySelector('dialog');
    if (!root || !dialog) return ['no dialog'];
    const found: string[] = [];
    const name = (element: Element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`;
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    for (const element of dialog.querySelectorAll<HTMLElement>('*')) {
      if (element.matches('.scroller, .panel') && element.scrollWidth > element.clientWidth + 1) {
        found.push(`wider than its place: ${name(element)}`);
      }
    }
    for (const control of dialog.querySelectorAll<HTMLElement>('button, a[href], input:not([hidden]), textarea')) {
      control.scrollIntoView({ block: 'nearest' });
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      const isLink = control.tagName === 'A';
      if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) {
        found.push(`outside: ${name(control)} ${[left, right, top, bottom].join()}`);
      }
      if (!isLink && (width < 24 || height < 24)) found.push(`small: ${name(control)} ${width} x ${height}`);
      const there = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!isLink && there !== control && !control.contains(there)) {
        found.push(`covered: ${name(control)} by ${there && name(there)}`);
      }
    }
    return found;
  });
}

async function look(game: Game, view: string): Promise<void> {
  for (const screen of SCREENS) {
    await game.page.setViewportSize(screen);
    // The panel follows the window one frame later.
    await game.page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, screen);
    await game.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual(await axeViolations(game.page), [], `${view} at ${screen.width}`);
    assert.deepEqual(await unusable(game.page), [], `${view} at ${screen.width}`);
  }
}

for (const [colorScheme, locale] of [
  ['light', 'en'],
  ['dark', 'de'],
  ['dark', 'ar'],
  ['light', 'ru'],
] as const) {
  test(`in ${colorScheme}, ${locale}`, async (t) => {
    const game = await games.visit(t, {
      colorScheme,
      hasTouch: locale === 'ru',
      attributes: { locale, 'user-id': 'a-long-user-id-'.repeat(8) },
    });
    const { page, panel, context } = game;
    await game.open();
    await look(game, 'no tickets');
    await until(() => panel.evaluate((dialog) => getComputedStyle(dialog).direction), locale === 'ar' ? 'rtl' : 'ltr');
    await panel.locator('[data-key=inbox]').click();
    await panel.locator('.placeholder').waitFor();
    await look(game, 'no messages');
    await panel.locator('[data-key=tickets]').click();
    await game.createTicket(
      `Word ${'w'.repeat(100)}`,
      `Long ${'m'.repeat(400)} https://example.com/${'a'.repeat(300)}`,
    );
    await panel.locator('.meta').waitFor();
    const [{ id }] = await game.tickets();
    await teamReply(games.service, id, `Reply ${'r'.repeat(400)} https://example.com`);
    await anAnnouncement(games.service, game.project, { title: 't'.repeat(120), body: 'b'.repeat(500) });
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('.badge').waitFor();
    assert.deepEqual(await axeViolations(page), [], 'the launcher');
    await game.open();
    await look(game, 'tickets');
    await panel.locator('[data-key=inbox]').click();
    await panel.locator('.row').first().waitFor();
    await look(game, 'inbox');
    await panel.locator('.row').filter({ hasText: 'ttt' }).click();
    await panel.locator('.article').waitFor();
    await look(game, 'announcement');
    await game.back();
    await panel.locator('[data-key=tickets]').click();
    await panel.locator('.row').click();
    await panel.locator('.message:not(.own)').waitFor();
    await look(game, 'conversation');
    const { body } = await uploadForTicket(games.service, id, bytesOf('text'), { name: `${'n'.repeat(90)}.txt` });
    await games.service.call('POST', `/api/v1/team/tickets/${id}/replies`, {
      token: games.service.teamKey,
      body: { message: 'A file', attachments: [body.attachmentId] },
    });
    await panel.locator('.message:not(.own) a.file').waitFor();
    const files = [
      { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from(await aPicture()) },
      { name: `${'f'.repeat(90)}.log`, mimeType: 'text/plain', buffer: Buffer.from('text') },
    ];
    await panel
      .locator('input[type=file]')
      .setInputFiles([...files, { ...files[1], buffer: Buffer.alloc(0) } as never]);
    await panel.locator('.composer-place .file').nth(1).waitFor();
    await look(game, 'files of a reply');
    await game.reply('with files');
    await panel.locator('.picture').waitFor();
    await look(game, 'conversation with files');
    await context.setOffline(true);
    await panel.locator('.banner').waitFor();
    await game.reply('offline');
    await look(game, 'offline');
    await setStatus(games.service, id, 'closed');
    await context.setOffline(false);
    await panel.locator('.failed').waitFor();
    await look(game, 'failed');
    await game.back();
    await panel.locator('[data-key=new]').click();
    await panel.locator('.footer .primary').click();
    await panel.locator('input[type=file]').setInputFiles(files);
    await panel.locator('.file').nth(1).waitFor();
    await look(game, 'new ticket');
    await panel.locator('[data-key=data]').click();
    await panel.locator('.facts').waitFor();
    await look(game, 'what we send');
  });
}
