import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations } from '../helpers/axe.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search operations' });
/** Reads the shown operations, and those in the navigation. */
const shown = async (page: Page) => [
  await page.locator('section.operation:visible h4').allTextContents(),
  await page.locator('nav li:visible').allTextContents(),
];

suite('the page of the API', { concurrency: 2 }, () => {
  test('finds operations by name, path, words and fields', async (t) => {
    const page = await studio.open(t, { path: '/docs' });
    const [all = []] = await shown(page);
    assert.ok(all.length > 50);
    for (const [text, expected] of [
      ['identifyplayer', 'IdentifyPlayer'],
      ['/inbox/', 'MarkInboxMessageRead'],
      ['add team note', 'AddNote'],
      ['audit log', 'ListAuditEntries'],
      ['projectPublicKey installationId', 'IdentifyPlayer'],
    ] as const) {
      await field(page).fill(text);
      const [found = [], linked] = await shown(page);
      assert.ok(found.includes(expected) && found.length <= 3, `${text}: ${found}`);
      assert.deepEqual(linked, found);
      await page.getByText(`${found.length} of ${all.length} operations`, { exact: true }).waitFor();
      await eventually(async () => (await page.locator('main h3:visible').count()) <= found.length);
    }
    await field(page).fill('wombat');
    assert.deepEqual(await shown(page), [[], []]);
    await until(() => page.locator('main h3:visible').count(), 0);
    await page.keyboard.press('Escape');
    assert.deepEqual(await shown(page), [all, all]);
  });

  test('a slash leads to the search, Enter to the first result, and an address to its operation', async (t) => {
    const page = await studio.open(t, { path: '/docs#AddNote' });
    // Operations with extensions appear again after the others.
    const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first();
    const top = async (name: string) => (await heading(name).boundingBox())?.y ?? Number.NaN;
    assert.ok((await top('AddNote')) < 100, 'the page begins at the operation');
    await page.keyboard.press('/');
    await page.keyboard.type('mark/read');
    await until(() => field(page).inputValue(), 'mark/read', 'a slash can be typed');
    await field(page).fill('setpresence');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs#SetPresence');
    await until(() => page.evaluate(() => document.activeElement?.textContent), 'SetPresence');
    await page.evaluate(() => location.replace('#CreateTicket'));
    await heading('CreateTicket').waitFor();
    await until(() => field(page).inputValue(), '');
    assert.ok((await top('CreateTicket')) < 100);
    // `open` fails for an error in the page.
    await page.evaluate(() => location.replace('#%'));
    await field(page).fill('setpresence');
    await page.evaluate(() => location.replace('#CreateTicket'));
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#search-field')?.value === '');
  });

  test('copies a command; where the browser refuses, it selects it', async (t) => {
    const page = await studio.open(t, { path: '/docs', permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy: GetTicket', exact: true }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, 'curl "$URL/api/v1/tickets/$TICKET_ID" \\\n  -H "Authorization: Bearer $TOKEN"');
    await page.getByRole('button', { name: 'Copy: the variables' }).click();
    await page.waitForFunction(
      async (origin) => (await navigator.clipboard.readText()).startsWith(`URL=${origin}\n`),
      studio.url,
    );
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy: GetTicket', exact: true }).click();
    await page.getByText('Press Ctrl+C').waitFor();
    await until(() => page.evaluate(() => String(getSelection())), copied);
  });

  test('without scripts it has all operations, and no search', async (t) => {
    const page = await studio.open(t, { path: '/docs', javaScriptEnabled: false });
    await page.locator('section.operation').first().waitFor();
    await eventually(
      async () => (await page.locator('section.operation').count()) === (await page.locator('nav li').count()),
    );
    await until(() => page.locator('#search').isVisible(), false);
    await until(() => page.getByRole('button').count(), 0);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`in ${colorScheme} it has no accessibility problems, and fits each window`, async (t) => {
      const page = await studio.open(t, { path: '/docs', colorScheme });
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await eventually(async () => (await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      }
      // Only groups with a nested table and a stream: axe needs seconds for the whole page.
      await field(page).fill('live updates');
      for (const details of await page.locator('section.operation:visible summary').all()) await details.click();
      assert.deepEqual(await axeViolations(page), []);
    });
  }
});
