import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, team } from '../../../server/test/helpers/builders.ts';
import { openStudio } from '../helpers/studio.ts';
import { assertCount, until } from '../helpers/until.ts';

const studio = await openStudio();
const project = await aProject(studio);
const agent = await studio.member('agent', { projectIds: [project.id] });

const message = (page: Page) => page.getByText('I am stuck.').last();
const hint = (page: Page) => page.getByText('You clicked into a text, so single-key shortcuts pause.');
const note = (page: Page) => page.getByLabel('Internal note', { exact: true }).and(page.locator('textarea'));
const focusedNote = (page: Page) => note(page).and(page.locator(':focus'));
const hintGone = (page: Page) => hint(page).waitFor({ state: 'detached' });

async function lettersWork(page: Page): Promise<void> {
  await page.keyboard.press('n');
  await focusedNote(page).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#conversation:focus').waitFor();
}

test('after a click into a text, letters do nothing and say so, until a key or a click is meant', async (t) => {
  const player = await aPlayer(studio, project);
  for (const subject of ['First', 'Second']) await aTicket(studio, player, { subject, message: 'I am stuck.' });
  const page = await studio.open(t, { as: agent, path: '/queue' });
  const { keyboard } = page;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.getByRole('link', { name: /First/ }).waitFor();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await heading('First').waitFor();
  await keyboard.press('j');
  await heading('Second').waitFor();
  const id = page.url().split('/').at(-1);
  await message(page).waitFor();
  await lettersWork(page);
  for (const clickCount of [1, 2]) {
    await message(page).click({ clickCount });
    await keyboard.type('Even so, please try again');
    await keyboard.press('Backspace');
    await hint(page).waitFor();
    await assertCount(page.locator('textarea:focus, [role=menu], [role=dialog]'), 0);
    await keyboard.press('Escape');
    await hintGone(page);
    await lettersWork(page);
  }
  await page.getByRole('heading', { level: 1 }).dblclick();
  await keyboard.type('Even');
  await hint(page).waitFor();
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await lettersWork(page);
  await hintGone(page);
  await page.getByRole('heading', { level: 1 }).dblclick();
  await keyboard.type('Even');
  await hint(page).waitFor();
  const waiting = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox:')));
  assert.deepEqual(waiting, []);
  const { status, messages, events } = (await team(studio, 'GET', `/tickets/${id}`)).body;
  assert.deepEqual([status, messages.length, events.length], ['open', 1, 0]);
  // Clicks on the header, a button or a choice, and a control focused by keyboard.
  const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? assert.fail();
  await page.mouse.click(x + 400, y + 5);
  await hintGone(page);
  await lettersWork(page);
  await message(page).click();
  await page.getByRole('button', { name: /^Copy the ID of ticket/ }).click();
  await lettersWork(page);
  await message(page).click();
  await page.getByText('Note', { exact: true }).click();
  await lettersWork(page);
  await message(page).click();
  await keyboard.press('e');
  await hint(page).waitFor();
  await page.getByRole('button', { name: 'Previous ticket' }).focus();
  await hintGone(page);
  await page.locator(':focus').blur();
  await message(page).click();
  await keyboard.press('e');
  await hint(page).waitFor();
  await page.goBack();
  await heading('First').waitFor();
  await hintGone(page);
  await message(page).waitFor();
  await lettersWork(page);
});

test('a ticket with an unsent reply is resolved only after a question', async (t) => {
  const id = await aTicket(studio, await aPlayer(studio, project), { subject: 'Unsent', message: 'I am stuck.' });
  const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
  const { keyboard } = page;
  const reply = page.getByLabel('Reply to the player', { exact: true }).and(page.locator('textarea'));
  const status = (now: string) => page.getByRole('button', { name: `Status: ${now}` });
  const question = (name: string) => page.getByRole('dialog', { name: `${name} without sending your reply?` });
  const goOn = (dialog: Locator) => dialog.getByRole('button', { name: 'Go on writing' }).and(page.locator(':focus'));
  await reply.fill('Jump twice');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await reply.press('Escape');
  await keyboard.press('e');
  const asked = question('Resolve');
  await asked.getByText('Not sent: “\u2068Jump twice\u2069”').waitFor();
  await asked.getByText('map.txt').waitFor();
  await goOn(asked).waitFor();
  await keyboard.press('Enter');
  await reply.and(page.locator(':focus')).waitFor();
  await reply.fill('');
  await reply.press('Escape');
  for (const open of [() => status('Open').click(), () => keyboard.press('s')]) {
    await open();
    await page.getByRole('menuitemradio', { name: 'Closed' }).click();
    await goOn(question('Close')).waitFor();
    await keyboard.press('Escape');
    await question('Close').waitFor({ state: 'detached' });
    await reply.press('Escape');
  }
  await page.getByRole('button', { name: /^Remove.*map\.txt/ }).click();
  await reply.fill('Jump twice');
  await reply.press('Control+k');
  await keyboard.type('resolve');
  await keyboard.press('Enter');
  await goOn(asked).waitFor();
  await asked.getByRole('button', { name: 'Resolve anyway' }).click();
  await status('Resolved').waitFor();
  await until(() => reply.inputValue(), 'Jump twice');
});
