import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, type Project, team } from '../../../server/test/helpers/builders.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const agentOf = ({ id }: Project, name: string) => studio.member('agent', { name, projectIds: [id] });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const reply = (page: Page) => page.getByLabel('Reply to the player');
const note = (page: Page) => page.getByLabel('Internal note', { exact: true });
const kind = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Message type' }).getByText(name, { exact: true });
const opened = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const messages = async (id: string): Promise<string[]> =>
  (await team(studio, 'GET', `/tickets/${id}`)).body.messages.map(
    ({ visibility, message }: { visibility: string; message: string }) => `${visibility}: ${message}`,
  );

test('all ways to send follow one choice, and one way stays for once', async (t) => {
  const project = await aProject(studio);
  for (const subject of ['One', 'Two', 'Three', 'Four']) {
    await aTicket(studio, await aPlayer(studio, project), { subject });
  }
  const page = await studio.open(t, { as: await agentOf(project, 'Sender'), path: '/queue?view=open&sort=created' });
  await page.getByRole('link', { name: /One/ }).click();
  await opened(page, 'One');
  await reply(page).fill('First.');
  await page.keyboard.press('Control+Enter');
  await opened(page, 'Two');
  await page.keyboard.press('n');
  await note(page).fill('Known.');
  await button(page, 'Add note').click();
  await opened(page, 'Three');
  await reply(page).fill('Wait.');
  await page.keyboard.press('Control+Alt+Enter');
  await until(() => reply(page).inputValue(), '');
  await opened(page, 'Three');
  await reply(page).fill('Wait a little.');
  await button(page, 'More send options').click();
  await page.getByRole('menuitem', { name: 'Send and stay on this ticket' }).click();
  await until(() => reply(page).inputValue(), '');
  await button(page, 'More send options').click();
  await page.getByRole('menuitemradio', { name: 'Stay on this ticket' }).click();
  await page.getByRole('menuitem', { name: 'Send and stay on this ticket' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await button(page, 'More send options').and(page.locator(':focus')).waitFor();
  await reply(page).fill('Done.');
  await reply(page).press('Control+Shift+Enter');
  await until(() => reply(page).inputValue(), '');
  await opened(page, 'Three');
  await button(page, 'More send options').click();
  await page.getByRole('menuitemradio', { name: 'Back to the list' }).click();
  await page.keyboard.press('Escape');
  await button(page, 'More send options').and(page.locator(':focus')).waitFor();
  await reply(page).fill('Really done.');
  await button(page, 'Send').click();
  await page.waitForURL('**/queue?**');
});

test('a text moves from a reply to a note and back, and a former note says that the player sees it', async (t) => {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player);
  const page = await studio.open(t, { as: await agentOf(player.project, 'Mover'), path: `/tickets/${id}` });
  const warned = page.getByText('You wrote this as a note. If you send it, the player sees it.');
  await reply(page).fill('Is it bug 118?');
  await kind(page, 'Note').click();
  await until(() => note(page).inputValue(), 'Is it bug 118?');
  await button(page, 'Add note').waitFor();
  await until(() => button(page, 'Send').count(), 0);
  await page.reload();
  await until(() => note(page).inputValue(), 'Is it bug 118?');
  await kind(page, 'Reply').click();
  await until(() => reply(page).inputValue(), 'Is it bug 118?');
  await until(() => warned.count(), 0);
  await kind(page, 'Note').click();
  await note(page).fill('');
  await note(page).fill('It is bug 118.');
  await note(page).press('Escape');
  await page.keyboard.press('r');
  await until(() => reply(page).inputValue(), 'It is bug 118.');
  await warned.waitFor();
  await kind(page, 'Note').click();
  await button(page, 'Add note').click();
  await eventually(async () => (await messages(id)).length === 2);
  assert.equal((await messages(id)).at(-1), 'internal: It is bug 118.');
});

test('the header says when the ticket is due, and the list of assignees begins with me', async (t) => {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player, { subject: 'Waiting' });
  const own = await agentOf(player.project, 'Zoe');
  await agentOf(player.project, 'Ann');
  const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
  const header = page.getByRole('main').locator('header');
  await header.getByText(/^\d+h left$/).waitFor();
  await page.keyboard.press('Shift+A');
  const options = page.getByRole('listbox', { name: 'Assignee' }).getByRole('option');
  await until(() => options.allInnerTexts(), ['Me (\u2068Zoe\u2069)', 'Nobody', 'Ann']);
  await page.keyboard.type('zo');
  await until(() => options.allInnerTexts(), ['Me (\u2068Zoe\u2069)']);
  await page.keyboard.press('Enter');
  await button(page, 'Assignee: Zoe').waitFor();
  await team(studio, 'PATCH', `/tickets/${id}`, { status: 'resolved' });
  await button(page, 'Status: Resolved').waitFor();
  await until(() => header.getByText(/left$/).count(), 0);
});
