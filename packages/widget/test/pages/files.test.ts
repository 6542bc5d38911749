import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { until } from '../../../console/test/helpers/until.ts';
import { aPicture, bytesOf, uploadForTicket } from '../../../server/test/helpers/files.ts';
import { type Game, openGames } from '../helpers/games.ts';

/** No text is lost with a file. */

const games = await openGames();
const { service } = games;

const log = { name: 'game.log', mimeType: 'text/plain', buffer: Buffer.from('level 3: out of memory\n') };
const picture = async (name = 'gate.png') => ({ name, mimeType: 'image/png', buffer: Buffer.from(await aPicture()) });

async function choose(page: Page, place: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent('filechooser');
  await place.locator('[data-key=addFile]').click();
  await (await chooser).setFiles(files);
}

interface ReceivedFile {
  readonly name: string;
  readonly contentType: string;
  readonly url: string;
}

/** Lists a game's messages with their files, as the team sees them. */
async function received(game: Game): Promise<[string, string[]][]> {
  const messages = (await game.tickets()).flatMap(
    ({ messages }) => messages as { message: string; attachments?: ReceivedFile[] }[],
  );
  return messages.map(({ message, attachments = [] }) => [message, attachments.map(({ name }) => name)]);
}

/** Opens a game with one ticket and its conversation. */
async function withTicket(t: { after(end?: unknown): void }, visit = {}): Promise<Game> {
  const game = await games.visit(t, visit);
  await game.open();
  await game.createTicket('Stuck', 'I cannot leave level 3.');
  await game.panel.getByText('In progress').waitFor();
  return game;
}

const refuse =
  (status: number, slug: string, headers = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After', ...headers },
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: `/problems/${slug}`, title: slug, status }),
    });

test('a ticket and a reply arrive with their files, and the conversation shows them', async (t) => {
  const loaded: string[] = [];
  const game = await games.visit(t);
  const { page, panel } = game;
  page.on('request', (request) => loaded.push(request.url()));
  await game.open();
  await panel.locator('[data-key=new]').click();
  assert.ok(!loaded.some((url) => url.includes('player-support-files')), 'loaded before it is needed');
  await panel.locator('#subject').fill('Stuck');
  await panel.locator('#message').fill('I cannot leave level 3.');
  await choose(page, panel, [await picture(), log]);
  await panel.locator('.file').getByText('game.log').waitFor();
  await panel.locator('.file').getByText('23 byte').waitFor();
  await panel.locator('.footer .primary').click();
  await panel.locator('a.file').waitFor();
  assert.deepEqual(await received(game), [['I cannot leave level 3.', ['gate.png', 'game.log']]]);
  // The picture opens at the server's address.
  const drawn = panel.locator('.picture canvas');
  await page.waitForFunction(
    () =>
      (document.querySelector('player-support')?.shadowRoot?.querySelector<HTMLCanvasElement>('.picture canvas')
        ?.width ?? 300) !== 300,
  );
  await until(
    () =>
      drawn.evaluate((canvas: HTMLCanvasElement) => {
        const [red, green, blue] = canvas.getContext('2d')?.getImageData(5, 5, 1, 1).data ?? [];
        return [red, green, blue];
      }),
    [0x33, 0x66, 0x99],
  );
  for (const [selector, type] of [
    ['.picture a', 'image/png'],
    ['a.file', 'text/plain; charset=utf-8'],
  ] as const) {
    const href = (await panel.locator(selector).getAttribute('href')) ?? '';
    const response = await fetch(href);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, type]);
  }

  await panel.locator('#reply').fill('One more');
  await choose(page, panel, [await picture('second.png')]);
  await panel.locator('.composer-place .file').getByText('second.png').waitFor();
  await panel.locator('.send').click();
  await panel.locator('.picture').nth(1).waitFor();
  assert.deepEqual((await received(game))[1], ['One more', ['second.png']]);
  await until(() => panel.locator('.composer-place .file').count(), 0);
  await until(() => panel.locator('.mark').count(), 0);
});

