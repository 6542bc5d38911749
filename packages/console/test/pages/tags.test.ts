import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TAG_TICKETS } from '@player-support/contract/limits';
import type { Locator, Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, type Player, team } from '../../../server/test/helpers/builders.ts';
import { copyTicket } from '../../../server/test/helpers/ticket-copies.ts';
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
import { openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const [castle, other] = [await aProject(studio, 'Castle'), await aProject(studio, 'Other game')];
const player = await aPlayer(studio, castle);

async function tagged(tags: readonly string[], of: Player = player): Promise<string> {
  const id = await aTicket(studio, of);
  assert.equal((await team(studio, 'PATCH', `/tickets/${id}`, { tags })).status, 200);
  return id;
}

const tagsOf = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body.tags;
const rows = (page: Page) => page.getByRole('list', { name: 'Tags' }).getByRole('listitem').locator('.row-main');
const shown = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map(({ children }) =>
      Array.from(children, (one) => one.ariaLabel ?? one.textContent)
        .filter((text) => text !== '')
        .join(': '),
    ),
  );
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
/** Returns whether nothing covers the element's middle. */
const isOnTop = (element: Locator) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('an admin renames, merges and deletes tags; a refusal loses nothing, and other consoles follow', async (t) => {
  const crash = await tagged(['crash', 'vip']);
  const elsewhere = await tagged(['crash'], await aPlayer(studio, other));
  const boom = await tagged(['boom']);
  await copyTicket(studio.databaseUrl, boom, MAX_TAG_TICKETS);
  await team(studio, 'POST', '/macros', { name: 'M', body: 'B', projectId: null, actions: { addTags: ['crash'] } });
  const colleague = await studio.member('viewer');
  const filter = JSON.stringify({ all: [{ field: 'tag', is: ['crash'] }] });
  const view = { name: 'Crashes', projectId: castle.id, base: 'all', filter };
  assert.equal((await colleague.call('POST', '/views', view)).status, 201);
  const filterOf = async () => (await colleague.call('GET', '/views')).body.views[0].filter;

  const page = await studio.open(t, { as: await studio.member('admin'), path: '/settings/tags' });
  const watching = await studio.open(t, { as: await studio.member('owner'), path: '/settings/tags' });
  const before = ['boom: 101 tickets', 'crash: 2 tickets: 1 macro, 1 saved view', 'vip: 1 ticket'];
  for (const one of [page, watching]) await until(() => shown(one), before);
  const ends = await page
    .locator('.tags-count')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  assert.equal(new Set(ends).size, 1, 'the numbers are below each other');
  assert.deepEqual(await axeViolations(page), []);

  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Castle' }).click();
  await until(() => shown(page), ['boom: 101 tickets', 'crash: 1 ticket: 1 saved view', 'vip: 1 ticket']);
  await button(page, 'Rename crash').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 macro or saved view for all projects keeps the old name.').waitFor();
  const name = dialog.getByLabel('New name');
  await name.fill('crash-on-start');
  const rename = dialog.getByRole('button', { name: 'Rename', exact: true });
  const errors = { newTag: ['Must be another tag.'] };
  await refuseNext(page, 'PATCH', '/tags', problem(400, 'validation', { errors }));
  await rename.click();
  await until(() => name.getAttribute('aria-invalid'), 'true');
  for (const [fault, message] of [
    [tooMany, MESSAGES.tooMany],
    [busy, MESSAGES.busy],
    [cutConnection, MESSAGES.noResponse],
  ] as const) {
    await refuseNext(page, 'PATCH', '/tags', fault);
    await rename.click();
    await alertShown(dialog, message);
    await until(() => name.inputValue(), 'crash-on-start');
  }
  assert.deepEqual(await tagsOf(crash), ['crash', 'vip']);
  await rename.click();
  await dialog.waitFor({ state: 'detached' });
  await until(() => focusedName(page), 'Rename crash-on-start');
  assert.deepEqual(await tagsOf(crash), ['crash-on-start', 'vip']);
  assert.deepEqual(await tagsOf(elsewhere), ['crash']);
  assert.equal(await filterOf(), filter.replace('crash', 'crash-on-start'));
  const renamed = ['crash: 1 ticket: 1 macro', 'crash-on-start: 1 ticket: 1 saved view', 'vip: 1 ticket'];
  await until(() => shown(watching), ['boom: 101 tickets', ...renamed]);

  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'All projects' }).click();
  await button(page, 'Rename boom').click();
  await until(() => page.evaluate(() => String(getSelection())), 'boom');
  // Another tag contains this name: its option must not cover the warning or a button.
  await name.fill('crash-on');
  await page.getByRole('option', { name: 'crash-on-start' }).waitFor();
  await name.fill('crash');
  const warning = dialog.getByText('is already on 1 ticket. Both become one tag.');
  for (const one of [warning, dialog.getByRole('button', { name: 'Merge' })]) await until(() => isOnTop(one), true);
  await name.press('Enter');
  await page.getByRole('dialog', { name: 'Merge \u2068boom\u2069 into \u2068crash\u2069?' }).waitFor();
  await until(() => focusedName(page), 'Cancel');
  await page.keyboard.press('Enter');
  await until(() => name.inputValue(), 'crash');
  assert.deepEqual(await tagsOf(boom), ['boom']);
  await name.fill('vip');
  let refused = 0;
  await addRoute(page, '**/api/v1/team/tags', async (route) => {
    if (route.request().postDataJSON()?.cursor === undefined || refused > 0) return route.fallback();
    refused++;
    await busy(route);
  });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await dialog.getByText('Nobody can take them apart again.').waitFor();
  await page.getByRole('dialog', { name: /into/ }).getByRole('button', { name: 'Merge' }).click();
  await alertShown(dialog, MESSAGES.busy);
  await dialog.getByText('100 tickets are changed. The others still have the old tag.').waitFor();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('Tag changed on 101 tickets.').waitFor();
  assert.equal(refused, 1);
  await until(() => shown(watching), [...renamed.slice(0, 2), 'vip: 102 tickets']);

  await button(page, 'Delete crash-on-start').click();
  await dialog.getByText('This cannot be undone.').waitFor();
  const items = dialog.getByRole('listitem');
  await until(
    () => items.allInnerTexts(),
    [
      'It is removed from 1 ticket.',
      '1 saved view names it in its filter, stays as it is, and finds nothing any more by this tag.',
    ],
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await tagsOf(crash), ['vip']);
  // Only a colleague's private view still names the deleted one.
  const left = ['crash: 1 ticket: 1 macro', 'vip: 102 tickets'];
  for (const one of [page, watching]) await until(() => shown(one), left);
});
