import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProject, team, teamReply, unlimited } from '../../../server/test/helpers/builders.ts';
import { aKnownIssue, link, seenIssue } from '../../../server/test/helpers/known-issues.ts';
import { aReport, otherReports } from '../../../server/test/helpers/suggestions.ts';
import { axeViolations } from '../helpers/axe.ts';
import { addRoute, cutConnection, failNext, failReads, late, problem, refuseNext } from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';
import { assertCount, until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio({ RATE_LIMITS: 'off' });

const TITLE = 'Zeppelin gondola stuck at the harbour tower';
const REPORTS = [
  'Gondola of the zeppelin stuck: harbour tower',
  'My gondola of the zeppelin',
  'the zeppelin: no gondola',
];
const LIST = 'Tickets that probably belong here';

/** A known issue, tickets about it, others, and an agent. */
async function aBug(name: string, reports: readonly string[] = REPORTS) {
  const project = await aProject(studio, name);
  await unlimited(studio, project);
  await otherReports(studio, project, 24);
  const ids: string[] = [];
  for (const [index, message] of reports.entries()) {
    ids.push(await aReport(studio, project, message, { subject: `Report ${index}` }));
  }
  await teamReply(studio, ids[0] ?? '', 'Hello, which device do you have?');
  const issueId = await aKnownIssue(studio, project, { title: TITLE });
  await eventually(async () => {
    const { body } = await team(studio, 'GET', `/known-issues/${issueId}/suggested-tickets`);
    return body.suggestions.length === reports.length;
  });
  const agent = await studio.member('agent', { projectIds: [project.id] });
  return { project, ids, issueId, agent };
}

const seenTicket = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;
const isLinked = async (id: string) => (await seenTicket(id)).knownIssue !== null;
const list = (page: Page) => page.getByRole('list', { name: LIST });

test('by keyboard alone: suggested tickets are linked to a known issue', async (t) => {
  const { ids, issueId, agent } = await aBug('Space Cats');
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  await list(page).getByRole('link', { name: 'Report 2' }).waitFor();
  await settled(page);
  await until(() => list(page).getByRole('listitem').count(), 3);
  await untilMatch(() => list(page).innerText(), /Because of: (gondola, zeppelin|zeppelin, gondola)/);
  await list(page).getByText('Gondola of the zeppelin stuck: harbour tower').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.type('xjx');
  await page.getByRole('button', { name: 'Link 2 tickets' }).waitFor();
  await page.keyboard.press('i');
  await eventually(async () => (await list(page).getByRole('listitem').count()) === 1);
  await eventually(async () => (await seenIssue(studio, issueId)).tickets === 2);
  await page.getByText('2 tickets', { exact: true }).waitFor();
  assert.equal((await Promise.all(ids.map(isLinked))).filter(Boolean).length, 2);
  await page.keyboard.type('jxi');
  await page.getByText('No other ticket resembles this known issue.').waitFor();
  await eventually(async () => (await seenIssue(studio, issueId)).tickets === 3);
});

test('all suggestions that a key selects come into sight, and more than five are asked before they are linked', async (t) => {
  const { issueId, agent } = await aBug('Many', [...REPORTS, ...REPORTS]);
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  await page.setViewportSize({ width: 1024, height: 320 });
  await list(page).getByRole('link', { name: 'Report 5' }).waitFor();
  await settled(page);
  const count = page.getByText('6 selected', { exact: true });
  await page.keyboard.press('Shift+X');
  await count.waitFor();
  // Inside the page, and not under its header.
  const isOnTop = () =>
    count.evaluate((one) => {
      const { x, y } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + 1, y + 1));
    });
  await until(isOnTop, true);
  await page.keyboard.press('i');
  const question = page.getByRole('dialog', { name: 'Link 6 tickets to this known issue?' });
  await question.getByText('the players of these tickets get the answer too').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await count.waitFor();
  await until(() => list(page).getByRole('listitem').count(), 6);
  await page.keyboard.press('i');
  await question.getByRole('button', { name: 'Link 6 tickets' }).click();
  await eventually(async () => (await seenIssue(studio, issueId)).tickets === 6);
});

