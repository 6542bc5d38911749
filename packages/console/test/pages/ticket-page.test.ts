import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, type Project, team } from '../../../server/test/helpers/builders.ts';
import { aKnownIssue } from '../../../server/test/helpers/known-issues.ts';
import { eventually, follow, openStudio, settled } from '../helpers/studio.ts';
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
  await page.getByRole('menuitem', { name: 'Send and stay on this ticket Ctrl Alt Enter' }).click();
  await until(() => reply(page).inputValue(), '');
  await button(page, 'More send options').click();
  const focused = (name: string) => page.getByRole('menuitemradio', { name }).and(page.locator(':focus')).waitFor();
  await focused('Next ticket');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Send and stay on this ticket' }).waitFor({ state: 'detached' });
  await focused('Stay on this ticket');
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
  await note(page).press('Escape');
  await page.keyboard.press('r');
  await reply(page).fill('We look at it.');
  await reply(page).press('Escape');
  await page.keyboard.press('n');
  await note(page).fill('We look at it. A cheater?');
  await note(page).press('Escape');
  await page.keyboard.press('r');
  await warned.waitFor();
  const question = page.getByRole('dialog', { name: 'Send a note to the player?' });
  await reply(page).press('Control+Enter');
  await question.getByText('You wrote this as a note. The player will see it.').waitFor();
  await question.getByRole('button', { name: 'Edit' }).click();
  await question.waitFor({ state: 'detached' });
  await reply(page).fill('We look at it.');
  await reply(page).press('Control+Enter');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await eventually(async () => (await messages(id)).length === 3);
  assert.deepEqual((await messages(id)).slice(1), ['internal: It is bug 118.', 'public: We look at it.']);
});

test('the header says when the ticket is due, and the list of assignees begins with me, and marks the assignee', async (t) => {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player, { subject: 'Waiting' });
  const own = await agentOf(player.project, 'Zoe');
  for (const name of ['Bert', 'Änne', 'adam']) await agentOf(player.project, name);
  const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
  const header = page.getByRole('main').locator('header');
  await header.getByText(/^\d+h left$/).waitFor();
  await page.keyboard.press('Shift+A');
  const options = page.getByRole('listbox', { name: 'Assignee' }).getByRole('option');
  await until(() => options.allInnerTexts(), ['Me (\u2068Zoe\u2069)', 'Nobody', 'adam', 'Änne', 'Bert']);
  const present = options.and(page.locator('[aria-current]'));
  const marked = options.filter({ has: page.locator('svg:visible') });
  for (const one of [present, marked]) await until(() => one.allInnerTexts(), ['Nobody']);
  await page.keyboard.type('zo');
  await until(() => options.allInnerTexts(), ['Me (\u2068Zoe\u2069)']);
  await page.keyboard.press('Enter');
  await button(page, 'Assignee: Zoe').click();
  await until(() => present.allInnerTexts(), ['Me (\u2068Zoe\u2069)']);
  await page.keyboard.press('Escape');
  await team(studio, 'PATCH', `/tickets/${id}`, { status: 'resolved' });
  await button(page, 'Status: Resolved').waitFor();
  await until(() => header.getByText(/left$/).count(), 0);
});

/** Lists what of the header is outside the window or covered. */
const hidden = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main header :is(h1, button, a, time)')].flatMap((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      if (width === 0) return [];
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isFree = over !== null && (one.contains(over) || over.contains(one));
      return isFree && left >= 0 && right <= innerWidth ? [] : [one.outerHTML];
    }),
  );

test('every conversation begins at the same height, below a short header in which the subject wins', async (t) => {
  const player = await aPlayer(studio);
  const plain = await aTicket(studio, player, { subject: 'Short' });
  const full = await aTicket(studio, player, { subject: 'A dragon flies through the floor '.repeat(3) });
  const own = await agentOf(player.project, 'Wilhelmina Featherstonehaugh-Cholmondeley');
  const knownIssueId = await aKnownIssue(studio, player.project, { title: 'Dragons fly through the floors of levels' });
  const tags = Array.from({ length: 20 }, (_, index) => `a-rather-long-tag-${index}`);
  const snooze = { until: new Date(Date.now() + 86_400_000).toISOString() };
  const changed = await team(studio, 'PATCH', `/tickets/${full}`, { tags, assigneeId: own.id, knownIssueId, snooze });
  assert.equal(changed.status, 200, changed.text);
  const page = await studio.open(t, { as: own, path: '/queue' });
  await settled(page);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const box = async () => (await conversation.boundingBox()) ?? assert.fail();
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await follow(page, `/tickets/${plain}`);
    const { y } = await box();
    await follow(page, `/tickets/${full}`);
    assert.equal((await box()).y, y, `${width}`);
    assert.deepEqual(await hidden(page), [], `${width}`);
    if (width === 390) assert.ok(y <= height * 0.15, `${y} of ${height}`);
    const subject = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? assert.fail();
    if (width === 1024) assert.ok(subject.width > 600, `${subject.width}`);
    await button(page, `Tags: ${tags.toSorted().join(', ')}`)
      .locator('[data-number="20"]:visible')
      .waitFor();
  }
  // Above a phone's keyboard.
  await page.setViewportSize({ width: 390, height: 450 });
  await reply(page).click();
  await until(() => page.evaluate(() => document.documentElement.scrollHeight), 450);
  await eventually(async () => (await box()).height >= 100);
  await page.getByRole('button', { name: 'All about the ticket' }).click();
  await button(page, 'Merge…').click();
  await page.getByRole('dialog').waitFor();
});
