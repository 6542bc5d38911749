import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../console/test/helpers/until.ts';
import { teamReply } from '../../../server/test/helpers/builders.ts';
import { openGames } from '../helpers/games.ts';

const games = await openGames();

const HOSTILE = [
  '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>',
  'javascript:globalThis.hacked=1 data:text/html,<b>b</b> http://user:pass@evil.example/ JAVASCRIPT:alert(1)',
  '\u202eright to left\u202c {{subject}} {count} {text} $1',
  '__proto__ constructor toString',
];

const hacked = (page: Page) => page.evaluate(() => 'hacked' in globalThis);

test('hostile texts stay texts, in each view', async (t) => {
  const game = await games.visit(t);
  const { page, panel } = game;
  await game.open();
  for (const text of HOSTILE) {
    await panel.locator('[data-key=new]').click();
    await panel.locator('#subject').fill(text);
    await panel.locator('#message').fill(text);
    await panel.locator('.footer .primary').click();
    await panel.locator('.message .time').first().waitFor();
    await game.back();
  }
  for (const [index, { id }] of (await game.tickets()).entries()) {
    await teamReply(games.service, id, HOSTILE[index] ?? '');
  }
  await page.keyboard.press('Escape');
  await page.reload();
  await page.locator('.badge').getByText('4', { exact: true }).waitFor();
  await game.open();
  await panel.locator('[data-key=inbox]').click();
  await panel.locator('.row').nth(3).waitFor();
  await panel.locator('[data-key=tickets]').click();
  const titles = await panel.locator('.row-title').allTextContents();
  assert.ok(titles.includes(HOSTILE[0] ?? '') && titles.includes(HOSTILE[3] ?? ''), titles.join('\n'));
  for (let index = 0; index < HOSTILE.length; index++) {
    await panel.locator('.row').nth(index).click();
    await panel.locator('.message').nth(1).waitFor();
    await until(() => panel.locator('.message').locator('img, script, a, b').count(), 0);
    await game.back();
  }
  assert.equal(await hacked(page), false);
});

test('an object in an answer of the server becomes no element', async (t) => {
  const script = { type: 'iframe', props: { srcdoc: '<script>parent.hacked=1</script>' } };
  const row = { type: 'bug', status: 'open', unreadCount: 0, lastMessageAt: '2026-06-01T00:00:00.000Z' };
  const tickets = [
    { ...row, id: 'tkt_1', subject: { type: 'div', props: { children: [script] } }, lastMessagePreview: script },
    { ...row, id: 'tkt_2', subject: 'A text', lastMessagePreview: 'A preview' },
    null,
  ];
  const game = await games.visit(t);
  const { page, panel } = game;
  await page.route('**/api/v1/player/tickets?*', (route) => route.fulfill({ json: { tickets } }));
  await game.open();
  await panel.getByText('A preview').waitFor();
  await until(() => panel.locator('iframe').count(), 0);
  assert.equal(await hacked(page), false);
});

test('only web addresses become links, in a new window that knows nothing of the game', async (t) => {
  const game = await games.visit(t);
  const { panel } = game;
  await game.open();
  await game.createTicket('Links', 'See (https://example.com/a?b=c#d), or http://example.org.');
  const links = panel.locator('.message a');
  await links.nth(1).waitFor();
  await until(
    () =>
      links.evaluateAll((all) =>
        (all as HTMLAnchorElement[]).map(({ href, target, rel }) => [href, target, rel].join(' ')),
      ),
    [
      'https://example.com/a?b=c#d _blank noopener noreferrer nofollow',
      'http://example.org/ _blank noopener noreferrer nofollow',
    ],
  );
});

test('the panel opens in the language of the player, and with the texts of the game', async (t) => {
  const game = await games.visit(t, { locale: 'de-AT' });
  const { page, panel } = game;
  const shown: string[] = [];
  await page.exposeFunction('tell', (text: string) => void shown.push(text));
  await page.evaluate(() => {
    const element = document.querySelector('player-support');
    const { tell } = globalThis as unknown as { tell(text: string): void };
    element?.addEventListener('open', () => tell(element.shadowRoot?.querySelector('#title')?.textContent ?? ''));
    Object.assign(element ?? {}, { texts: { title: 'Hilfe vom Gildenrat' } });
  });
  await game.open();
  await panel.getByText('Wie können wir helfen?').waitFor();
  assert.deepEqual(shown, ['Hilfe vom Gildenrat']);
  await until(() => panel.locator('xpath=..').getAttribute('lang'), 'de');
  for (const [locale, text] of [
    ['ar-EG', 'كيف يمكننا مساعدتك؟'],
    ['zh-TW', 'How can we help?'],
    ['ja_JP.UTF-8', 'どうされましたか？'],
  ] as const) {
    await page.evaluate((locale) => document.querySelector('player-support')?.setAttribute('locale', locale), locale);
    await panel.getByText(text).waitFor();
  }
});

