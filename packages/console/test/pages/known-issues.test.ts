import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  aPlayer,
  aProject,
  aTicket,
  type Player,
  poll,
  team,
  unlimited,
} from '../../../server/test/helpers/builders.ts';
import { executeSql } from '../../../server/test/helpers/databases.ts';
import {
  aKnownIssue,
  answerAll,
  answerBegins,
  aPublicIssue,
  fixIn,
  link,
  sayFixed,
  seenIssue,
  subscribe,
} from '../../../server/test/helpers/known-issues.ts';
import { axeViolations } from '../helpers/axe.ts';
import { areInOrder } from '../helpers/direction.ts';
import { busy, cutConnection, lostResponse, MESSAGES, problem, refuseNext, tooMany } from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio({ RATE_LIMITS: 'off' });

const USERS = ['nova', 'orion', 'pluto', undefined];

/** A crash with each user's ticket, and an agent. */
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
  for (let count = 0; count < USERS.length; count++) await page.keyboard.type('jx');
  await page.getByText('4 of 4 selected').waitFor();
  await page.keyboard.press('i');
  await dialog(page).getByLabel('Search known issues').waitFor();
  await eventually(async () => (await focused(page)) === 'INPUT');
  await assertAccessible(page);
  await page.keyboard.type('Crash at the start of level 3');
  await page.keyboard.press('Enter');
  await until(() => dialog(page).getByLabel('Title').inputValue(), 'Crash at the start of level 3');
  await eventually(async () => (await focused(page)) === 'INPUT');
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await eventually(async () => (await seenTicket(ids[3] ?? '')).knownIssue !== null);
  const { id: issueId } = (await seenTicket(ids[0] ?? '')).knownIssue;

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
  await until(() => dialog(page).getByRole('button', { name: 'Send to 3 tickets' }).isEnabled(), false);
  await assertAccessible(page);
  await dialog(page).getByLabel('Leave these tickets out').focus();
  await page.keyboard.press('Space');
  await dialog(page).getByRole('button', { name: 'Send to 3 tickets' }).focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  const answers = page.getByRole('list', { name: 'Answers to all tickets' });
  await answers.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).waitFor();
  await answerBegins(studio, issueId);
  await answers.getByText('3 of 4 tickets').waitFor();
  await answers.getByText('Sent', { exact: true }).waitFor();
  await answers.getByText('1 without a value').click();
  const left = answers.getByRole('list', { name: 'Tickets without an answer' }).getByRole('listitem');
  await left.getByText('No value for a variable').waitFor();
  await until(() => left.getByRole('link').getAttribute('href'), `/tickets/${ids[3]}`);
  await assertAccessible(page);
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

test('after a click on checkboxes, keys work as before, and the macros of an answer are seen whole', async (t) => {
  const { project, agent } = await aCrash('Mouse');
  const macros = [
    { name: 'Known issue', body: 'We know.', projectId: project.id, actions: { status: 'resolved', priority: 'high' } },
    { name: 'Known cause', body: 'We know.', projectId: project.id, actions: { status: 'closed' } },
  ];
  for (const macro of macros) assert.equal((await team(studio, 'POST', '/macros', macro)).status, 201);
  const page = await studio.open(t, { as: agent, path: '/queue' });
  await page.getByRole('link', { name: 'Crash of nova' }).waitFor();
  await settled(page);
  const box = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox');
  await box('Crash of nova').click();
  await box('Crash of orion').click();
  await page.getByText('2 of 4 selected').waitFor();
  await page.keyboard.press('i');
  await dialog(page).getByRole('button', { name: 'New known issue for these 2 tickets' }).click();
  await dialog(page).getByLabel('Title').pressSequentially('jxi');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await page.goto(`${studio.url}/known-issues`);
  await page.getByRole('link', { name: 'jxi' }).click();
  await page.getByRole('heading', { level: 1, name: 'jxi' }).waitFor();
  await settled(page);
  await page.keyboard.press('r');
  await dialog(page).getByLabel('Text').waitFor();
  await eventually(async () => (await focused(page)) === 'TEXTAREA');
  await page.keyboard.type('/know');
  const options = page.getByRole('option');
  await options.nth(1).waitFor();
  for (const option of await options.all()) {
    const isOnTop = () =>
      option.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await eventually(isOnTop);
  }
  await assertAccessible(page);
  const field = dialog(page).getByLabel('Text');
  const status = dialog(page).getByRole('combobox', { name: 'Ticket status after the answer' });
  const hint = dialog(page).getByText('an answer to all tickets sets only the status');
  // An answer takes only the status from a macro.
  await page.getByRole('option', { name: 'Known cause' }).click();
  await eventually(async () => (await field.inputValue()) === 'We know.');
  await until(() => status.inputValue(), 'Closed');
  await until(() => hint.count(), 0);
  await field.fill('');
  await field.pressSequentially('/issue');
  await page.getByRole('option', { name: 'Known issue' }).waitFor();
  await page.keyboard.press('Enter');
  await hint.waitFor();
  await until(() => field.inputValue(), 'We know.');
  await until(() => status.inputValue(), 'Resolved');
  await assertAccessible(page);
  await field.fill('');
  await hint.waitFor({ state: 'detached' });
});

