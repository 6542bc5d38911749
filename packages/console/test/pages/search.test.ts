import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, eventually, team, teamNote } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import {
  addRoute,
  alertShown,
  busy,
  cutConnection,
  MESSAGES,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { openStudio, settled } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio();
const [castle, other] = [await aProject(studio, 'Castle'), await aProject(studio, 'Other game')];
const agent = await studio.member('agent', { projectIds: [castle.id] });
const mira = await aPlayer(studio, castle, { userId: 'mira.the.brave' });
const HOSTILE = 'The Zeppelin <img src=x onerror=alert(1)> <b>fell</b>';
const older = await aTicket(studio, mira, { subject: 'Lost a ship', message: HOSTILE });
const newer = await aTicket(studio, mira, { subject: 'Another ship', message: 'A zeppelin in the moat', type: 'lag' });
await teamNote(studio, newer, 'Caused by the quokka patch');
const hidden = await aTicket(studio, await aPlayer(studio, other), { message: 'A hidden zeppelin' });
const known = async (q: string, count: number) =>
  eventually(async () => (await team(studio, 'GET', `/search?q=${q}`)).body.results.length === count);
await known('zeppelin', 3);
await known('quokka', 1);

const field = (page: Page) => page.getByRole('combobox', { name: 'Search messages' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const rows = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem');
const focused = (page: Page, subject: string) =>
  rows(page).filter({ hasText: subject }).getByRole('link').and(page.locator(':focus')).waitFor();
const savedName = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Saved search' }).getByText(name, { exact: true });
const menu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Change the saved search' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
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
    await page.keyboard.type('zeppelin');
    await rows(page).nth(1).waitFor();
    await until(() => field(page).inputValue(), 'zeppelin');
    await until(() => rows(page).count(), 2, 'without the ticket of another project');
    await untilMatch(() => rows(page).first().innerText(), /Another ship/);
    await page.keyboard.press('ArrowDown');
    await focused(page, 'Another ship');
    await page.keyboard.press('ArrowDown');
    await focused(page, 'Lost a ship');
    await page.keyboard.press('Escape');
    await field(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tickets/${older}`);
    await page.getByRole('button', { name: 'Back to the search' }).waitFor();
    await page.keyboard.press('u');
    await focused(page, 'Lost a ship');
    assert.equal(path(page), '/search?q=zeppelin');
    await rows(page).filter({ hasText: 'Lost a ship' }).getByRole('link').click();
    await page.waitForURL(`**/tickets/${older}`);
    await page.reload();
    await page.getByRole('button', { name: 'Back to the search' }).click();
    await rows(page).nth(1).waitFor();
    assert.equal(path(page), '/search?q=zeppelin');
    await field(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/announcements');
  });

  test('a number alone finds its ticket, also after a reload', async (t) => {
    const page = await openSearch(t, '1');
    await rows(page).first().waitFor();
    await until(() => field(page).inputValue(), '1');
  });

  test('a result that is opened while the text is typed leads back to the whole text', async (t) => {
    const page = await openSearch(t, 'zep');
    await rows(page).nth(1).waitFor();
    await field(page).press('End');
    await page.keyboard.type('pelin');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tickets/${newer}`);
    await page.getByRole('button', { name: 'Back to the search' }).click();
    await rows(page).nth(1).waitFor();
    assert.equal(path(page), '/search?q=zeppelin');
  });

  test('hostile text stays text, and the words in it are marked', async (t) => {
    const page = await openSearch(t, 'zeppelin');
    const result = rows(page).filter({ hasText: 'Lost a ship' });
    await untilMatch(() => result.innerText(), /Zeppelin <img src=x onerror=alert\(1\)> <b>fell<\/b>/);
    await until(() => result.locator('mark').allInnerTexts(), ['Zeppelin']);
    await until(() => result.locator('img, b').count(), 0);
  });

  test('notes say that they are notes, and filters are in the address', async (t) => {
    const page = await openSearch(t, 'quokka');
    await untilMatch(() => rows(page).innerText(), /Note\s*(now|.*ago)\s*Caused by the quokka patch/);
    const [result] = (await team(studio, 'GET', '/search?q=quokka')).body.results;
    assert.notEqual(result.match.createdAt, result.ticket.lastMessageAt);
    await until(() => rows(page).locator('.search-time time').getAttribute('datetime'), result.match.createdAt);
    await page.getByLabel('Status').selectOption('Closed');
    await page.getByText('Nothing found').waitFor();
    assert.equal(path(page), '/search?q=quokka&status=closed');
    await page.reload();
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('Status').selectOption('Any status');
    await rows(page).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const both = await studio.member('agent', { projectIds: [castle.id, other.id] });
    const narrow = await studio.open(t, {
      as: both,
      path: '/search?q=quokka',
      viewport: { width: 1024, height: 700 },
    });
    await narrow.getByRole('group', { name: 'Filters' }).getByRole('combobox').nth(2).waitFor();
    await narrow.getByText('1 result', { exact: true }).waitFor();
    const tools = narrow.locator('.search-tools').locator('select, button');
    await until(() => tools.count(), 4);
    const tops = () => tools.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
    assert.equal(await tops(), 1);
  });

  test('what is typed after the arrow goes to the rows, also before they are found', async (t) => {
    const page = await openSearch(t);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await addRoute(page, /\/api\/v1\/team\/search\?/, async (route) => {
      await held;
      await route.fallback();
    });
    await field(page).focus();
    await page.keyboard.type('zeppelin');
    for (const key of ['ArrowDown', 'x', 'j', 'x']) await page.keyboard.press(key);
    release();
    await page.getByText('2 of 2 selected').waitFor();
    await until(() => field(page).inputValue(), 'zeppelin');
    await page.keyboard.press('Control+z');
    await until(() => field(page).inputValue(), 'zeppelin');
    await page.getByText('2 of 2 selected').waitFor();
  });

  test('a typo leads to a suggestion, and quotes to words next to each other', async (t) => {
    const page = await openSearch(t);
    await page.getByText('Words in "quotes" must stand next to each other.').waitFor();
    await field(page).fill('zepelin');
    const suggestion = page.getByRole('button', { name: 'zeppelin', exact: true });
    await page.getByText('Did you mean: zeppelin').waitFor();
    await field(page).press('Enter');
    await until(() => rows(page).count(), 2);
    await field(page).and(page.locator(':focus')).waitFor();
    await until(() => field(page).inputValue(), 'zeppelin');
    assert.equal(path(page), '/search?q=zeppelin');
    await until(() => suggestion.count(), 0);
    await field(page).fill('"the zeppelin"');
    await until(() => rows(page).locator('mark').allInnerTexts(), ['The Zeppelin']);
    await field(page).fill('"the zepelin"');
    await page.getByRole('button', { name: '"the zeppelin"' }).click();
    await until(() => rows(page).count(), 1);
    // Another project's word.
    await field(page).fill('hiden');
    await page.getByText('Nothing found').waitFor();
    await until(() => page.getByText('Did you mean').count(), 0);
  });

  test('ids find tickets and players, and nothing of other projects', async (t) => {
    const page = await openSearch(t);
    await field(page).fill(mira.id);
    await options(page).filter({ hasText: 'mira.the.brave' }).waitFor();
    await field(page).fill(mira.installationId);
    await options(page).filter({ hasText: 'mira.the.brave' }).waitFor();
    await field(page).fill(hidden);
    await page.getByText('Nothing found').waitFor();
    await field(page).fill(older);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tickets/${older}`);
  });

  test('an answer that arrives late is dropped, and the last one stays until the next', async (t) => {
    const page = await openSearch(t, 'zeppelin');
    await rows(page).nth(1).waitFor();
    // Not the next page of the previous search, which may still come.
    const { promise: released, resolve: lateResponse } = Promise.withResolvers<void>();
    const isLate = (url: URL) =>
      url.pathname === '/api/v1/team/search' && url.searchParams.get('q') === 'zeppelin moat';
    await addRoute(page, isLate, async (route) => {
      await released;
      // The page may have aborted it.
      await route.continue().catch(() => {});
    });
    await field(page).fill('zeppelin moat');
    await page.waitForURL('**/search?q=zeppelin+moat');
    await until(() => rows(page).count(), 2);
    await page.keyboard.press('Enter');
    assert.match(path(page), /^\/search/, 'Enter does not open a result of the text before');
    const arrived = Promise.race([
      page.waitForEvent('requestfinished', (request) => isLate(new URL(request.url()))),
      page.waitForEvent('requestfailed', (request) => isLate(new URL(request.url()))),
    ]);
    await field(page).fill('quokka');
    await rows(page).filter({ hasText: 'quokka' }).waitFor();
    lateResponse();
    await arrived;
    await page.getByRole('status').filter({ hasText: '1 result' }).waitFor();
    await until(() => rows(page).count(), 1);
    await untilMatch(() => rows(page).innerText(), /quokka/);
  });

  test('says what failed, and that there are too many words', async (t) => {
    const page = await openSearch(t);
    for (const [word, fault, message] of [
      ['xylophone', tooMany, MESSAGES.tooMany],
      ['yacht', busy, MESSAGES.busy],
      ['zither', cutConnection, MESSAGES.noResponse],
    ] as const) {
      await addRoute(page, '**/api/v1/team/search?*', fault);
      await field(page).fill(word);
      await alertShown(page, message);
      await page.unroute('**/api/v1/team/search?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Nothing found').waitFor();
      await until(() => field(page).evaluate((one) => one === document.activeElement), true);
    }
    await field(page).fill('a b c d e f g h i');
    await alertShown(page, 'At most 8 words.');
    await page.context().clearCookies();
    await field(page).fill('zeppelin');
    await page.waitForURL('**/sign-in?*');
  });

  test('continues with the next page', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/search' });
    await field(page).waitFor();
    // Pages without results, as with a rare filter. The sixth is the last.
    await addRoute(page, '**/api/v1/team/search?*', async (route) => {
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
    await page.getByText('Few tickets match so far.').waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await rows(page).nth(1).waitFor();
    await until(() => page.getByRole('button', { name: 'Load more' }).count(), 0);
  });

  test('saved and opened again by keyboard alone', async (t) => {
    const member = await studio.member('agent', { projectIds: [castle.id] });
    const page = await studio.open(t, { as: member, path: '/search?type=lag' });
    const focused = page.locator(':focus');
    const { keyboard } = page;
    await field(page).and(focused).waitFor();
    await keyboard.type('zeppelin');
    await rows(page).waitFor();
    const save = page.getByRole('button', { name: 'Save search' });
    for (let tabs = 0; tabs < 10 && (await save.and(focused).count()) === 0; tabs++) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Save search' }).getByLabel('Name').and(focused).waitFor();
    await keyboard.type('Airships');
    await keyboard.press('Enter');
    await savedName(page, 'Airships').waitFor();
    await field(page).and(focused).waitFor();
    await until(() => save.count(), 0);
    assert.match(path(page), /&saved=viw_/);
    const [view] = (await member.call('GET', '/views')).body.views;
    const filter = '{"all":[{"field":"type","is":["lag"]}]}';
    assert.deepEqual([view.q, view.filter, view.base, view.role], ['zeppelin', filter, 'all', null]);

    await page.goto(`${studio.url}/announcements`);
    await settled(page);
    await keyboard.press('/');
    const saved = page.getByRole('listbox', { name: 'Saved searches' }).getByRole('option');
    await saved.filter({ hasText: 'Airships' }).waitFor();
    await keyboard.press('Enter');
    assert.equal(path(page), '/search', 'Enter opens none that is not highlighted');
    await keyboard.press('ArrowDown');
    await eventually(
      async () => (await field(page).getAttribute('aria-activedescendant')) === (await saved.getAttribute('id')),
    );
    await keyboard.press('Enter');
    await rows(page).filter({ hasText: 'Another ship' }).waitFor();
    await until(() => field(page).inputValue(), 'zeppelin');
    assert.match(path(page), /^\/search\?q=zeppelin&type=lag&saved=viw_/);
    await until(() => page.getByRole('navigation').getByText('Airships').count(), 0);
    await keyboard.press('Escape');
    await page.waitForURL('**/announcements');
  });

  test('a search that is not saved stays in the dialog, with what is wrong', async (t) => {
    const member = await studio.member('agent', { projectIds: [castle.id] });
    const page = await studio.open(t, { as: member, path: '/search?q=zeppelin' });
    await page.getByRole('button', { name: 'Save search' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save search' });
    const name = dialog.getByLabel('Name');
    await name.fill('Airships');
    for (const [fault, said] of [
      [
        problem(400, 'validation', {
          errors: { name: ['Must not be blank.'] },
          problems: [{ field: 'name', code: 'blank' }],
        }),
        'This field is required.',
      ],
      [problem(409, 'view-limit'), 'There are too many saved views'],
      [tooMany, MESSAGES.tooMany],
      [cutConnection, MESSAGES.noResponse],
    ] as const) {
      await refuseNext(page, 'POST', '/views', fault);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText(said).waitFor();
      await until(() => name.inputValue(), 'Airships');
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await savedName(page, 'Airships').waitFor();
    await addRoute(page, '**/api/v1/team/views/viw_*', cutConnection);
    await menu(page, 'Delete search');
    await page.getByRole('alert').filter({ hasText: MESSAGES.noResponse }).waitFor();
    await savedName(page, 'Airships').waitFor();
    await page.unroute('**/api/v1/team/views/viw_*');
    await page.getByLabel('Status').selectOption('Open');
    await page.getByRole('button', { name: 'Save as new' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Other');
    await refuseNext(page, 'POST', '/views', problem(401, 'unauthorized'));
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('You are signed out. Sign in again.').waitFor();
    await page.context().clearCookies();
    await page.reload();
    await page.waitForURL(/sign-in\?from=.*q%3Dzeppelin/);
  });

  test('a saved search with a nested filter, made by API, shows it in words and without it', async (t) => {
    const member = await studio.member('agent', { projectIds: [castle.id] });
    const filter = JSON.stringify({
      any: [
        { field: 'tag', is: ['nothing'] },
        { field: 'type', is: ['lag'] },
      ],
    });
    await member.call('POST', '/views', { name: 'Deep', base: 'all', q: 'zeppelin', filter });
    const page = await studio.open(t, { as: member, path: '/search' });
    await options(page).filter({ hasText: 'More filters' }).click();
    await rows(page).filter({ hasText: 'Another ship' }).waitFor();
    await until(() => rows(page).count(), 1);
    await page.getByRole('button', { name: /^Remove the filter: / }).click();
    await rows(page).nth(1).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
  });
});

// Everyone then sees the shared search, so this comes last.
test('a saved search: renamed, shared, changed, deleted and brought back by mouse', async (t) => {
  const [ada, viewer] = [
    await studio.member('agent', { projectIds: [castle.id] }),
    await studio.member('viewer', { projectIds: [castle.id] }),
  ];
  const search = { name: 'Mine', base: 'all', q: 'zeppelin', filter: '{"all":[]}', projectId: castle.id };
  assert.equal((await ada.call('POST', '/views', search)).status, 201);
  const page = await studio.open(t, { as: ada, path: '/search' });
  await options(page).filter({ hasText: 'Mine' }).click();
  await rows(page).nth(1).waitFor();
  await field(page).and(page.locator(':focus')).waitFor();
  await menu(page, 'Rename and share…');
  const dialog = page.getByRole('dialog', { name: 'Rename and share the search' });
  await dialog.getByLabel('Name').fill('Ours');
  await dialog.getByRole('combobox', { name: 'Who sees it' }).click();
  await page.getByRole('option', { name: 'Everyone in the team' }).click();
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await savedName(page, 'Ours').waitFor();

  const reader = await studio.open(t, { as: viewer, path: '/search' });
  await options(reader).filter({ hasText: 'Ours' }).waitFor();
  await untilMatch(() => options(reader).innerText(), /zeppelin.*Castle.*Shared: Viewer and higher roles/s);
  assert.deepEqual(await axeViolations(reader), []);
  await options(reader).click();
  await savedName(reader, 'Ours').waitFor();
  await until(() => reader.getByRole('button', { name: 'Change the saved search' }).count(), 0);

  await page.getByLabel('Status').selectOption('Open');
  await page.getByRole('button', { name: 'Save as new' }).waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
  const [view] = (await ada.call('GET', '/views')).body.views;
  assert.deepEqual([view.name, view.filter], ['Ours', '{"all":[{"field":"status","is":["open"]}]}']);

  await holdTime(page);
  await menu(page, 'Delete search');
  await page.getByRole('button', { name: 'Save search' }).waitFor();
  await until(() => rows(page).count(), 2, 'what it found stays');
  await page.getByRole('button', { name: 'Undo' }).click();
  await savedName(page, 'Ours').waitFor();
  assert.deepEqual(
    (await ada.call('GET', '/views')).body.views.map((one: { name: string; q: string }) => [one.name, one.q]),
    [['Ours', 'zeppelin']],
  );
});