test('suggestions appear by themselves when the search has the messages', async (t) => {
  const { issueId, agent } = await aBug('Late index');
  const page = await studio.open(t, { as: agent, path: '/known-issues' });
  await settled(page);
  let reads = 0;
  await addRoute(page, `**/known-issues/${issueId}/suggested-tickets`, (route) =>
    ++reads > 1 ? route.fallback() : route.fulfill({ json: { suggestions: [], complete: false } }),
  );
  await page.getByRole('link', { name: TITLE }).click();
  await page.getByText('Not all messages are in the index of the search yet').waitFor();
  await list(page).getByRole('link', { name: 'Report 2' }).waitFor();
});

test('suggested tickets that are linked can be undone, and come back', async (t) => {
  const { issueId, agent } = await aBug('Undone');
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  for (const name of ['Select Report 0', 'Select Report 1']) await list(page).getByLabel(name).check();
  const releaseTime = await holdTime(page);
  await page.getByRole('button', { name: 'Link 2 tickets' }).click();
  await eventually(async () => (await list(page).getByRole('listitem').count()) === 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => (await list(page).getByRole('listitem').count()) === 3);
  await releaseTime();
  await page.getByRole('button', { name: 'Link 2 tickets' }).waitFor();
  assert.equal((await seenIssue(studio, issueId)).tickets, 0);
});

test('after a click on a checkbox, keys go on from its row, and Space unchecks it', async (t) => {
  const { issueId, agent } = await aBug('Clicked');
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  await list(page).getByRole('link', { name: 'Report 2' }).waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Link the selected suggestions' }).waitFor();
  const boxes = list(page).getByRole('checkbox');
  await boxes.nth(0).click();
  await page.keyboard.type('jx');
  await page.getByRole('button', { name: 'Link 2 tickets' }).waitFor();
  await eventually(async () => (await boxes.nth(1).isChecked()) && !(await boxes.nth(2).isChecked()));
  await boxes.nth(0).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Link 1 ticket' }).waitFor();
  await eventually(async () => !(await boxes.nth(0).isChecked()));
});

test('a viewer sees the suggestions, but nothing to link them with', async (t) => {
  const { project, ids, issueId } = await aBug('Viewed');
  const viewer = await studio.member('viewer', { projectIds: [project.id] });
  const page = await studio.open(t, { as: viewer, path: `/known-issues/${issueId}` });
  await list(page).getByRole('link', { name: 'Report 2' }).waitFor();
  await until(() => list(page).getByRole('checkbox').count(), 0);
  await page.goto(`${studio.url}/tickets/${ids[0]}`);
  await page.getByRole('heading', { level: 1, name: 'Report 0' }).waitFor();
  await settled(page);
  await page.waitForLoadState('networkidle');
  await until(() => page.getByText('Probably about').count(), 0);
});

test('suggestions that cannot be loaded say so, and load again', async (t) => {
  const { issueId, agent } = await aBug('Failing');
  const page = await studio.open(t, { as: agent, path: '/known-issues' });
  await page.getByRole('link', { name: TITLE }).waitFor();
  await refuseNext(page, 'GET', `/known-issues/${issueId}/suggested-tickets`, problem(404, 'not-found'));
  await page.getByRole('link', { name: TITLE }).click();
  const section = page.getByRole('region', { name: LIST });
  await section.getByRole('button', { name: 'Try again' }).click();
  await list(page).getByRole('link', { name: 'Report 2' }).waitFor();
});

suite('tickets that could not be linked come back, and the page says why', () => {
  for (const [name, fault] of Object.entries({
    'a 409': problem(409, 'ticket-changed'),
    'a 400': problem(400, 'validation', { errors: { knownIssueId: ['Must be a known issue.'] } }),
  })) {
    test(name, async (t) => {
      const { issueId, agent } = await aBug(name);
      const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
      await list(page).getByLabel('Select Report 1').check();
      await list(page).getByLabel('Select Report 2').check();
      await refuseNext(page, 'PATCH', '/tickets', fault);
      await page.getByRole('button', { name: 'Link 2 tickets' }).click();
      await page.getByRole('alert').first().waitFor();
      await eventually(async () => (await list(page).getByRole('listitem').count()) === 3);
      assert.equal((await seenIssue(studio, issueId)).tickets, 0);
      await page.getByRole('button', { name: 'Link 2 tickets' }).click();
      await eventually(async () => (await seenIssue(studio, issueId)).tickets === 2);
    });
  }
});