test('the page counts who has it too and what players said, and follows changes', async (t) => {
  const { project, players, ids, agent } = await aCrash('Counted');
  const issueId = await aPublicIssue(studio, project);
  await link(studio, issueId, ...ids.slice(0, 3));
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  await page.getByText('3 tickets', { exact: true }).waitFor();
  await until(() => page.getByText('Fixed for players?').count(), 0);
  await subscribe(studio, players[3] ?? assert.fail(), issueId);
  await page.getByText('1 player has it too').waitFor();
  // The job would need up to 15 seconds.
  await executeSql(
    studio.databaseUrl,
    `INSERT INTO fix_question (player_id, ticket_id, known_issue_id, message_id, build, asked_at)
     SELECT player_id, ticket_id, known_issue_id, 'inb_of_' || ticket_id, '2.4.2', ${Date.now()} FROM ticket
     WHERE known_issue_id = '${issueId}'`,
  );
  await fixIn(studio, issueId);
  await page.getByText('0 yes · 0 no · 3 without an answer').waitFor();
  for (const [index, fixed] of [true, false].entries()) {
    const answered = await sayFixed(studio, players[index] ?? assert.fail(), ids[index] ?? '', fixed);
    assert.equal(answered.status, 200, answered.text);
  }
  // The console would hear of them ten seconds after the first.
  await page.reload();
  await page.getByText('1 yes · 1 no · 1 without an answer').waitFor();
  await assertAccessible(page);
  await page.goto(`${studio.url}/tickets/${ids[1]}`);
  await page.getByText('The player says that it is not fixed in \u20682.4.2\u2069').waitFor();
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
  await executeSql(studio.databaseUrl, "UPDATE known_issue_answer SET state = 'stopped' WHERE state = 'cancelled'");
  await page.reload();
  await page.getByText('Stopped, because its author may no longer answer here').waitFor();
  await until(() => page.getByRole('button', { name: 'Undo', exact: true }).count(), 0);
});

