import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, eventually, team, teamNote } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { alertShown, busy, cutConnection, MESSAGES, problem, tooMany } from '../helpers/faults.ts';
import { openStudio, settled } from '../helpers/studio.ts';

const studio = await openStudio();
const [castle, other] = [await aProject(studio, 'Castle'), await aProject(studio, 'Other game')];
const agent = await studio.member('agent', { projectIds: [castle.id] });
const mira = await aPlayer(studio, castle, { userId: 'mira.the.brave' });
const HOSTILE = '<img src=x onerror=alert(1)> the Zeppelin <b>fell</b>';
const older = await aTicket(studio, mira, { subject: 'Lost a ship', message: HOSTILE });
const newer = await aTicket(studio, mira, { subject: 'Another ship', message: 'A zeppelin in the moat', type: 'bug' });
await teamNote(studio, newer, 'Caused by the quokka patch');
const hidden = await aTicket(studio, await aPlayer(studio, other), { message: 'A hidden zeppelin' });
const known = async (q: string, count: number) =>
  eventually(async () => (await team(studio, 'GET', `/search?q=${q}`)).body.results.length === count);
await known('zeppelin', 3);
await known('quokka', 1);

const field = (page: Page) => page.getByRole('combobox', { name: 'Search messages' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const highlighted = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true });
const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function openSearch(t: Parameters<typeof studio.open>[0], q = ''): Promise<Page> {
  const page = await studio.open(t, { as: agent, path: `/search${q === '' ? '' : `?q=${q}`}` });
  await field(page).and(page.locator(':focus')).waitFor();
  return page;
}

suite('the search in messages', { concurrency: 2 }, () => {
  test('by keyboard alone: from a page to a ticket and back', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/announcements' });
    await settled(page);
    await page.keyboard.press('/');
    // What is typed while the page loads is not lost.
    await page.keyboard.type('zeppelin');
    await options(page).nth(1).waitFor();
    assert.equal(await field(page).inputValue(), 'zeppelin');
    assert.equal(await options(page).count(), 2, 'without the ticket of another project');
    assert.match(await highlighted(page).innerText(), /Another ship/);
    await page.keyboard.press('ArrowDown');
    assert.match(await highlighted(page).innerText(), /Lost a ship/);
    assert.equal(await field(page).getAttribute('aria-activedescendant'), await highlighted(page).getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tickets/${older}`);
    await page.goBack();
    await options(page).nth(1).waitFor();
    assert.equal(path(page), '/search?q=zeppelin');
    await field(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/announcements');
  });

  test('hostile text stays text, and the words in it are marked', async (t) => {
    const page = await openSearch(t, 'zeppelin');
    const result = options(page).filter({ hasText: 'Lost a ship' });
    assert.match(await result.innerText(), /<img src=x onerror=alert\(1\)> the Zeppelin <b>fell<\/b>/);
    assert.deepEqual(await result.locator('mark').allInnerTexts(), ['Zeppelin']);
    assert.equal(await result.locator('img, b').count(), 0);
  });

  test('notes say that they are notes, and filters are in the address', async (t) => {
    const page = await openSearch(t, 'quokka');
    assert.match(await options(page).innerText(), /Note\s*Caused by the quokka patch/);
    await page.getByLabel('Status').selectOption('Closed');
    await page.getByText('Nothing found').waitFor();
    assert.equal(path(page), '/search?q=quokka&status=closed');
    await page.reload();
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('Status').selectOption('Any status');
    await options(page).waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  test('ids find tickets and players, and nothing of other projects', async (t) => {
    const page = await openSearch(t);
    await field(page).fill(mira.id);
    await options(page).filter({ hasText: 'mira.the.brave' }).waitFor();
    await field(page).fill(mira.installationId);
    await options(page).filter({ hasText: 'mira.the.brave' }).waitFor();
    await field(page).fill(hidden);
    await page.getByText('Nothing found').waitFor();
    // Enter waits for the answer.
    await field(page).fill(older);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tickets/${older}`);
  });

  test('an answer that arrives late is dropped, and the last one stays until the next', async (t) => {
    const page = await openSearch(t, 'zeppelin');
    await options(page).nth(1).waitFor();
    // Not the next page of the search before, which may still come.
    const { promise: released, resolve: lateAnswer } = Promise.withResolvers<void>();
    const isLate = (url: URL) =>
      url.pathname === '/api/v1/team/search' && url.searchParams.get('q') === 'zeppelin moat';
    await page.route(isLate, async (route) => {
      await released;
      // The page may have aborted it.
      await route.continue().catch(() => {});
    });
    await field(page).fill('zeppelin moat');
    await page.waitForURL('**/search?q=zeppelin+moat');
    assert.equal(await options(page).count(), 2);
    await page.keyboard.press('Enter');
    assert.match(path(page), /^\/search/, 'Enter does not open a result of the text before');
    await field(page).fill('quokka');
    await options(page).filter({ hasText: 'quokka' }).waitFor();
    lateAnswer();
    await page.getByRole('status').filter({ hasText: '1 result' }).waitFor();
    assert.equal(await options(page).count(), 1);
    assert.match(await options(page).innerText(), /quokka/);
  });

  test('says what failed, and that there are too many words', async (t) => {
    const page = await openSearch(t);
    for (const [word, fault, message] of [
      ['xylophone', tooMany, MESSAGES.tooMany],
      ['yacht', busy, MESSAGES.busy],
      ['zither', cutConnection, MESSAGES.noAnswer],
    ] as const) {
      await page.route('**/api/v1/team/search?*', fault);
      await field(page).fill(word);
      await alertShown(page, message);
      await page.unroute('**/api/v1/team/search?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Nothing found').waitFor();
    }
    await field(page).fill('a b c d e f g h i');
    await alertShown(page, 'At most 8 words.');
    await page.route('**/api/v1/team/search?*', problem(401, 'unauthorized'));
    await page.route('**/api/v1/team/session', problem(401, 'unauthorized'));
    await field(page).fill('zeppelin');
    await page.waitForURL('**/sign-in?*');
  });

  test('continues with the next page', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/search' });
    await field(page).waitFor();
    // Pages without results, as with a rare filter. The sixth one is the last.
    await page.route('**/api/v1/team/search?*', async (route) => {
      const url = new URL(route.request().url());
      const number = Number(url.searchParams.get('cursor') ?? 0) + 1;
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      const body = await response.json();
      const isLast = number > 5;
      await route.fulfill({
        response,
        json: { ...body, results: isLast ? body.results : [], nextCursor: isLast ? null : String(number) },
      });
    });
    await field(page).fill('zeppelin');
    await page.getByText('Nothing found so far').waitFor();
    await page.getByRole('button', { name: 'Search older messages' }).click();
    await options(page).nth(1).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Search older messages' }).count(), 0);
  });
});