test('by keyboard alone: a ticket is linked to its likely known issue, and nothing moves', async (t) => {
  const { ids, issueId, agent } = await aBug('Likely');
  const [ticketId = ''] = ids;
  const page = await studio.open(t, { as: agent, path: '/known-issues' });
  await page.getByRole('link', { name: TITLE }).waitFor();
  const answer = await failNext(page, 'GET', `/tickets/${ticketId}/suggested-known-issues`, late);
  await page.goto(`${studio.url}/tickets/${ticketId}`);
  const message = page.getByText(REPORTS[0] ?? '');
  const textField = page.getByRole('textbox');
  await message.waitFor();
  await settled(page);
  const place = async () => [await message.boundingBox(), await textField.boundingBox()];
  const before = await place();
  const note = page.getByRole('note');
  await until(() => note.count(), 0);
  answer();
  await note.getByRole('link', { name: TITLE }).waitFor();
  assert.deepEqual(await place(), before);
  assert.deepEqual(await axeViolations(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  const reason = note.getByText(/gondola/).last();
  await eventually(async () => {
    const [text, box] = [await reason.boundingBox(), await note.boundingBox()];
    return text !== null && box !== null && text.x + text.width <= box.x + box.width;
  });
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/suggestion-390.png` });
  await page.keyboard.press('y');
  await note.waitFor({ state: 'detached' });
  await eventually(async () => (await seenTicket(ticketId)).knownIssue?.id === issueId);
});

test('a ticket about something else has no suggestion, and a failed one leaves no trace', async (t) => {
  const { project, ids, agent } = await aBug('Quiet');
  const other = await aReport(studio, project, 'The arena match has lag', { subject: 'Other' });
  const page = await studio.open(t, { as: agent, path: '/queue' });
  const asked = page.waitForResponse((response) => response.url().includes('suggested-known-issues'));
  await page.goto(`/tickets/${other}`);
  await page.getByRole('heading', { level: 1, name: 'Other' }).waitFor();
  assert.equal((await asked).status(), 200);
  await settled(page);
  await page.waitForLoadState('networkidle');
  await until(() => page.getByRole('note').count(), 0);
  await failReads(page, `/tickets/${ids[0]}/suggested-known-issues`);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('suggested-known-issues'));
  await page.goto(`${studio.url}/tickets/${ids[0]}`);
  await failed;
  await page.getByRole('heading', { level: 1, name: 'Report 0' }).waitFor();
  await settled(page);
  await until(() => page.getByRole('note').count(), 0);
  await assertCount(page.getByRole('alert'), 0);
});

test('a ticket that could not be linked says why, suggests it again, and is linked once the server answers', async (t) => {
  const {
    ids: [ticketId = ''],
    agent,
  } = await aBug('Refused');
  const page = await studio.open(t, { as: agent, path: `/tickets/${ticketId}` });
  const note = page.getByRole('note');
  const link = note.getByRole('button', { name: 'Link' });
  await refuseNext(page, 'PATCH', `/tickets/${ticketId}`, problem(409, 'ticket-changed'));
  await link.click();
  await page.getByText(`Linking “\u2068Report 0\u2069” to the known issue “\u2068${TITLE}\u2069”`).waitFor();
  await page.getByText('Someone else has changed this.').first().waitFor();
  await note.waitFor();
  assert.equal(await isLinked(ticketId), false);
  await refuseNext(page, 'PATCH', `/tickets/${ticketId}`, cutConnection);
  await link.click();
  await eventually(() => isLinked(ticketId));
});

test('a ticket that is linked has no suggestion', async (t) => {
  const {
    ids: [ticketId = ''],
    issueId,
    agent,
  } = await aBug('Linked');
  await link(studio, issueId, ticketId);
  const page = await studio.open(t, { as: agent, path: `/tickets/${ticketId}` });
  await page.getByRole('link', { name: TITLE }).waitFor();
  await settled(page);
  await page.waitForLoadState('networkidle');
  await until(() => page.getByRole('note').count(), 0);
});
