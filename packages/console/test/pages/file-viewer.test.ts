import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { aTicketWithFiles, dialog, files } from '../helpers/file-pages.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const agent = await studio.member('agent');

suite('the viewer', { concurrency: 3 }, () => {
  test('shows the images and texts of a ticket by keyboard alone', async (t) => {
    const page = await studio.open(t, { as: agent, path: `/tickets/${await aTicketWithFiles(studio)}` });
    const first = files(page).getByRole('button', { name: 'Open one.png' });
    await first.focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('heading', { name: 'one.png' }).waitFor();
    await dialog(page).getByText('1 of 3', { exact: true }).waitFor();
    const image = dialog(page).getByRole('img', { name: 'one.png' });
    const width = async () => Math.round((await image.boundingBox())?.width ?? 0);
    const fits = await width();
    await page.keyboard.press('+');
    await dialog(page).getByText('125%').waitFor();
    assert.ok(Math.abs((await width()) - fits * 1.25) <= 2, `${await width()} of ${fits}`);
    await page.keyboard.press('+');
    await page.keyboard.press('-');
    await dialog(page).getByText('125%').waitFor();
    await page.keyboard.press('0');
    await dialog(page).getByText('100%').waitFor();
    await page.keyboard.press('-');
    await dialog(page).getByText('100%').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog(page).getByRole('heading', { name: 'two.jpg' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog(page).getByRole('heading', { name: 'game.log' }).waitFor();
    await dialog(page).getByRole('region', { name: 'Text' }).focus();
    await page.keyboard.press('ArrowRight');
    await dialog(page).getByRole('heading', { name: 'one.png' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog(page).getByRole('heading', { name: 'game.log' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await eventually(() => first.evaluate((element) => element === document.activeElement));
  });

  test('makes an image larger with the wheel and with buttons', async (t) => {
    const page = await studio.open(t, { as: agent, path: `/tickets/${await aTicketWithFiles(studio)}` });
    await files(page).getByRole('button', { name: 'Open one.png' }).click();
    await dialog(page).getByRole('img', { name: 'one.png' }).hover();
    await page.mouse.wheel(0, -100);
    await dialog(page).getByText('125%').waitFor();
    await page.mouse.wheel(0, 100);
    await dialog(page).getByText('100%').waitFor();
    await dialog(page).getByRole('button', { name: 'Larger' }).click();
    await dialog(page).getByText('125%').waitFor();
    await dialog(page).getByRole('button', { name: 'Fit' }).click();
    await dialog(page).getByText('100%').waitFor();
    await dialog(page).getByRole('button', { name: 'Next file' }).click();
    await dialog(page).getByRole('img', { name: 'two.jpg' }).waitFor();
  });

  test('finds lines of a text, and shows their numbers', async (t) => {
    const page = await studio.open(t, { as: agent, path: `/tickets/${await aTicketWithFiles(studio)}` });
    await files(page).getByRole('button', { name: 'game.log' }).click();
    const line = (text: string) => dialog(page).getByText(text, { exact: true });
    await line('line 1').waitFor();
    const search = dialog(page).getByRole('textbox', { name: 'Search' });
    await search.fill('error');
    await dialog(page).getByText('1 of 3 lines').waitFor();
    await dialog(page)
      .locator('[data-current]')
      .filter({ hasText: '999' })
      .getByText('Error', { exact: true })
      .waitFor();
    await search.press('Enter');
    await dialog(page).getByText('2 of 3 lines').waitFor();
    await dialog(page).locator('[data-current]').filter({ hasText: '1999' }).waitFor();
    await search.press('Shift+Enter');
    await search.press('Shift+Enter');
    await dialog(page).getByText('3 of 3 lines').waitFor();
    await search.press('ArrowLeft');
    await dialog(page).getByRole('heading', { name: 'game.log' }).waitFor();
    await search.fill('nothing like it');
    await dialog(page).getByText('Nothing found.').waitFor();
    await until(() => dialog(page).getByText('Only the beginning of this file').count(), 0);
  });

  test('shows only the beginning of a long text, and says so', async (t) => {
    const long = 'a line of this log\n'.repeat(100_000);
    const page = await studio.open(t, { as: agent, path: `/tickets/${await aTicketWithFiles(studio, long)}` });
    await files(page).getByRole('button', { name: 'game.log' }).click();
    await dialog(page).getByText('Only the beginning of this file is shown.').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Search' }).fill('log');
    await dialog(page).getByText('1 of 52,631 lines').waitFor();
    await eventually(async () => (await dialog(page).getByText('a line of this').count()) < 200);
  });
});
