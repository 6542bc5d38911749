import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aTicket } from '../../../server/test/helpers/builders.ts';
import { anAttachment, bytesOf } from '../../../server/test/helpers/files.ts';
import { axeViolations } from '../helpers/axe.ts';
import { addRoute } from '../helpers/faults.ts';
import { aLog, anImage, aTicketWithFiles, attach, composer, dialog, files } from '../helpers/file-pages.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const agent = await studio.member('agent');

/** Answers 404 to every file URL that the page has now. */
async function expireUrls(page: Page): Promise<() => number> {
  let refused = 0;
  await addRoute(page, '**/api/v1/attachments/**', async (route) => {
    const url = route.request().url();
    if (url.includes('renewed=1')) return route.continue({ url: url.replace('&renewed=1', '') });
    refused++;
    await route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: '{"type":"/problems/not-found"}',
    });
  });
  return () => refused;
}

async function renewUrls(page: Page, id: string): Promise<void> {
  await addRoute(
    page,
    ({ pathname }) => pathname === `/api/v1/team/tickets/${id}`,
    async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(/(signature=[\w-]+)/g, '$1&renewed=1');
      await route.fulfill({ response, body: text });
    },
  );
}

suite('files of messages', { concurrency: 3 }, () => {
  test('shows hostile text as text', async (t) => {
    const page = await studio.open(t, {
      as: agent,
      path: `/tickets/${await aTicketWithFiles(studio, '<img src=x onerror=alert(1)>\n<b>bold</b>')}`,
    });
    await files(page).getByRole('button', { name: 'game.log' }).click();
    await dialog(page).getByText('<img src=x onerror=alert(1)>', { exact: true }).waitFor();
    await until(() => dialog(page).locator('b, img').count(), 0);
  });

  test('a photo that the server did not change is a download, which says that it may show its location', async (t) => {
    const player = await aPlayer(studio);
    const photo = bytesOf('\0\0\0\u0010ftypheic\0\0\0\0');
    const attachments = [
      await anAttachment(studio, player, photo, { name: 'IMG_1.HEIC', type: 'image/heic' }),
      await anAttachment(studio, player),
    ];
    const page = await studio.open(t, {
      as: agent,
      path: `/tickets/${await aTicket(studio, player, { attachments })}`,
    });
    const links = files(page).getByRole('link');
    await until(() => links.allTextContents(), ['IMG_1.HEIC0 kBmay show where it was made']);
  });

  test('loads the ticket again when a URL has expired', async (t) => {
    const id = await aTicketWithFiles(studio);
    const page = await studio.open(t, { as: agent, path: '/queue' });
    const refused = await expireUrls(page);
    await page.goto(`/tickets/${id}`);
    const log = files(page).getByRole('button', { name: 'game.log' });
    await log.waitFor();
    await eventually(async () => refused() > 0);
    await log.click();
    await dialog(page).getByRole('alert').filter({ hasText: 'The file could not be loaded.' }).waitFor();
    await page.keyboard.press('Escape');
    await renewUrls(page, id);
    await page.reload();
    await log.click();
    await dialog(page).getByText('line 1', { exact: true }).waitFor();
  });

  test('downloads everything else', async (t) => {
    const page = await studio.open(t, { as: agent, path: `/tickets/${await aTicketWithFiles(studio)}` });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files(page)
        .getByRole('link', { name: /save\.zip/ })
        .click(),
    ]);
    assert.equal(download.suggestedFilename(), 'save.zip');
    assert.match(page.url(), /\/tickets\//);
  });
});

test('a file without a URL says why', async (t) => {
  const reasons = [',"scan":"waiting"', ',"scan":"infected"', ''];
  const id = await aTicketWithFiles(studio);
  const page = await studio.open(t, { as: agent, path: '/queue' });
  await addRoute(
    page,
    ({ pathname }) => pathname === `/api/v1/team/tickets/${id}`,
    async (route) => {
      const response = await route.fetch();
      let at = 0;
      const withoutUrl = () => `"url":null${reasons[at++ % reasons.length]}`;
      await route.fulfill({ response, body: (await response.text()).replaceAll(/"url":"[^"]+"/g, withoutUrl) });
    },
  );
  await page.goto(`/tickets/${id}`);
  for (const why of ['is being checked', 'has malware and was deleted', 'cannot be read now']) {
    await files(page).getByText(why).first().waitFor();
  }
  await until(() => files(page).getByRole('button').count(), 0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the composer and the viewer: ${colorScheme}`, async (t) => {
    const page = await studio.open(t, { as: agent, path: `/tickets/${await aTicketWithFiles(studio)}`, colorScheme });
    await attach(page, await anImage('fix.png'), aLog('fix.log'), aLog('empty.log', ''));
    await composer(page).getByText('This file is empty.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await files(page).getByRole('button', { name: 'Open one.png' }).click();
    await dialog(page).getByRole('img', { name: 'one.png' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('ArrowLeft');
    await dialog(page).getByRole('textbox', { name: 'Search' }).fill('error');
    await dialog(page).getByText('1 of 3 lines').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });
}
