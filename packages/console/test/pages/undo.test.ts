import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  aPlayer,
  aProject,
  aTicket,
  type Player,
  type Project,
  playerReply,
  poll,
  seenPlayer,
  team,
} from '../../../server/test/helpers/builders.ts';
import { copyTicket } from '../../../server/test/helpers/ticket-copies.ts';
import { problem, refuseNext } from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const agentOf = ({ id }: Project) => studio.member('agent', { projectIds: [id] });
const ticket = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const status = (page: Page, name: string) => page.getByRole('button', { name: `Status: ${name}`, exact: true });
const rows = (page: Page) => page.getByRole('list', { name: /^Tickets/ }).getByRole('listitem');

async function told(player: Player): Promise<string[]> {
  const { messages } = (await poll(studio, player)).body;
  return messages.flatMap(({ type, title }: { type: string; title: string }) =>
    type === 'ticket_status' ? [title] : [],
  );
}

async function aStuckPlayer() {
  const player = await aPlayer(studio);
  const id = await aTicket(studio, player, { subject: 'Stuck in level 3' });
  return { player, id, own: await agentOf(player.project) };
}

function allSent(page: Page): Promise<void> {
  return eventually(() => page.evaluate(() => Object.keys(localStorage).every((key) => !key.startsWith('outbox:'))));
}

