import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, team, unlimited } from '../../../server/test/helpers/builders.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { queueRow as row } from '../helpers/queue-rows.ts';
import { openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

/** Opens a queue with tickets called `Number 1` and so on. */
async function openQueue(t: TestContext, count: number, viewport = { width: 1440, height: 900 }) {
  const project = await aProject(studio);
  await unlimited(studio, project);
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    ids.push(await aTicket(studio, await aPlayer(studio, project), { subject: `Number ${number}` }));
    // Tickets of one millisecond have no fixed order.
    await sleep(2);
  }
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: '/queue?view=all&sort=created', viewport });
  await page.getByText(`${count} tickets`).waitFor();
  await row(page, 'Number 1').waitFor();
  return { page, ids };
}

const check = (page: Page, number: number) => row(page, `Number ${number}`).getByRole('checkbox');
const link = (page: Page, number: number) => row(page, `Number ${number}`).getByRole('link');
const focused = (page: Page, number: number) => link(page, number).and(page.locator(':focus')).waitFor();
const selected = (page: Page) => page.locator('.queue-row[data-selected]').count();
const status = async (id: string | undefined) => (await team(studio, 'GET', `/tickets/${id}`)).body.status;
const waiting = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox:')).length);

suite('selected tickets', { concurrency: 2 }, () => {
  test('are named before a key changes them if the focus is on another one', async (t) => {
    const { page, ids } = await openQueue(t, 12);
    await holdTime(page);
    await check(page, 7).click();
    await check(page, 9).click();
    await page.keyboard.press('Home');
    await focused(page, 1);
    await page.keyboard.press('e');
    const question = page.getByRole('dialog', { name: 'Resolve 2 tickets?' });
    await question.getByText('2 tickets: “\u2068Number 7\u2069”, “\u2068Number 9\u2069”.').waitFor();
    await question.getByText('You are on another ticket: “\u2068Number 1\u2069”.').waitFor();
    assert.equal(await waiting(page), 0);
    await question.getByRole('button', { name: 'Only the other ticket' }).click();
    await page.getByText('Resolving “\u2068Number 1\u2069”').waitFor();
    await until(() => selected(page), 2);
    await page.keyboard.press('Shift+A');
    await page
      .getByRole('dialog', { name: 'Change 2 tickets?' })
      .getByRole('button', { name: 'Change 2 tickets' })
      .click();
    await page.getByRole('dialog', { name: 'Assign 2 tickets' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(() => selected(page), 2);
    await link(page, 9).focus();
    await page.keyboard.press('e');
    await page.getByText('Resolving 2 tickets: “\u2068Number 7\u2069”, “\u2068Number 9\u2069”').waitFor();
    await until(() => selected(page), 0);
    await page.evaluate(() => globalThis.releaseTime());
    await until(() => Promise.all([0, 6, 8].map((index) => status(ids[index]))), ['resolved', 'resolved', 'resolved']);
  });

  test('are no longer selected when the list was left', async (t) => {
    const { page } = await openQueue(t, 3);
    await check(page, 2).click();
    await link(page, 3).click();
    await page.getByRole('heading', { level: 1, name: 'Number 3' }).waitFor();
    await page.keyboard.press('u');
    await focused(page, 3);
    assert.equal(await selected(page), 0);
  });

  test('do not disable keys: after a click on a checkbox they work', async (t) => {
    const { page } = await openQueue(t, 4);
    await check(page, 2).click();
    await page.keyboard.press('j');
    await focused(page, 3);
    await check(page, 3).click();
    await page.keyboard.press('x');
    await until(() => selected(page), 1);
    await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
    await page.keyboard.press('Shift+X');
    await until(() => selected(page), 0);
  });

  test('are deselected by Escape, unless a menu or a dialog uses it', async (t) => {
    const { page } = await openQueue(t, 3);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('menuitem', { name: 'Urgent' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Urgent' }).waitFor({ state: 'detached' });
    assert.equal(await selected(page), 1);
    await page.keyboard.press('f');
    await page.getByRole('dialog').locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await selected(page), 1);
    await page.getByTitle('Deselect (Esc)').waitFor();
    await page.keyboard.press('Shift+?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Escape', { exact: true }).waitFor();
    await help.getByRole('switch', { name: 'Use single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    assert.equal(await selected(page), 1);
    // It is no letter, so it works without single-key shortcuts.
    await link(page, 1).focus();
    await page.keyboard.press('Escape');
    await until(() => selected(page), 0);
  });

  test('get tags and a priority by the keys of a ticket, and no other ticket does', async (t) => {
    const { page, ids } = await openQueue(t, 5);
    const changed = () => Promise.all(ids.map(async (id) => (await team(studio, 'GET', `/tickets/${id}`)).body));
    const tags = async () => (await changed()).map((ticket) => ticket.tags.join());
    const priorities = async () => (await changed()).map((ticket) => ticket.priority);
    const dialog = (name: string) => page.getByRole('dialog', { name });
    await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
    await page.getByRole('button', { name: 'Tags', exact: true }).click();
    await dialog('Tags of 5 tickets').getByLabel('Add').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('all,');
    await dialog('Tags of 5 tickets').getByRole('button', { name: 'Save' }).click();
    await page.locator('#content:focus').waitFor();
    await until(tags, ['all', 'all', 'all', 'all', 'all']);
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    await dialog('Tags of 1 ticket').getByLabel('Add').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('alone,');
    await dialog('Tags of 1 ticket').getByRole('button', { name: 'Save' }).click();
    await focused(page, 1);
    await check(page, 2).click();
    await check(page, 4).click();
    await page.keyboard.press('p');
    await dialog('Priority of 2 tickets').getByRole('radio', { name: 'Normal' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText('2 tickets: “\u2068Number 2\u2069”, “\u2068Number 4\u2069”').first().waitFor();
    await check(page, 2).click();
    await check(page, 4).click();
    await link(page, 5).focus();
    await page.keyboard.press('p');
    const question = dialog('Change 2 tickets?');
    await question.getByText('You are on another ticket: “\u2068Number 5\u2069”.').waitFor();
    await question.getByRole('button', { name: 'Only the other ticket' }).click();
    await dialog('Priority of 1 ticket').getByRole('radio', { name: 'Normal' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until(tags, ['all,alone', 'all', 'all', 'all', 'all']);
    await until(priorities, ['normal', 'high', 'normal', 'high', 'low']);
    // A colleague's change is no choice of the member.
    await link(page, 3).focus();
    await page.keyboard.press('Escape');
    await until(() => selected(page), 0);
    await page.keyboard.press('p');
    await dialog('Priority of 1 ticket').getByRole('radio', { name: 'Normal' }).and(page.locator(':focus')).waitFor();
    await team(studio, 'PATCH', `/tickets/${ids[2]}`, { priority: 'urgent' });
    await page.locator('.queue-row', { hasText: 'Number 3' }).getByTitle('Urgent').waitFor({ state: 'attached' });
    await until(() => dialog('Priority of 1 ticket').getByRole('button', { name: 'Save' }).isDisabled(), true);
    await page.keyboard.press('Escape');
    await check(page, 2).click();
    await page.keyboard.press('g');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+J');
    await until(() => selected(page), 2);
  });

  test('are extended by keys row by row, and the bar stays in sight', async (t) => {
    const { page, ids } = await openQueue(t, 32, { width: 390, height: 600 });
    await page.keyboard.press('j');
    await focused(page, 1);
    for (let keys = 0; keys < 15; keys++) await page.keyboard.press('Shift+J');
    for (let keys = 0; keys < 15; keys++) await page.keyboard.press('Shift+ArrowDown');
    await focused(page, 31);
    await page.keyboard.press('Shift+ArrowUp');
    await focused(page, 30);
    await page.getByText('30 of 32 selected').waitFor();
    const bar = page.getByRole('group', { name: 'Actions for the selected tickets' });
    const [box, height] = [await bar.boundingBox(), 600];
    assert.ok(box !== null && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
    await page.keyboard.press('e');
    const question = page.getByRole('dialog', { name: 'Resolve 30 tickets?' });
    await question
      .getByText('30 tickets: “\u2068Number 1\u2069”, “\u2068Number 2\u2069”, “\u2068Number 3\u2069” and 27 more.')
      .waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await until(async () => [await status(ids[29]), await status(ids[30])], ['resolved', 'open']);
  });

  test('with an unsent reply are resolved only after a question', async (t) => {
    const { page } = await openQueue(t, 2);
    await link(page, 2).click();
    const reply = page.getByLabel('Reply to the player', { exact: true }).and(page.locator('textarea'));
    await reply.fill('Jump twice');
    await reply.press('Escape');
    await page.keyboard.press('u');
    await focused(page, 2);
    await page.keyboard.press('e');
    const question = page.getByRole('dialog', { name: 'Resolve 1 ticket?' });
    await question.getByText('You have not sent your reply to “\u2068Number 2\u2069”. It stays as a draft.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).click();
    assert.equal(await waiting(page), 0);
  });
});