test('a large file is uploaded in parts, and the player sees how much has arrived', async (t) => {
  const game = await withTicket(t);
  const { page, panel } = game;
  let parts = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/attachments/resumable/*', async (route) => {
    if (route.request().method() === 'PATCH' && ++parts === 2) await held;
    await route.fallback();
  });
  await panel.locator('#reply').fill('A long log');
  await choose(page, panel, [{ ...log, buffer: Buffer.alloc(2_500_000, 'a line of a log\n') }]);
  await panel.locator('.composer-place .file').waitFor();
  await panel.locator('.send').click();
  // The first part of three has a mebibyte.
  await panel.locator('[role=progressbar][aria-valuenow="42"]').waitFor();
  goOn();
  await panel.locator('a.file').waitFor();
  assert.deepEqual((await received(game))[1], ['A long log', ['game.log']]);
  assert.equal(parts, 3);
});

test('files of the team are shown', async (t) => {
  const game = await withTicket(t);
  const { panel } = game;
  const [{ id }] = await game.tickets();
  const { body } = await uploadForTicket(service, id, bytesOf('Jump twice.'), { name: 'fix.txt', type: 'text/plain' });
  await service.call('POST', `/api/v1/team/tickets/${id}/replies`, {
    token: service.teamKey,
    body: { message: 'See the file.', attachments: [body.attachmentId] },
  });
  await game.page.reload();
  await game.open();
  await panel.locator('.row').click();
  await panel.locator('.message:not(.own) a.file').getByText('fix.txt').waitFor();
});

for (const [scan, said] of [
  [undefined, 'Not available right now'],
  ['waiting', 'Being checked for malware'],
  ['infected', 'Removed, because it contained malware'],
] as const) {
  test(`a file without an address says why: ${scan ?? 'no scan'}`, async (t) => {
    const game = await withTicket(t);
    const { page, panel } = game;
    await page.route('**/api/v1/tickets/*', async (route) => {
      const response = await route.fetch();
      const ticket = await response.json();
      const file = { id: 'att_1', name: 'game.log', contentType: 'text/plain', size: 23, url: null, scan };
      ticket.messages[0].attachments = [file];
      await route.fulfill({ response, json: ticket });
    });
    await page.reload();
    await game.open();
    await panel.locator('.row').click();
    await panel.locator('.file').getByText(said).waitFor();
    await until(() => panel.locator('a.file').count(), 0);
  });
}

test('what cannot be added is told, and neither the text nor other files are lost', async (t) => {
  const game = await withTicket(t, { attributes: { 'max-file-mb': '1' } });
  const { page, panel } = game;
  await panel.locator('#reply').fill('Keep me');
  const large = { ...log, name: 'large.bin', buffer: Buffer.alloc(1_000_001, 1) };
  await choose(page, panel, [large, { ...log, name: 'empty.log', buffer: Buffer.alloc(0) }, log]);
  await panel.getByText('“large.bin” is too large. The limit is 1 MB.').waitFor();
  await panel.getByText('“empty.log” is empty.').waitFor();
  await until(() => panel.locator('.file').count(), 1);
  await choose(
    page,
    panel,
    [1, 2, 3, 4, 5].map((number) => ({ ...log, name: `${number}.log` })),
  );
  await panel.getByText('You can add up to 5 files.').waitFor();
  await until(() => panel.locator('.file').count(), 5);
  // By keyboard, the focus goes on to a control that stays.
  await panel.getByRole('button', { name: 'Remove game.log' }).focus();
  await page.keyboard.press('Enter');
  await panel.locator('.file').nth(4).waitFor({ state: 'detached' });
  await until(
    () =>
      page.evaluate(() => {
        const active = document.querySelector('player-support')?.shadowRoot?.activeElement as HTMLElement | null;
        return active?.dataset.key;
      }),
    'addFile',
  );
  await until(() => panel.locator('#reply').inputValue(), 'Keep me');
  await game.back();
  await panel.locator('.row').click();
  await until(() => panel.locator('.file').count(), 4);
  await panel.locator('.send').click();
  await panel.locator('a.file').nth(3).waitFor();
  assert.deepEqual((await received(game))[1], ['Keep me', ['1.log', '2.log', '3.log', '4.log']]);
});

for (const [status, slug, said, headers] of [
  [415, 'unsupported-media-type', 'Not sent: files of this kind are not accepted.', {}],
  [413, 'payload-too-large', 'Not sent: the file is too large.', {}],
  [429, 'rate-limited', 'Not sent: the daily limit for files is reached.', { 'retry-after': '40000' }],
  [404, 'not-found', 'Not sent: the support service did not accept the file.', {}],
] as const) {
  test(`after a ${status} for a file, its message arrives, and the player reads why the file is missing`, async (t) => {
    const game = await withTicket(t);
    const { page, panel } = game;
    await page.route('**/attachments', (route) =>
      route.request().headers()['x-file-name'] === 'game.log' ? refuse(status, slug, headers)(route) : route.fallback(),
    );
    await panel.locator('#reply').fill('Two files');
    await choose(page, panel, [log, await picture()]);
    await panel.locator('.file').nth(1).waitFor();
    await panel.locator('.send').click();
    await panel.getByText(said).waitFor();
    await panel.locator('.picture').waitFor();
    assert.deepEqual((await received(game))[1], ['Two files', ['gate.png']]);
    await page.reload();
    await game.open();
    await panel.locator('.row').click();
    await panel.getByText(said).waitFor();
  });
}

