import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { buildWeb } from '../../../scripts/web-builds.mjs';
import { withCleanup } from '../../console/tools/with-cleanup.ts';
import { anAnnouncement, setStatus, teamReply } from '../../server/test/helpers/builders.ts';
import { aPublicIssue } from '../../server/test/helpers/known-issues.ts';
import { type Game, type Games, openGames } from '../test/helpers/games.ts';

const SCREENS = {
  desktop: { width: 1100, height: 760 },
  upright: { width: 390, height: 844, hasTouch: true },
  across: { width: 640, height: 360, hasTouch: true },
  tablet: { width: 820, height: 1180, hasTouch: true },
  narrow: { width: 320, height: 568, hasTouch: true },
} as const;
type Screen = keyof typeof SCREENS;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'screenshots/widget' },
    languages: { type: 'string', default: 'en,de,ja,ar' },
    themes: { type: 'string', default: 'light,dark' },
    screens: { type: 'string', default: 'desktop,upright,across,tablet' },
  },
});
const folder = path.resolve(import.meta.dirname, '../../..', values.out);
mkdirSync(folder, { recursive: true });

const TICKETS = [
  ['My purchase is missing', 'I bought the Dragon Pack, but it is not in my inventory.', 'payment'],
  ['Game crashes in level 12', 'It happens each time when I open the second gate.', 'bug'],
  ['An idea for the guild chat', 'Could we pin messages?', 'feedback'],
] as const;
const REPLY = `Hi! Thank you for writing to us.

We found your purchase and have sent the Dragon Pack again. Please restart the game, and look here if it is still missing: https://help.example.com/purchases`;

/** Returns the ticket with a reply. */
async function fill(games: Games, game: Game): Promise<string> {
  const { page, panel, project } = game;
  await game.open();
  for (const [subject, message, type] of TICKETS) {
    await panel.locator('[data-key=new]').click();
    await panel.locator(`input[value=${type}]`).check();
    await panel.locator('#subject').fill(subject);
    await panel.locator('#message').fill(message);
    await panel.locator('.footer .primary').click();
    await panel.locator('.meta .time').first().waitFor();
    await game.back();
  }
  const [, crash, purchase] = (await game.tickets()).toSorted((one, other) => one.subject.localeCompare(other.subject));
  await teamReply(games.service, purchase.id, REPLY);
  await setStatus(games.service, crash.id, 'resolved');
  const [en, de] = ['Level 12 can crash at the second gate.', 'Level 12 kann am zweiten Tor abstürzen.'];
  await aPublicIssue(games.service, project, { notes: { en, de }, state: 'fixed', fixedInBuild: '4.0.3' });
  const question = { ticketId: crash.id, messageId: 'inb_1', subject: crash.subject, build: '4.0.2', askedAt: '' };
  const body = JSON.stringify({ questions: [question] });
  await page.route('**/api/v1/player/questions', (route) =>
    route.fulfill({ contentType: 'application/json', headers: { 'access-control-allow-origin': '*' }, body }),
  );
  await anAnnouncement(games.service, project, {
    title: 'Season 4 starts on Friday',
    body: 'New maps, new rewards and a new story. The servers are down from 8:00 to 10:00 UTC.',
  });
  await page.keyboard.press('Escape');
  await page.reload();
  return purchase.id;
}