test('by keyboard: a held key stops at the preview, an answer is cancelled and corrected, and one text is sent once', async (t) => {
  const { project, ids, agent } = await aCrash('Held');
  const issueId = await aKnownIssue(studio, project);
  await link(studio, issueId, ...ids);
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  await page.getByRole('heading', { level: 1, name: 'Crash' }).waitFor();
  await settled(page);
  const text = dialog(page).getByLabel('Text');
  const send = dialog(page).getByRole('button', { name: `Send to ${ids.length} tickets` });
  const press = () => page.keyboard.press('Control+Enter');
  await page.keyboard.press('r');
  await text.fill('It is fxed.');
  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  await send.waitFor();
  // The browser reports each further event as a held key.
  for (let count = 0; count < 5; count++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  assert.deepEqual((await seenIssue(studio, issueId)).answers, []);
  await press();
  const cancel = page.getByRole('button', { name: 'Undo', exact: true });
  await cancel.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await until(() => text.inputValue(), 'It is fxed.');
  const done = "UPDATE known_issue_answer SET state = 'done', sent = tickets WHERE state = 'cancelled'";
  await executeSql(studio.databaseUrl, `${done} AND known_issue_id = '${issueId}'`);
  await text.fill('It is fixed.');
  await press();
  await send.waitFor();
  await page.reload();
  await settled(page);
  await page.keyboard.press('r');
  await text.fill('It is fxed.');
  await press();
  await dialog(page).getByText(`${ids.length} tickets already got this text`).waitFor();
  await assertAccessible(page);
});

test('players read the answer in their language, and the page shows who they are', async (t) => {
  const project = await aProject(studio, 'Languages');
  await unlimited(studio, project);
  const issueId = await aKnownIssue(studio, project, { title: 'Black screen' });
  const players: Player[] = [];
  const ids: string[] = [];
  for (const [locale, userId] of [
    ['de-AT', 'nova'],
    ['de', undefined],
    ['ja-JP', 'pluto'],
  ] as const) {
    const context = { locale, platform: 'ios', appVersion: '2.4.1' };
    const player = await aPlayer(studio, project, { userId, context });
    players.push(player);
    ids.push(await aTicket(studio, player, { subject: `Crash in ${locale}`, context }));
  }
  const closed = await aTicket(studio, players[0] ?? assert.fail(), { subject: 'Crash and closed' });
  await link(studio, issueId, ...ids, closed);
  assert.equal((await team(studio, 'PATCH', `/tickets/${closed}`, { status: 'closed' })).status, 200);
  const macro = { name: 'Fixed', body: 'Fixed, {{player.userId|there}}.', projectId: project.id };
  const texts = { de: 'Behoben, {{player.userId|du}}.' };
  assert.equal((await team(studio, 'POST', '/macros', { ...macro, texts })).status, 201);
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  const facts = page.getByRole('complementary', { name: 'What the tickets have in common' });
  await facts.getByRole('img', { name: '4 tickets in 30 days, at most 4 on a day' }).waitFor();
  await facts.getByRole('listitem').filter({ hasText: 'German' }).getByText('3', { exact: true }).waitFor();
  await until(
    () =>
      facts
        .getByRole('link', { name: '2.4.1' })
        .getAttribute('href')
        .then((href) => href?.includes('issue=')),
    true,
  );
  // The type's label, not what the game sends.
  await facts.getByRole('link', { name: /Bug/ }).waitFor();
  const newest = page.getByRole('list', { name: 'Newest tickets' }).getByRole('listitem');
  await newest.filter({ hasText: 'Crash in ja-JP' }).getByText('pluto').waitFor();
  await settled(page);
  await assertAccessible(page);
  await page.keyboard.press('r');
  const text = dialog(page).getByLabel('Text');
  const language = dialog(page).getByRole('combobox', { name: 'Language' });
  await eventually(async () => (await focused(page)) === 'TEXTAREA');
  await page.keyboard.type('/fix');
  await page.getByRole('option', { name: 'Fixed' }).click();
  await dialog(page).getByText('The macro also has texts in: German').waitFor();
  await language.click();
  await page.getByRole('option', { name: 'German (de) · 3 tickets · has a text' }).click();
  await until(() => text.inputValue(), texts.de);
  await text.fill('Behoben, {{player.userId|}}.');
  await dialog(page).getByText('These variables do not exist or are not complete: {{player.userId|}}').waitFor();
  await language.click();
  await page.getByRole('option', { name: 'All other languages' }).click();
  await dialog(page).getByText('German: These variables do not exist or are not complete').waitFor();
  await until(() => dialog(page).getByRole('button', { name: 'Preview' }).isEnabled(), false);
  await language.click();
  await page.getByRole('option', { name: 'German (de)' }).click();
  await text.fill(texts.de);
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  const languages = dialog(page).getByRole('list', { name: 'Languages of the players' });
  await languages.getByText('German · 2 tickets').waitFor();
  await dialog(page).getByText('Behoben, du.').waitFor();
  await dialog(page).getByText('Fixed, pluto.').waitFor();
  await dialog(page).getByText('Without an answer: 1 closed').click();
  const left = dialog(page).getByRole('list', { name: 'Tickets without an answer' });
  await left.getByRole('link', { name: 'Crash and closed' }).waitFor();
  await assertAccessible(page);
  await languages.getByRole('button', { name: 'Write in Japanese' }).click();
  await until(() => language.inputValue(), 'Japanese (ja) · 1 ticket');
  await text.fill('直りました。');
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByRole('button', { name: 'Send to 3 tickets' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await language.click();
  await page.getByRole('option', { name: 'Japanese (ja) · 1 ticket · has a text' }).click();
  await until(() => text.inputValue(), '直りました。');
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByRole('button', { name: 'Send to 3 tickets' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await answerBegins(studio, issueId);
  await page.getByText('Sent', { exact: true }).waitFor();
  const newestText = async (player: Player) => (await poll(studio, player)).body.messages[0].body;
  assert.deepEqual(await Promise.all(players.map(newestText)), ['Behoben, nova.', 'Behoben, du.', '直りました。']);
});

test('a ticket is linked, shows its known issue, and is unlinked', async (t) => {
  const { project, ids, agent } = await aCrash('Linked');
  const [ticketId = ''] = ids;
  await aKnownIssue(studio, project, { title: 'Other' });
  const issueId = await aKnownIssue(studio, project, { title: 'Black screen' });
  const page = await studio.open(t, { as: agent, path: `/tickets/${ticketId}` });
  await page.getByRole('heading', { level: 1, name: 'Crash of nova' }).waitFor();
  await settled(page);
  const search = dialog(page).getByLabel('Search known issues');
  const openDialog = async () => {
    await page.keyboard.press('i');
    await search.and(page.locator(':focus')).waitFor();
    await dialog(page).getByRole('button', { name: 'Other' }).waitFor();
  };
  const link = page.getByRole('link', { name: 'Black screen' });
  const releaseTime = await holdTime(page);
  await openDialog();
  await page.keyboard.press('Enter');
  await page.keyboard.type('x');
  await dialog(page).getByText('Enter opens a new known issue.').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('black');
  await dialog(page).getByText('Enter links to “\u2068Black screen\u2069”.').waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  await link.waitFor();
  await page.getByText('Linking “\u2068Crash of nova\u2069” to the known issue “\u2068Black screen\u2069”').waitFor();
  await page.keyboard.press('Control+z');
  await link.waitFor({ state: 'detached' });
  await openDialog();
  await page.keyboard.press('ArrowDown');
  await dialog(page).getByRole('button', { name: 'Black screen' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await link.waitFor();
  await releaseTime();
  await eventually(async () => (await seenTicket(ticketId)).knownIssue?.id === issueId);
  assert.equal((await seenTicket(ticketId)).events.length, 1, 'the undone link was never made');
  await page.keyboard.press('i');
  await dialog(page).getByRole('button', { name: 'Remove from the known issue' }).click();
  await page.getByRole('link', { name: 'Black screen' }).waitFor({ state: 'detached' });
  await eventually(async () => (await seenTicket(ticketId)).knownIssue === null);
});

test('a link of many tickets asks with their number and the title, and so do a new known issue and its end', async (t) => {
  const project = await aProject(studio, 'Many');
  await unlimited(studio, project);
  const player = await aPlayer(studio, project);
  const ids: string[] = [];
  for (let count = 0; count < 6; count++) ids.push(await aTicket(studio, player, { subject: `Crash ${count}` }));
  const issueId = await aKnownIssue(studio, project, { title: 'Black screen' });
  await aKnownIssue(studio, project, { title: 'Black as before', state: 'closed' });
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: '/queue?view=all' });
  await page.getByRole('link', { name: 'Crash 5' }).waitFor();
  await settled(page);
  await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
  await page.getByText('6 of 6 selected').waitFor();
  await page.keyboard.press('i');
  await dialog(page).getByLabel('Search known issues').and(page.locator(':focus')).waitFor();
  await dialog(page).getByRole('button', { name: 'Black screen' }).waitFor();
  // It is newer, but closed.
  const offered = dialog(page).getByRole('list', { name: 'Known issues' }).getByRole('listitem');
  await until(
    () =>
      offered
        .last()
        .innerText()
        .then((text) => /^Black as before\s+Closed/.test(text)),
    true,
  );
  await page.keyboard.type('black');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Link 6 tickets to this known issue?' });
  await question.getByText('6 tickets will belong to “\u2068Black screen\u2069”.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await assertAccessible(page);
  // A second Enter does not confirm.
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Black screen' }).click();
  await question.getByRole('button', { name: 'Link 6 tickets' }).click();
  await page.getByText('Linking 6 tickets to the known issue “\u2068Black screen\u2069”').waitFor();
  await eventually(async () => (await seenIssue(studio, issueId)).tickets === 6);
  assert.equal((await seenTicket(ids[0] ?? '')).knownIssue.id, issueId);
  const again = async (name: string) => {
    if ((await page.getByText('6 of 6 selected').count()) === 0) {
      await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
      await page.getByText('6 of 6 selected').waitFor();
    }
    await page.keyboard.press('i');
    await dialog(page).getByRole('button', { name }).click();
  };
  await again('New known issue for these 6 tickets');
  await page.getByRole('dialog', { name: 'Create a known issue for 6 tickets?' }).waitFor();
  await page.getByRole('button', { name: 'Create it for 6 tickets' }).click();
  await dialog(page).getByLabel('Title').waitFor();
  await page.keyboard.press('Escape');
  await again('Remove from the known issue');
  const removing = page.getByRole('dialog', { name: 'Remove 6 tickets from their known issue?' });
  await removing.getByRole('button', { name: 'Unlink 6 tickets' }).click();
  await eventually(async () => (await seenIssue(studio, issueId)).tickets === 0);
});

suite('a refused answer says why, keeps the text, and can be sent again', () => {
  const REFUSALS = {
    'a 400': [problem(400, 'validation', { errors: { message: ['Must not be that.'] } }), 'Must not be that.'],
    'a 400 of an older node': [
      problem(400, 'validation', { errors: { startsInSeconds: ['Is not allowed.'] } }),
      'The server is being updated',
    ],
    'a 409': [problem(409, 'answer-refused'), 'This answer cannot be sent or cancelled'],
    'a 429': [tooMany, MESSAGES.tooMany],
    'a 503': [busy, MESSAGES.busy],
    'no response': [cutConnection, MESSAGES.noResponse],
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
      await until(() => dialog(page).getByLabel('Text').inputValue(), 'It is fixed.');
      assert.deepEqual((await seenIssue(studio, issueId)).answers, []);
      await send.click();
      await dialog(page).waitFor({ state: 'detached' });
      assert.equal((await seenIssue(studio, issueId)).answers.length, 1);
    });
  }

  test('a lost response: the answer is sent once, also after a reload', async (t) => {
    const { project, ids, agent } = await aCrash('Lost');
    const issueId = await aKnownIssue(studio, project);
    await link(studio, issueId, ...ids);
    const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
    const answers = async () => (await seenIssue(studio, issueId)).answers;
    const open = () => page.getByRole('button', { name: 'Answer all tickets' }).click();
    const text = dialog(page).getByLabel('Text');
    const status = dialog(page).getByRole('combobox', { name: 'Ticket status after the answer' });
    const send = async () => {
      await dialog(page).getByRole('button', { name: 'Preview' }).click();
      await dialog(page).getByRole('button', { name: 'Send to 4 tickets' }).click();
    };
    await open();
    await text.fill('It is fixed.');
    await status.click();
    await page.getByRole('option', { name: 'Resolved' }).click();
    await refuseNext(page, 'POST', `/known-issues/${issueId}/answers`, lostResponse);
    await send();
    await eventually(async () => (await answers()).length === 1);
    await dialog(page).getByText(MESSAGES.noResponse).waitFor();
    // The page asks before it is left.
    page.once('dialog', (asking) => asking.accept());
    await page.reload();
    await answerBegins(studio, issueId);
    await eventually(async () => (await answers())[0].state === 'done');
    await open();
    await until(() => Promise.all([text.inputValue(), status.inputValue()]), ['It is fixed.', 'Resolved']);
    await send();
    await dialog(page).waitFor({ state: 'detached' });
    assert.equal((await answers()).length, 1);
  });

  test('a 401: the member signs in again', async (t) => {
    const { project, ids, agent } = await aCrash('a 401');
    const issueId = await aKnownIssue(studio, project);
    await link(studio, issueId, ...ids);
    const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
    await page.getByRole('button', { name: 'Answer all tickets' }).click();
    await dialog(page).getByLabel('Text').fill('It is fixed.');
    await dialog(page).getByRole('button', { name: 'Preview' }).focus();
    assert.equal((await agent.call('DELETE', '/session')).status, 204);
    // The page may know already.
    await page.keyboard.press('Enter');
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
  const fixedIn = dialog(page).getByLabel('Fixed in build');
  await dialog(page).getByText('Without a build, no player is asked').waitFor();
  await fixedIn.fill('the winter update');
  await dialog(page).getByText('only builds such as 2.4.2 or 1234 can be compared').waitFor();
  await fixedIn.fill('2.4.2');
  await dialog(page).getByText('and this build or a later one, is asked').waitFor();
  await dialog(page).getByLabel('Links to trackers').fill('http://tracker.example/GAME-1');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).getByText('Enter an https URL without a user name or a password.').waitFor();
  await dialog(page).getByLabel('Links to trackers').fill('https://tracker.example/GAME-1');
  const tooLong = 'The notes of this project would have too many characters.';
  await refuseNext(page, 'POST', '/known-issues', problem(400, 'validation', { errors: { notes: [tooLong] } }));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).getByText(tooLong).waitFor();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lost gems' }).waitFor();
  await page.getByRole('link', { name: 'GAME-1' }).getByText('tracker.example').waitFor();
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

test('a build that fixes it is saved after a question, because its players are told', async (t) => {
  const { project, ids, agent } = await aCrash('Fixed');
  const issueId = await aKnownIssue(studio, project);
  await link(studio, issueId, ...ids);
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Fixed', exact: true }).click();
  const fixedIn = page.getByLabel('Fixed in build');
  await fixedIn.fill('2.4.2');
  const question = page.getByRole('dialog', { name: 'Tell players that build 2.4.2 fixes it?' });
  await fixedIn.press('Enter');
  await question.getByText(`${ids.length} tickets`).first().waitFor();
  await until(() => page.evaluate(() => document.activeElement?.textContent), 'Cancel');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  const stored = async () => (await team(studio, 'GET', `/known-issues/${issueId}`)).body;
  assert.equal((await stored()).fixedInBuild, null);
  await fixedIn.press('Enter');
  await question.getByRole('button', { name: 'Save and tell players' }).click();
  await until(() => page.getByRole('dialog').count(), 0);
  const { state, fixedInBuild } = await stored();
  assert.deepEqual([state, fixedInBuild], ['fixed', '2.4.2']);
});

test('the list finds known issues by words, trackers and builds, in any state', async (t) => {
  const project = await aProject(studio, 'Searched');
  const links = [{ title: 'GAME-77', url: 'https://tracker.example/77' }];
  const affected = { builds: ['2.7.1'], platforms: ['switch'] };
  await aKnownIssue(studio, project, { title: 'Café closes the game', links, ...affected });
  await aKnownIssue(studio, project, { title: 'Lost gems', description: 'After the update', fixedInBuild: '3.1.4' });
  await aKnownIssue(studio, project, { title: 'Lost coins', state: 'closed' });
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: '/known-issues' });
  const search = page.getByRole('searchbox', { name: 'Search known issues' });
  await search.waitFor();
  const found = async (text: string) => {
    await search.fill(text);
    return (await page.getByRole('list', { name: 'Known issues' }).getByRole('link').allTextContents()).sort();
  };
  assert.deepEqual(await found(''), ['Café closes the game', 'Lost gems']);
  assert.deepEqual(await found('GAME cafe'), ['Café closes the game']);
  assert.deepEqual(await found('game-77'), ['Café closes the game']);
  assert.deepEqual(await found('3.1.4'), ['Lost gems']);
  assert.deepEqual(await found('2.7.1 Switch'), ['Café closes the game']);
  assert.deepEqual(await found('gems update '), ['Lost gems']);
  assert.deepEqual(await found('lost cafe'), []);
  await page.getByText('No known issue matches.').waitFor();
  const showAll = page.getByRole('button', { name: 'Show all states' });
  await until(() => showAll.count(), 0);
  await assertAccessible(page);
  assert.deepEqual(await found('coins'), []);
  await page.getByText('Known issues in other states match.').waitFor();
  await assertAccessible(page);
  await showAll.click();
  await search.and(page.locator(':focus')).waitFor();
  await until(() => page.getByRole('combobox', { name: 'State' }).inputValue(), 'All');
  assert.deepEqual(await found('coins'), ['Lost coins']);
  assert.deepEqual(await found('lost'), ['Lost coins', 'Lost gems']);
});

test('a link says which host it leads to, whatever its title is', async (t) => {
  const { project, agent } = await aCrash('Tracked');
  const links = [
    { title: 'https://good.example', url: 'https://evil.example/good.example' },
    { title: '\u2069\u202egood.example', url: 'https://worse.example:8443/' },
  ];
  const issueId = await aKnownIssue(studio, project, { links });
  const page = await studio.open(t, { as: agent, path: `/known-issues/${issueId}` });
  const shown = page.getByRole('list', { name: 'Links to trackers' }).getByRole('link');
  await shown.nth(1).waitFor();
  for (const [index, host] of ['evil.example', 'worse.example:8443'].entries()) {
    await shown.nth(index).getByText(host).waitFor();
    assert.ok(await areInOrder(shown.nth(index), 'good.example', host));
  }
  await assertAccessible(page);
});

test('a viewer sees known issues, and can change nothing', async (t) => {
  const { project, ids } = await aCrash('Seen');
  const issueId = await aKnownIssue(studio, project, { title: 'Seen by all' });
  await link(studio, issueId, ...ids);
  const viewer = await studio.member('viewer', { projectIds: [project.id] });
  const page = await studio.open(t, { as: viewer, path: '/known-issues' });
  await page.getByRole('link', { name: 'Seen by all' }).click();
  await page.getByRole('heading', { level: 1, name: 'Seen by all' }).waitFor();
  await until(() => page.getByRole('main').getByRole('button').count(), 0);
});
