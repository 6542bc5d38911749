import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, team } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { cutConnection, failNext } from '../helpers/faults.ts';
import { openStudio, settled } from '../helpers/studio.ts';
import { assertCount, until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio();
const [castle, other] = [await aProject(studio, 'Castle'), await aProject(studio, 'Other game')];
const agent = await studio.member('agent', { projectIds: [castle.id] });
const LONG =
  'The chickens of the castle are gone, and so are all the walls, the gardens, both towers and my 214 loyal knights!';
const mira = await aPlayer(studio, castle, { userId: 'mira.the.brave' });
const ticket = await aTicket(studio, mira, { subject: LONG, message: 'Nothing helps, not even a reinstallation.' });
const { body: knownIssue } = await team(studio, 'POST', '/known-issues', {
  projectId: castle.id,
  title: 'The drawbridge is stuck',
});
const issue = knownIssue.id;
const hidden = await aPlayer(studio, other, { userId: 'mira.the.brave' });
const hiddenTicket = await aTicket(studio, hidden, { subject: 'Hidden chickens' });

const dialog = (page: Page, name = 'Search') => page.getByRole('dialog', { name });
const results = (page: Page) => dialog(page).locator('[data-action]');
const selected = (page: Page) => dialog(page).locator('[data-selected]');

async function search(page: Page, text: string): Promise<void> {
  if ((await dialog(page).count()) === 0) await page.keyboard.press('Control+k');
  await dialog(page).getByRole('textbox').fill(text);
}

/** Waits until the search is closed: it fades out. */
async function choose(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
}

suite('the search', { concurrency: 2 }, () => {
  test('shows the actions of the page with their keys, and runs the one that is highlighted', async (t) => {
    const page = await studio.open(t, { as: agent, path: `/tickets/${ticket}` });
    await page.getByLabel('Reply to the player').waitFor();
    await search(page, 'resolve');
    await results(page).first().waitFor();
    await until(async () => (await selected(page).innerText()).split(/\s+/), ['Resolve', 'E']);
    await search(page, '');
    const texts = await results(page).allInnerTexts();
    for (const [name, keys] of [
      ['Assign to me', 'A'],
      ['Tags', 'T'],
      ['Keyboard shortcuts', '?'],
    ]) {
      assert.ok(texts.includes(`${name}\n${keys}`), `${name} with ${keys} in ${texts.join(', ')}`);
    }
    await search(page, 'tags');
    await page.keyboard.press('Enter');
    await page.getByLabel('Add a tag').and(page.locator(':focus')).waitFor();
  });

  test('finds a ticket by its words, and shows its whole subject', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/queue' });
    await page.getByRole('link', { name: /chickens/ }).waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await search(page, 'reinstallation');
      const result = results(page).filter({ hasText: LONG.trim() });
      await result.waitFor();
      const [scroll, client] = await result.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
      assert.ok(Number(scroll) <= Number(client), `${width}: ${scroll} in ${client}`);
      await untilMatch(() => result.innerText(), /Open · Castle/);
    }
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tickets/${ticket}`);
  });

  test('finds tickets by messages that no page has loaded, and known issues, and leads to all results', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/announcements' });
    await settled(page);
    await search(page, 'reinstallation');
    const found = results(page).filter({ hasText: LONG.trim() });
    await found.filter({ hasText: 'Nothing helps, not even a reinstallation.' }).waitFor();
    await results(page).filter({ hasText: 'All results for “reinstallation”' }).click();
    await page.waitForURL('**/search?q=reinstallation');
    await page
      .getByRole('list', { name: 'Results' })
      .getByRole('link', { name: /chickens/ })
      .waitFor();
    await search(page, 'drawbridge');
    await results(page).filter({ hasText: 'The drawbridge is stuck' }).waitFor();
    await choose(page);
    await page.waitForURL(`**/known-issues/${issue}`);
  });

  test('finds a player by the exact user ID, without one of another project', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/announcements' });
    await settled(page);
    await search(page, 'mira.the.brave');
    await results(page).filter({ hasText: mira.id }).waitFor();
    await assertCount(results(page).filter({ hasText: hidden.id }), 0);
    await choose(page);
    await page.waitForURL(`**/players/${mira.id}`);
    await search(page, 'mira.the');
    await results(page).filter({ hasText: mira.id }).waitFor();
  });

  test('opens what an ID names before the server has answered, and says what another project has', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/announcements' });
    await settled(page);
    const answer = await failNext(page, 'GET', `/tickets/${ticket}`, (route) => route.fallback());
    await search(page, `see https://support.example.com/tickets/${ticket}`);
    await choose(page);
    await page.waitForURL(`**/tickets/${ticket}`);
    answer();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await search(page, hiddenTicket);
    await choose(page);
    await page.getByText('Not found, or you do not have access to it.').waitFor();
    await assertCount(page.getByText('Hidden chickens'), 0);
    await search(page, hidden.id);
    await choose(page);
    await page.getByText('Not found, or you do not have access to it.').waitFor();
  });

  test('does nothing for Enter while nothing is found, asks once for what was typed, and survives a failure', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/announcements' });
    await settled(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/team/search')) asked.push(searchParams.get('q') ?? '');
    });
    const fail = await failNext(page, 'GET', '/search', cutConnection);
    await page.keyboard.press('Control+k');
    await dialog(page).getByRole('textbox').waitFor();
    await page.keyboard.type('zzz.unknown');
    await dialog(page).getByText('Searching…').waitFor();
    await page.keyboard.press('Enter');
    assert.equal(new URL(page.url()).pathname, '/announcements');
    fail();
    await results(page).filter({ hasText: 'All results for “zzz.unknown”' }).waitFor();
    assert.equal(asked.at(-1), 'zzz.unknown');
    assert.ok(asked.length < 'zzz.unknown'.length, asked.join());
    await search(page, 'zzz.unheard');
    await dialog(page).getByText('Nothing found').waitFor();
    await page.keyboard.press('Enter');
    assert.equal(new URL(page.url()).pathname, '/announcements');
    await search(page, 'macros');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/macros');
  });

  test('speaks German', async (t) => {
    const page = await studio.open(t, { as: agent, path: `/tickets/${ticket}`, locale: 'de-DE' });
    await page.getByLabel('Antwort an den Spieler').waitFor();
    await page.keyboard.press('Control+k');
    const input = dialog(page, 'Suchen').getByRole('textbox');
    await input.fill('lösen');
    await dialog(page, 'Suchen').locator('[data-selected]').filter({ hasText: 'Lösen' }).waitFor();
    await input.fill('losen');
    await dialog(page, 'Suchen').locator('[data-selected]').filter({ hasText: 'Lösen' }).waitFor();
  });
});