const scene = (sky: string, ground: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540"><rect width="960" height="540" fill="${sky}"/>
      <circle cx="720" cy="130" r="60" fill="#ffe8a3"/><path d="M0 540 260 220l170 190 150-160 380 290z" fill="${ground}"/>
      <rect x="24" y="24" width="180" height="16" rx="8" fill="#0006"/><rect x="24" y="24" width="120" height="16" rx="8" fill="#e5484d"/></svg>`),
  )
    .png()
    .toBuffer();

async function someFiles() {
  return [
    { name: 'gate-2.png', mimeType: 'image/png', buffer: await scene('#5b7fa8', '#2c4237') },
    {
      name: 'IMG_20261125_184501_a-very-long-name.png',
      mimeType: 'image/png',
      buffer: await scene('#a8785b', '#42302c'),
    },
    { name: 'game.log', mimeType: 'text/plain', buffer: Buffer.from('level 12: out of memory\n'.repeat(600)) },
  ];
}

async function take(game: Game, name: string): Promise<void> {
  await game.page.waitForTimeout(150);
  await game.page.screenshot({ path: path.join(folder, `${name}.png`) });
  console.log(`${name}.png`);
}

async function pictures(games: Games, language: string, theme: 'light' | 'dark', screen: Screen): Promise<void> {
  const { width, height, ...options } = SCREENS[screen];
  const kind = `${language}-${theme}-${screen}`;
  await withCleanup(async (t) => {
    const game = await games.visit(t, {
      ...options,
      viewport: { width, height },
      colorScheme: theme,
      attributes: { locale: language, 'user-id': 'player-4711' },
      before: () => {
        addEventListener('DOMContentLoaded', () => {
          document.body.style.background = 'linear-gradient(#24405e, #6a8e7f)';
          const context = {
            appVersion: '4.0.2',
            buildNumber: '81523',
            platform: 'Android',
            deviceModel: 'Pixel 9 Pro',
            osVersion: 'Android 16',
          };
          const screenshot = document.createElement('canvas');
          Object.assign(document.querySelector('player-support') ?? {}, { context, screenshot });
        });
      },
    });
    const { page, panel } = game;
    const { back } = game;
    const purchase = await fill(games, game);
    await page.locator('.badge').waitFor();
    await take(game, `launcher-${kind}`);
    await game.open();
    await panel.locator('.row.unread').first().waitFor();
    await take(game, `tickets-${kind}`);
    await panel.locator('[data-key=inbox]').click();
    await panel.locator('.row').first().waitFor();
    await take(game, `inbox-${kind}`);
    await panel.getByText('Season 4').click();
    await panel.locator('.article').waitFor();
    await take(game, `announcement-${kind}`);
    await back();
    await panel.locator('[data-key=tickets]').click();
    await panel.locator('.row.unread').first().click();
    await panel.locator('.message:not(.own)').waitFor();
    await take(game, `conversation-${kind}`);
    await back();
    await panel.locator('.row').filter({ hasText: 'Game crashes' }).click();
    await panel.locator('.known').waitFor();
    await take(game, `question-${kind}`);
    await back();
    await panel.locator('.row').filter({ hasText: 'My purchase' }).click();
    await panel.locator('.message:not(.own)').waitFor();
    await game.context.setOffline(true);
    await panel.locator('.banner').waitFor();
    await game.reply('It is there now. Thank you!');
    await take(game, `offline-${kind}`);
    await setStatus(games.service, purchase, 'closed');
    await game.context.setOffline(false);
    await panel.locator('.failed').waitFor();
    await panel.locator('.failed').scrollIntoViewIfNeeded();
    await take(game, `failed-${kind}`);
    await back();
    await panel.locator('[data-key=new]').click();
    await panel.locator('.known-issue').waitFor();
    await panel.locator('#subject').fill('Where is my sword?');
    await take(game, `new-${kind}`);
    const [one, two, log] = await someFiles();
    if (!one || !two || !log) throw new Error('no files');
    const large = { ...log, name: 'recording.mp4', buffer: Buffer.alloc(10_000_001) };
    await panel.locator('input[type=file]').setInputFiles([one, two, log, large]);
    await panel.locator('.file').nth(2).waitFor();
    await panel.locator('.add-files').scrollIntoViewIfNeeded();
    await take(game, `new-files-${kind}`);
    await panel
      .locator('#message')
      .fill('It was in my bag when I opened the second gate. These are pictures and my log.');
    await page.route('**/attachments', async (route) => {
      if (route.request().headers()['x-file-name'] !== 'game.log') return route.fallback();
      const body = JSON.stringify({ type: '/problems/unsupported-media-type', title: 'Refused', status: 415 });
      const headers = { 'access-control-allow-origin': '*' };
      await route.fulfill({ status: 415, headers, contentType: 'application/problem+json', body });
    });
    await panel.locator('.footer .primary').click();
    await panel.locator('.picture').nth(1).waitFor();
    await panel.locator('#reply').fill('And this one:');
    await panel.locator('input[type=file]').setInputFiles([log]);
    await panel.locator('.composer-place .file').waitFor();
    await take(game, `files-${kind}`);
    await page.unrouteAll();
    await page.route('**/attachments', () => {});
    await panel.locator('.send').click();
    await panel.locator('.message.queued, .message.sending').waitFor();
    await take(game, `uploading-${kind}`);
    await back();
    await panel.locator('[data-key=new]').click();
    await panel.locator('[data-key=data]').click();
    await panel.locator('.facts').waitFor();
    await take(game, `data-${kind}`);
  });
}

if (!buildWeb(process.execPath)) process.exit(1);
await withCleanup(async (t) => {
  const games = await openGames(t);
  for (const language of values.languages.split(',')) {
    for (const theme of values.themes.split(',') as ('light' | 'dark')[]) {
      for (const screen of values.screens.split(',') as Screen[]) await pictures(games, language, theme, screen);
    }
  }
});