test('what was sent offline waits with its files through a reload, and arrives once', async (t) => {
  const game = await withTicket(t);
  const { page, panel, context } = game;
  await choose(page, panel, [log]);
  await panel.locator('.file').waitFor();
  await context.setOffline(true);
  await panel.locator('.banner').waitFor();
  await choose(page, panel, [await picture()]);
  await panel.locator('.file').nth(1).waitFor();
  await game.reply('With files');
  await panel.locator('.queued .file').nth(1).waitFor();
  // All files are on the device.
  await page.waitForFunction(async () => {
    const { support } = document.querySelector('player-support') ?? {};
    const entries = (await support?.outbox.entries()) ?? [];
    return entries.at(-1)?.files?.every(({ isStored }) => isStored);
  });
  await context.setOffline(false);
  const lose = (route: Route) => route.abort();
  await page.route('**/api/**', lose);
  await page.reload();
  await page.unroute('**/api/**', lose);
  await game.open();
  await panel.locator('.row').click();
  await panel.locator('.picture').waitFor();
  await panel.locator('a.file').waitFor();
  assert.deepEqual((await received(game))[1], ['With files', ['game.log', 'gate.png']]);
  // None stays on the device.
  await page.waitForFunction(
    () =>
      new Promise((resolve) => {
        const opened = indexedDB.open('player-support-files');
        opened.onsuccess = () => {
          const keys = opened.result.transaction('values').objectStore('values').getAllKeys();
          keys.onsuccess = () => resolve(keys.result.length === 0);
          opened.result.close();
        };
      }),
  );
});

test('if the files module cannot be loaded, the player reads so, and can try again', async (t) => {
  const game = await withTicket(t);
  const { page, panel } = game;
  const lose = (route: Route) => route.abort();
  await page.route('**/player-support-files.js*', lose);
  await panel.locator('#reply').fill('Keep me');
  await choose(page, panel, [log]);
  await panel.getByText('Files cannot be added right now. Your text is still here.').waitFor();
  await until(() => panel.locator('#reply').inputValue(), 'Keep me');
  await page.unroute('**/player-support-files.js*', lose);
  await choose(page, panel, [log]);
  await panel.locator('.file').waitFor();
  await panel.locator('.send').click();
  await panel.locator('a.file').waitFor();
});

test('files are pasted and dropped, and the game gives a screenshot', async (t) => {
  const game = await withTicket(t);
  const { page, panel } = game;
  for (const [type, count] of [
    ['paste', 1],
    ['drop', 2],
  ] as const) {
    await panel.locator('#reply').evaluate((field, type) => {
      const data = new DataTransfer();
      data.items.add(new File(['text'], `${type}.log`, { type: 'text/x-log' }));
      const more = { bubbles: true, cancelable: true, composed: true };
      const event =
        type === 'paste'
          ? new ClipboardEvent(type, { ...more, clipboardData: data })
          : new DragEvent(type, { ...more, dataTransfer: data });
      if (field.dispatchEvent(event)) throw new Error('the browser would open the file');
    }, type);
    await panel
      .locator('.file')
      .nth(count - 1)
      .waitFor();
  }
  await until(() => panel.locator('[data-key=addScreenshot]').count(), 0);
  await page.evaluate(() => {
    const screenshot = document.createElement('canvas');
    Object.assign(document.querySelector('player-support') ?? {}, { screenshot });
  });
  await panel.locator('[data-key=addScreenshot]').click();
  await panel.locator('.file').getByText('screenshot.png').waitFor();
  await page.evaluate(() => {
    const screenshot = () => Promise.reject(new Error('no picture'));
    Object.assign(document.querySelector('player-support') ?? {}, { screenshot });
  });
  await panel.locator('[data-key=addScreenshot]').click();
  await panel.getByText('The screenshot could not be taken.').waitFor();
  await panel.locator('#reply').fill('Three files');
  await panel.locator('.send').click();
  await panel.locator('.picture').waitFor();
  assert.deepEqual((await received(game))[1], ['Three files', ['paste.log', 'drop.log', 'screenshot.png']]);
});

test('another user does not see the files of a draft; without files there is no button', async (t) => {
  const game = await withTicket(t, { attributes: { 'user-id': 'one' } });
  const { page, panel } = game;
  await game.back();
  await panel.locator('[data-key=new]').click();
  await choose(page, panel, [log]);
  await panel.locator('.file').waitFor();
  await page.evaluate(() => document.querySelector('player-support')?.setAttribute('user-id', 'two'));
  await panel.locator('.placeholder-title').waitFor();
  await panel.locator('[data-key=new]').click();
  await panel.locator('[data-key=addFile]').waitFor();
  await until(() => panel.locator('.file').count(), 0);
  await page.evaluate(() => document.querySelector('player-support')?.setAttribute('files', 'off'));
  await panel.locator('[data-key=addFile]').waitFor({ state: 'detached' });
});