test('if the texts of a language cannot be loaded, the panel is English, and later in the language', async (t) => {
  const game = await games.visit(t, { attributes: { locale: 'en' } });
  const { page, panel } = game;
  const choose = (locale: string) =>
    page.evaluate((locale) => document.querySelector('player-support')?.setAttribute('locale', locale), locale);
  await page.route('**/locales/*', (route) => route.abort());
  await choose('fr');
  await game.open();
  await panel.getByText('How can we help?').waitFor();
  await page.unroute('**/locales/*');
  await choose('en');
  await choose('fr-CA');
  await panel.getByText('Comment pouvons-nous vous aider ?').waitFor();
});

test('the types are those of the game', async (t) => {
  const game = await games.visit(t, { attributes: { types: 'payment, guild war' } });
  const { page, panel } = game;
  await game.open();
  await panel.locator('[data-key=new]').click();
  await until(() => panel.locator('.type').allTextContents(), ['Payment', 'guild war']);
  await page.evaluate(() =>
    Object.assign(document.querySelector('player-support') ?? {}, {
      types: [{ type: 'guild', label: 'Gilde' }, 'other', { type: 'x'.repeat(31) }, { label: 'none' }],
    }),
  );
  await panel.locator('input[value=guild]').check();
  await until(() => panel.locator('.type').allTextContents(), ['Gilde', 'Other']);
  await panel.locator('#subject').fill('Types');
  await panel.locator('#message').fill('One type');
  await panel.locator('.footer .primary').click();
  await panel.getByText('In progress').waitFor();
  assert.equal((await game.tickets())[0].type, 'guild');
});

test('"What we send" shows the very context that the team gets, and the player switches the device off', async (t) => {
  const context = {
    appVersion: '4.0.2',
    buildNumber: '81523',
    platform: 'Android',
    deviceModel: 'Pixel 9 Pro',
    osVersion: 'Android 16',
  };
  const game = await games.visit(t, { attributes: { 'user-id': 'u-1' } });
  const { page, panel } = game;
  await page.evaluate((context) => Object.assign(document.querySelector('player-support') ?? {}, { context }), context);
  await game.open();
  await game.createTicket('One', 'with the device');
  await panel.getByText('In progress').waitFor();
  await game.back();
  await panel.locator('[data-key=data]').click();
  await panel.getByText('Videos, HEIC photos and other files can contain it.').waitFor();
  const facts = () => panel.locator('.fact dd').allTextContents();
  assert.deepEqual(await facts(), [
    '4.0.2',
    '81523',
    'British English (en-GB)',
    'Android',
    'Pixel 9 Pro',
    'Android 16',
    'u-1',
    'A random number',
  ]);
  await panel.getByRole('switch').click();
  assert.deepEqual((await facts()).slice(3, 6), ['Not sent', 'Not sent', 'Not sent']);
  await game.back();
  await game.createTicket('Two', 'without the device');
  await panel.getByText('In progress').waitFor();
  const found = (await game.tickets()).toSorted((one, other) => one.subject.localeCompare(other.subject));
  const sent = { ...context, locale: 'en-GB' };
  const fields = ({ context }: { context: object }) =>
    Object.fromEntries(Object.entries(context).filter(([, value]) => value !== null));
  assert.deepEqual(fields(found[0]), sent);
  assert.deepEqual(fields(found[1]), { appVersion: '4.0.2', buildNumber: '81523', locale: 'en-GB' });
  await page.reload();
  await page.evaluate((context) => Object.assign(document.querySelector('player-support') ?? {}, { context }), context);
  await game.open();
  await panel.locator('[data-key=data]').click();
  await until(() => panel.getByRole('switch').isChecked(), false);
});