async function changeSelected(page: Page, name: string): Promise<void> {
  const actions = page.getByRole('group', { name: 'Actions for the selected tickets' });
  await actions.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

suite('a new status', { concurrency: 2 }, () => {
  test('is undone with Ctrl+Z, and the player never hears of it', async (t) => {
    const { player, id, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await page.getByLabel('Reply to the player').waitFor();
    const releaseTime = await holdTime(page);
    await page.keyboard.press('e');
    await status(page, 'Resolved').waitFor();
    await toast(page, 'Resolving “\u2068Stuck in level 3\u2069”').waitFor();
    await page.keyboard.press('Control+z');
    await status(page, 'Open').waitFor();
    await undoButton(page).waitFor({ state: 'detached' });
    await allSent(page);
    await releaseTime();
    await page.keyboard.press('e');
    await eventually(async () => (await ticket(id)).status === 'resolved');
    assert.equal((await ticket(id)).events.length, 1);
    assert.equal((await told(player)).length, 1);
  });

  test('is undone on another page', async (t) => {
    const { id, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: '/queue' });
    await rows(page).getByRole('link').first().click();
    await page.getByLabel('Reply to the player').waitFor();
    const releaseTime = await holdTime(page);
    await page.keyboard.press('e');
    await page.keyboard.press('u');
    await rows(page).getByText('Left this view').waitFor();
    await undoButton(page).click();
    await rows(page).getByText('Left this view').waitFor({ state: 'detached' });
    await releaseTime();
    await allSent(page);
    const { status, events } = await ticket(id);
    assert.deepEqual([status, events], ['open', []]);
  });

  test('with a reply marks the row of the queue until it is sent', async (t) => {
    const { id, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await page.getByLabel('Reply to the player').fill('Jump twice.');
    const releaseTime = await holdTime(page);
    await page.getByRole('button', { name: 'Send and resolve' }).click();
    await undoButton(page).waitFor();
    // A new page would send it at once.
    await page.getByRole('link', { name: /^Needs attention/ }).click();
    await rows(page).getByText('Sending…').waitFor();
    await releaseTime();
    await allSent(page);
    await rows(page).getByText('Sending…').waitFor({ state: 'detached' });
    assert.equal((await ticket(id)).status, 'resolved');
  });

  test('stays when Ctrl+Z undoes typing', async (t) => {
    const { id, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    const composer = page.getByLabel('Reply to the player');
    await composer.waitFor();
    await page.keyboard.press('e');
    await status(page, 'Resolved').waitFor();
    await composer.pressSequentially('Jump');
    await page.keyboard.press('Control+z');
    await status(page, 'Resolved').waitFor();
    await eventually(async () => (await ticket(id)).status === 'resolved');
    await allSent(page);
    await composer.fill('Half a reply');
    await page.keyboard.press('Escape');
    await page.locator('textarea:focus').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await until(() => composer.inputValue(), 'Half a reply');
  });

  test('is not sent after a reply that the server refuses', async (t) => {
    const { player, id, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await page.getByLabel('Reply to the player').fill('Jump twice.');
    await refuseNext(page, 'POST', `/tickets/${id}/replies`, problem(403, 'forbidden'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await status(page, 'Open').click();
    await page.getByRole('menuitemradio', { name: 'Resolved' }).click();
    await status(page, 'Resolved').waitFor();
    await page.getByText(/^Not sent\./).waitFor();
    await status(page, 'Open').waitFor();
    await allSent(page);
    assert.deepEqual([(await ticket(id)).events, await told(player)], [[], []]);
  });
});

suite('a change of many tickets', { concurrency: 2 }, () => {
  test('says how many players will be told, and can be undone', async (t) => {
    const project = await aProject(studio);
    const players = [await aPlayer(studio, project), await aPlayer(studio, project)];
    const [id = ''] = await Promise.all(players.map((player) => aTicket(studio, player)));
    await copyTicket(studio.databaseUrl, id, 5);
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue?view=open' });
    await rows(page).getByRole('button', { name: '+5 more' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
    await changeSelected(page, 'Closed');
    const question = page.getByRole('dialog', { name: 'Close 7 tickets?' });
    await question.getByText('5 of them are folded into the rows of other tickets. 2 players will be told.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('7 of 7 selected, 5 of them folded').waitFor();
    const releaseTime = await holdTime(page);
    await changeSelected(page, 'Closed');
    await question.getByRole('button', { name: 'Close 7 tickets' }).click();
    await toast(
      page,
      'Closing 7 tickets: “\u2068Stuck\u2069”, “\u2068Stuck\u2069”, “\u2068Stuck\u2069” and 4 more',
    ).waitFor();
    await rows(page).getByText('Left this view').nth(6).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('7 of 7 selected, 5 of them folded').waitFor();
    await until(() => rows(page).getByText('Left this view').count(), 0);
    await releaseTime();
    await allSent(page);
    const { open } = (await team(studio, 'GET', `/tickets/counts?projectId=${project.id}`)).body;
    assert.equal(open.count, 7);
    for (const player of players) assert.deepEqual(await told(player), []);
  });

  test('and of one are sent exactly once if the tab is lost', async (t) => {
    const project = await aProject(studio);
    const [one, other] = [await aPlayer(studio, project), await aPlayer(studio, project)];
    const ids = [await aTicket(studio, one), await aTicket(studio, one)];
    const single = await aTicket(studio, other);
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue?view=open' });
    await rows(page).getByRole('button', { name: '+1 more' }).click();
    await rows(page).nth(2).waitFor();
    await rows(page)
      .filter({ has: page.locator(`[href*="${ids[0]}"]`) })
      .getByRole('checkbox')
      .click();
    await rows(page)
      .filter({ has: page.locator(`[href*="${ids[1]}"]`) })
      .getByRole('checkbox')
      .click();
    await changeSelected(page, 'Closed');
    await rows(page).locator(`[href*="${single}"]`).click();
    await page.getByLabel('Reply to the player').waitFor();
    await page.keyboard.press('e');
    await status(page, 'Resolved').waitFor();
    const again = await page.context().newPage();
    await page.close({ runBeforeUnload: true });
    const statuses = async () => (await Promise.all([...ids, single].map(ticket))).map(({ status }) => status);
    await eventually(async () => (await statuses()).join() === 'closed,closed,resolved');
    // The next page repeats both. The player has reopened the ticket.
    await playerReply(studio, other, single, 'It is back.');
    await again.goto('/queue?view=open');
    await rows(again).first().waitFor();
    await allSent(again);
    assert.deepEqual(await statuses(), ['closed', 'closed', 'open']);
    assert.deepEqual([(await told(one)).length, (await told(other)).length], [2, 1]);
  });
});

suite('blocking a player', { concurrency: 2 }, () => {
  const block = async (page: Page) => {
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  };

  test('can be undone', async (t) => {
    const { player, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/players/${player.id}` });
    const releaseTime = await holdTime(page);
    await block(page);
    await page.getByRole('button', { name: 'Unblock', exact: true }).waitFor();
    await undoButton(page).click();
    await page.getByRole('button', { name: 'Block', exact: true }).waitFor();
    await allSent(page);
    assert.equal((await seenPlayer(studio, player.id)).blocked, false);
    await releaseTime();
    await block(page);
    await eventually(async () => (await seenPlayer(studio, player.id)).blocked);
  });

  test('that is refused says so, and the page shows what the server has', async (t) => {
    const { player, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/players/${player.id}` });
    await refuseNext(page, 'PATCH', `/players/${player.id}`, problem(403, 'forbidden'));
    await block(page);
    await page.getByRole('alert').filter({ hasText: 'was not changed.' }).waitFor();
    await page.getByRole('button', { name: 'Block', exact: true }).waitFor();
    assert.equal((await seenPlayer(studio, player.id)).blocked, false);
  });
});
