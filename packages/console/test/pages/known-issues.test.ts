import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, poll, team, unlimited } from '../../../server/test/helpers/builders.ts';
import { aKnownIssue, answerAll, link, seenIssue } from '../../../server/test/helpers/known-issues.ts';
import { axeViolations } from '../helpers/axe.ts';
import { busy, cutConnection, MESSAGES, problem, refuseNext, tooMany } from '../helpers/faults.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';

const studio = await openStudio({ RATE_LIMITS: 'off' });

const USERS = ['nova', 'orion', 'pluto', undefined];

/** A project with a ticket of each user about one crash, and an agent. */
async function aCrash(name: string) {
  const project = await aProject(studio, name);
  await unlimited(studio, project);
  const players = [];
  const ids: string[] = [];
  for (const userId of USERS) {
    const player = await aPlayer(studio, project, userId === undefined ? {} : { userId });
    players.push(player);
    ids.push(await aTicket(studio, player, { subject: `Crash of ${userId ?? 'somebody'}` }));
  }
  const agent = await studio.member('agent', { projectIds: [project.id] });
  return { project, players, ids, agent };
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
const dialog = (page: Page) => page.getByRole('dialog');
const seenTicket = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;

async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await axeViolations(page), []);
}

test('by keyboard alone: tickets become a known issue, and all of them get one answer', async (t) => {
  const { project, players, ids, agent } = await aCrash('Space Cats');
  const page = await studio.open(t, { as: agent, path: '/queue' });
  await page.getByRole('link', { name: 'Crash of nova' }).waitFor();
  await settled(page);
  // All four tickets, one after the other.
  for (let count = 0; count < USERS.length; count++) await page.keyboard.type('jx');
  await page.getByText('4 of 4 selected').waitFor();
  await page.keyboard.press('i');
  await dialog(page).getByLabel('Search known issues').waitFor();
  await eventually(async () => (await focused(page)) === 'INPUT');
  await assertAccessible(page);
  await dialog(page).getByRole('button', { name: 'New known issue from these 4 tickets' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Title').waitFor();
  await eventually(async () => (await focused(page)) === 'INPUT');
  await page.keyboard.type('Crash at the start of level 3');
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await eventually(async () => (await seenTicket(ids[3] ?? '')).knownIssue !== null);
  const { id: issueId } = (await seenTicket(ids[0] ?? '')).knownIssue;

  // The palette leads to the page.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.type('known issues');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Known issues' });
  const row = list.getByRole('link', { name: 'Crash at the start of level 3' });
  await row.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Crash at the start of level 3' }).waitFor();
  await settled(page);
  await assertAccessible(page);
  await page.keyboard.press('r');
  await dialog(page).getByLabel('Text').waitFor();
  await eventually(async () => (await focused(page)) === 'TEXTAREA');
  await page.keyboard.type('Hello {{player.userId}}, it is fixed.');
  await dialog(page).getByRole('button', { name: 'Preview' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('3 tickets get this answer').waitFor();
  await dialog(page).getByText('1 ticket has no value for {{player.userId}}.').waitFor();
  assert.equal(await dialog(page).getByRole('button', { name: 'Send to 3 tickets' }).isEnabled(), false);
  await assertAccessible(page);
  await dialog(page).getByLabel('Leave these tickets out').focus();
  await page.keyboard.press('Space');
  await dialog(page).getByRole('button', { name: 'Send to 3 tickets' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  const answers = page.getByRole('list', { name: 'Answers to all tickets' });
  await answers.getByRole('button', { name: 'Undo' }).waitFor();
  await answers.getByText('3 of 4 tickets').waitFor();
  await answers.getByText('Sent', { exact: true }).waitFor();
  await answers.getByText('1 without a value').waitFor();
  for (const [index, userId] of USERS.entries()) {
    const player = players[index] ?? assert.fail();
    const bodies = (await poll(studio, player)).body.messages.map(({ body }: { body: string }) => body);
    assert.deepEqual(bodies, userId === undefined ? [] : [`Hello ${userId}, it is fixed.`]);
  }
  await page.keyboard.press('o');
  await page.getByRole('button', { name: 'Remove filter: Known issue: Crash at the start of level 3' }).waitFor();
  await page.getByRole('link', { name: 'Crash of somebody' }).waitFor();
  assert.equal((await seenIssue(studio, issueId)).projectId, project.id);
});

test('an answer that is undone in time reaches nobody', async (t) => {
  const { project, players, ids, agent } = await aCrash('Undone');
  const issueId = await aKnownIssue(studio, project);
  await link(studio, issueId, ...ids);
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  await page.getByRole('heading', { level: 1, name: 'Crash' }).waitFor();
  assert.equal((await answerAll(studio, issueId)).status, 201);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  assert.equal((await seenIssue(studio, issueId)).answers[0].state, 'cancelled');
  assert.deepEqual((await poll(studio, players[0] ?? assert.fail())).body.messages, []);
});

test('a ticket is linked, shows its known issue, and is unlinked', async (t) => {
  const { project, ids, agent } = await aCrash('Linked');
  const [ticketId = ''] = ids;
  await aKnownIssue(studio, project, { title: 'Other' });
  const issueId = await aKnownIssue(studio, project, { title: 'Black screen' });
  const page = await studio.open(t, { as: agent, path: `/tickets/${ticketId}` });
  await page.getByRole('heading', { level: 1, name: 'Crash of nova' }).waitFor();
  await settled(page);
  await page.keyboard.press('i');
  await dialog(page).getByLabel('Search known issues').waitFor();
  await eventually(async () => (await focused(page)) === 'INPUT');
  await dialog(page).getByRole('button', { name: 'Other' }).waitFor();
  await page.keyboard.type('black');
  await dialog(page).getByRole('button', { name: 'Other' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Black screen' }).waitFor();
  assert.equal((await seenTicket(ticketId)).knownIssue.id, issueId);
  await page.keyboard.press('i');
  await dialog(page).getByRole('button', { name: 'Remove the link' }).click();
  await page.getByRole('link', { name: 'Black screen' }).waitFor({ state: 'detached' });
  await eventually(async () => (await seenTicket(ticketId)).knownIssue === null);
});

suite('a refused answer says why, keeps the text, and can be sent again', () => {
  const REFUSALS = {
    'a 400': [problem(400, 'validation', { errors: { message: ['Must not be that.'] } }), 'Must not be that.'],
    'a 409': [problem(409, 'answer-refused'), 'This answer cannot be sent or cancelled'],
    'a 429': [tooMany, MESSAGES.tooMany],
    'a 503': [busy, MESSAGES.busy],
    'no answer': [cutConnection, MESSAGES.noAnswer],
  } as const;
  for (const [name, [fault, message]] of Object.entries(REFUSALS)) {
    test(name, async (t) => {
      const { project, ids, agent } = await aCrash(name);
      const issueId = await aKnownIssue(studio, project);
      await link(studio, issueId, ...ids);
      const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
      await page.getByRole('button', { name: 'Answer all tickets' }).click();
      await dialog(page).getByLabel('Text').fill('It is fixed.');
      await dialog(page).getByRole('button', { name: 'Preview' }).click();
      const send = dialog(page).getByRole('button', { name: 'Send to 4 tickets' });
      await send.waitFor();
      await refuseNext(page, 'POST', `/known-issues/${issueId}/answers`, fault);
      await send.click();
      await dialog(page).getByText(message).first().waitFor();
      assert.equal(await dialog(page).getByLabel('Text').inputValue(), 'It is fixed.');
      assert.deepEqual((await seenIssue(studio, issueId)).answers, []);
      await send.click();
      await dialog(page).waitFor({ state: 'detached' });
      assert.equal((await seenIssue(studio, issueId)).answers.length, 1);
    });
  }

  test('a 401: the member signs in again', async (t) => {
    const { project, ids, agent } = await aCrash('a 401');
    const issueId = await aKnownIssue(studio, project);
    await link(studio, issueId, ...ids);
    const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
    await page.getByRole('button', { name: 'Answer all tickets' }).click();
    await dialog(page).getByLabel('Text').fill('It is fixed.');
    assert.equal((await agent.call('DELETE', '/session')).status, 204);
    await dialog(page).getByRole('button', { name: 'Preview' }).click();
    await page.waitForURL(/\/sign-in/);
    assert.deepEqual((await seenIssue(studio, issueId)).answers, []);
  });
});

test('a known issue is created and edited with its notes and links; wrong values are shown at their fields', async (t) => {
  const { project, agent } = await aCrash('Edited');
  const page = await studio.open(t, { as: agent, path: '/known-issues' });
  await page.getByRole('heading', { level: 1, name: 'Known issues' }).waitFor();
  await settled(page);
  await page.keyboard.press('c');
  await dialog(page).getByLabel('Title').fill('Lost gems');
  await dialog(page).getByLabel('Public note', { exact: true }).fill('We know about it.');
  await dialog(page).getByLabel('Links to trackers').fill('http://tracker.example/GAME-1');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).getByText('Must be an https URL without a user name or a password.').waitFor();
  await dialog(page).getByLabel('Links to trackers').fill('https://tracker.example/GAME-1');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lost gems' }).waitFor();
  await page.getByRole('link', { name: 'GAME-1' }).waitFor();
  await page.getByText('We know about it.').waitFor();
  const { knownIssues } = (await team(studio, 'GET', `/known-issues?projectId=${project.id}`)).body;
  assert.deepEqual(
    knownIssues.map(({ title, notes, links }: { title: string; notes: object; links: object }) => [
      title,
      notes,
      links,
    ]),
    [['Lost gems', { en: 'We know about it.' }, [{ title: 'GAME-1', url: 'https://tracker.example/GAME-1' }]]],
  );
});

test('a viewer sees known issues, and can change nothing', async (t) => {
  const { project, ids } = await aCrash('Seen');
  const issueId = await aKnownIssue(studio, project, { title: 'Seen by all' });
  await link(studio, issueId, ...ids);
  const viewer = await studio.member('viewer', { projectIds: [project.id] });
  const page = await studio.open(t, { as: viewer, path: '/known-issues' });
  await page.getByRole('link', { name: 'Seen by all' }).click();
  await page.getByRole('heading', { level: 1, name: 'Seen by all' }).waitFor();
  assert.equal(await page.getByRole('main').getByRole('button').count(), 0);
});
