import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aTicket, poll, team } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import {
  alertShown,
  busy,
  cutConnection,
  failNext,
  late,
  MESSAGES,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

/** Macros have texts in other languages and change the ticket. */

const studio = await openStudio();

const macrosOf = async () => (await team(studio, 'GET', '/macros')).body.macros;
const ticketOf = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;
const textbox = (page: Page) => page.getByLabel('Reply to the player');
const changes = (page: Page) => page.getByRole('group', { name: 'The reply also sets' });

async function insert(page: Page, name: string): Promise<void> {
  await textbox(page).click();
  await page.keyboard.type(`/${name.split(' ', 1)}`);
  await page.getByRole('option', { name: new RegExp(name) }).waitFor();
  await page.keyboard.press('Enter');
}

test('an admin writes a text for another language and chooses changes; a refusal shows the text it is about', async (t) => {
  const admin = await studio.member('admin');
  await team(studio, 'POST', '/macros', { name: 'Thanks', body: 'Thank you, {{player.userId}}.' });
  const page = await studio.open(t, { as: admin, path: '/settings/macros' });
  await page.getByText('Not used yet').waitFor();
  await page.getByRole('button', { name: 'Edit Thanks' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit macro' });
  const language = dialog.getByRole('combobox', { name: 'Language' });
  const choose = async (name: string | RegExp) => {
    await language.click();
    await dialog.getByRole('option', { name }).click();
  };
  await choose('German (de)');
  await until(() => dialog.getByLabel('Text').inputValue(), '');
  await dialog.getByLabel('Text').fill('Danke, {{player.userId}}.');
  await choose('All other languages');
  await until(() => dialog.getByLabel('Text').inputValue(), 'Thank you, {{player.userId}}.');
  const pick = async (label: string, name: string) => {
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await pick('Status', 'Resolved');
  await pick('Priority', 'High');
  await pick('Assignee', 'Author of the reply');
  await dialog.getByLabel('Add tags').click();
  await page.keyboard.type('crash,');

  const save = dialog.getByRole('button', { name: 'Save' });
  const path = `/macros/${(await macrosOf())[0].id}`;
  const errors = { 'texts.de': ['Must have at most 5 characters.'] };
  const problems = [{ field: 'texts.de', code: 'too-long' as const, parameters: { max: 5 } }];
  await refuseNext(page, 'PATCH', path, problem(400, 'validation', { errors, problems }));
  await save.click();
  await dialog.getByText('At most 5 characters.').waitFor();
  await until(() => dialog.getByLabel('Text').inputValue(), 'Danke, {{player.userId}}.');
  for (const [fault, message] of [
    [tooMany, MESSAGES.tooMany],
    [busy, MESSAGES.busy],
    [cutConnection, MESSAGES.noResponse],
  ] as const) {
    await refuseNext(page, 'PATCH', path, fault);
    await save.click();
    await alertShown(dialog, message);
  }
  assert.deepEqual((await macrosOf())[0].texts, {});
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  const [macro] = await macrosOf();
  assert.deepEqual(macro.texts, { de: 'Danke, {{player.userId}}.' });
  assert.equal(macro.body, 'Thank you, {{player.userId}}.');
  assert.deepEqual(macro.actions, { status: 'resolved', priority: 'high', assignee: 'me', addTags: ['crash'] });
  await page.getByText('Status: Resolved · Priority: High · Assignee: Author of the reply · Tag: crash').waitFor();
});

test('a reply with a macro is in the language of the player, and changes the ticket once, without what was removed', async (t) => {
  const context = { platform: 'ios', appVersion: '2.4.1', locale: 'de_AT', deviceModel: null, osVersion: null };
  const player = await aPlayer(studio, undefined, { userId: 'mira', context });
  const agent = await studio.member('agent', { projectIds: [player.project.id] });
  const id = await aTicket(studio, player);
  const actions = { status: 'resolved', priority: 'high', assignee: 'me', addTags: ['crash', 'ios'] };
  const { body: macro } = await team(studio, 'POST', '/macros', {
    name: 'Known bug',
    body: 'We know.',
    texts: { de: 'Wir wissen es, {{player.userId}}.' },
    actions,
  });
  const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
  await insert(page, 'Known bug');
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Wir wissen es, mira.');
  await until(
    () => changes(page).getByRole('listitem').allTextContents(),
    ['Status: Resolved', 'Priority: High', `Assignee: ${agent.name}`, 'Tag: crash', 'Tag: ios'],
  );
  const remove = changes(page).getByRole('button', { name: 'Do not set Tag: ios' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await remove.waitFor({ state: 'detached' });
  await page.reload();
  await changes(page).getByText('Tag: crash').waitFor();

  await refuseNext(page, 'POST', `/tickets/${id}/replies`, busy);
  await textbox(page).focus();
  await page.keyboard.press('Control+Enter');
  await eventually(async () => (await ticketOf(id)).status === 'resolved');
  const ticket = await ticketOf(id);
  assert.deepEqual([ticket.priority, ticket.assigneeId, ticket.tags], ['high', agent.id, ['crash']]);
  assert.equal(ticket.messages.at(-1).message, 'Wir wissen es, mira.');
  assert.equal(ticket.messages.length, 2);
  const { uses } = (await macrosOf()).find((one: { id: string }) => one.id === macro.id);
  assert.equal(uses, 1);
  assert.ok((await poll(studio, player)).body.messages.some(({ body }: { body: string }) => body.startsWith('Wir')));
  await team(studio, 'POST', '/macros', { name: 'To the agent', body: 'Wait.', actions: { assignee: agent.id } });
  const settings = await studio.open(t, { as: await studio.member('viewer'), path: '/settings/macros' });
  await settings.getByText('Used 1 time, last').waitFor();
  await settings.getByText(`Assignee: ${agent.name}`).waitFor();
});

test('when the text of a macro is gone, its changes go, and the button says what it does', async (t) => {
  const player = await aPlayer(studio);
  const agent = await studio.member('agent', { projectIds: [player.project.id] });
  const id = await aTicket(studio, player);
  const actions = { status: 'resolved', assignee: 'me', addTags: ['crash'] };
  await team(studio, 'POST', '/macros', { name: 'Repaired', body: 'It is repaired.', actions });
  const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
  const composer = page.getByRole('region', { name: 'Write', exact: true });
  const buttons = () => composer.getByRole('button', { name: /^Send/ }).allTextContents();
  await insert(page, 'Repaired');
  await changes(page).getByText('Status: Resolved').waitFor();
  await until(buttons, ['Send and resolve']);
  // What was sent and undone is still the macro.
  const releaseTime = await holdTime(page);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await changes(page).getByText('Tag: crash').waitFor();
  await releaseTime();
  await until(() => textbox(page).inputValue(), 'It is repaired.');

  const replaceAll = async () => {
    await textbox(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Please wait.');
    await changes(page).waitFor({ state: 'detached' });
    await until(buttons, ['Send and resolve', 'Send']);
  };
  await replaceAll();
  await eventually(async () => {
    await page.keyboard.press('Control+z');
    return (await textbox(page).inputValue()) === 'It is repaired.';
  });
  await changes(page).getByText('Status: Resolved').waitFor();
  await replaceAll();
  await page.keyboard.press('Control+Enter');
  await eventually(async () => (await ticketOf(id)).messages.length === 2);
  const { status, assigneeId, tags, messages } = await ticketOf(id);
  assert.equal(messages.at(-1).message, 'Please wait.');
  assert.deepEqual([status, assigneeId, tags], ['pending', null, []]);
  assert.equal((await macrosOf()).find(({ name }: { name: string }) => name === 'Repaired').uses, 0);
});

test('a refused change brings the reply back with its changes, and it can be sent without it', async (t) => {
  const player = await aPlayer(studio);
  const agent = await studio.member('agent', { projectIds: [player.project.id] });
  const other = await studio.member('agent');
  const id = await aTicket(studio, player);
  const actions = { assignee: other.id, addTags: ['payment'] };
  await team(studio, 'POST', '/macros', { name: 'To payments', body: 'They will help.', actions });
  const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
  await insert(page, 'To payments');
  await changes(page).getByText(`Assignee: ${other.name}`).waitFor();
  assert.equal((await team(studio, 'PATCH', `/members/${other.id}`, { disabled: true })).status, 200);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Not sent. This member cannot reply to tickets of this project.').waitFor();
  await until(() => textbox(page).inputValue(), 'They will help.');
  assert.equal((await ticketOf(id)).messages.length, 1);
  await changes(page)
    .getByRole('button', { name: /Do not set Assignee/ })
    .click();
  await textbox(page).focus();
  await page.keyboard.press('Control+Enter');
  await eventually(async () => (await ticketOf(id)).messages.length === 2);
  assert.deepEqual((await ticketOf(id)).tags, ['payment']);
});

test('Enter inserts the first macro, also if the macros are loaded after its name was typed', async (t) => {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player);
  await team(studio, 'POST', '/macros', { name: 'Patience', body: 'Please wait.' });
  const own = await studio.member('agent', { projectIds: [player.project.id] });
  const page = await studio.open(t, { as: own, path: '/queue' });
  await page.getByRole('list', { name: /^Tickets/ }).waitFor();
  const answer = await failNext(page, 'GET', '/macros', late);
  await page.goto(`${studio.url}/tickets/${id}`);
  await textbox(page).click();
  await page.keyboard.type('/patience');
  await page.getByRole('status').filter({ hasText: '0' }).waitFor({ state: 'attached' });
  answer();
  await page.getByRole('option', { name: /Patience/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Please wait.');
});

test('a note gets the text of a macro, and changes nothing', async (t) => {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player);
  await team(studio, 'POST', '/macros', { name: 'Escalate', body: 'Please look.', actions: { priority: 'urgent' } });
  const page = await studio.open(t, { as: await studio.member('agent'), path: `/tickets/${id}` });
  await page.getByRole('radiogroup').getByText('Note').click();
  await page.getByLabel('Internal note').click();
  await page.keyboard.type('/esca');
  await page.getByRole('option', { name: /Escalate/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Please look.');
  await until(() => changes(page).count(), 0);
  await page.keyboard.press('Control+Enter');
  await eventually(async () => (await ticketOf(id)).messages.length === 2);
  assert.equal((await ticketOf(id)).priority, 'normal');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone the list of macros is inside the screen, and a tap inserts one: ${colorScheme}`, async (t) => {
    const player = await aPlayer(studio, undefined, { userId: 'mira' });
    const projectId = player.project.id;
    const agent = await studio.member('agent', { projectIds: [projectId] });
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const name = `Shop ${number}: what to do if a purchase is missing`;
      await team(studio, 'POST', '/macros', {
        name,
        projectId,
        body: `Please restart the game, {{player.userId}}. ${number}`,
      });
    }
    const id = await aTicket(studio, player);
    const viewport = { width: 390, height: 844 };
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}`, viewport, colorScheme, hasTouch: true });
    await textbox(page).tap();
    await page.keyboard.type('/shop');
    const option = page.getByRole('option', { name: 'Shop 3' });
    await option.waitFor();
    const list = await page.getByRole('listbox').filter({ has: option }).boundingBox();
    assert.ok(list !== null && list.x >= 0 && list.x + list.width <= viewport.width, JSON.stringify(list));
    assert.ok(list.y >= 0 && list.y + list.height <= viewport.height, JSON.stringify(list));
    await until(() => page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    assert.deepEqual(await axeViolations(page), []);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/macros-${colorScheme}.png` });
    await page.keyboard.press('Tab');
    await option.waitFor({ state: 'hidden' });
    await until(() => page.evaluate(() => document.activeElement?.tagName), 'BUTTON');
    await textbox(page).tap();
    await page.keyboard.press('End');
    await page.keyboard.type('p');
    await page.keyboard.press('Backspace');
    await option.tap();
    await eventually(async () => (await textbox(page).inputValue()) === 'Please restart the game, mira. 3');
  });
}
