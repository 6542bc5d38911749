import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aProject, team, unlimited } from '../../../server/test/helpers/builders.ts';
import { answerBegins, seenIssue } from '../../../server/test/helpers/known-issues.ts';
import { aReport, otherReports } from '../../../server/test/helpers/suggestions.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';

/** 30 of a shift's 50 tickets are about one bug. */
const REPORTS = 30;
const OTHERS = 20;
/** Earlier ones, for the words' frequency. */
const CLOSED = 150;
const MAX_KEYS = 40;

const BEGINNINGS = ['My game crashes', 'It crashes', 'Crash', 'The app closes, a crash,', 'Always crashes'];
const MIDDLES = ['when I open the gate', 'at the gate', 'in front of the big gate'];
const ENDS = ['of the crystal cave.', 'in the crystal cave!'];

const studio = await openStudio({ RATE_LIMITS: 'off' });

/** Counts keys. */
class Keyboard {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.count++;
      await this.#page.keyboard.press(key);
    }
  }
}

test(`${REPORTS} tickets about one bug get an answer with fewer than ${MAX_KEYS} keys`, async (t) => {
  const project = await aProject(studio, 'Crystal Caves');
  await unlimited(studio, project);
  const closed = await otherReports(studio, project, CLOSED);
  for (const start of [0, CLOSED / 2]) {
    const ticketIds = closed.slice(start, start + CLOSED / 2);
    assert.equal((await team(studio, 'PATCH', '/tickets', { ticketIds, status: 'closed' })).status, 200);
  }
  const context = { platform: 'ios', appVersion: '2.4.1' };
  const ids: string[] = [];
  for (let index = 0; index < REPORTS; index++) {
    const message = [BEGINNINGS[index % 5], MIDDLES[index % 3], ENDS[index % 2]].join(' ');
    ids.push(await aReport(studio, project, message, { context, subject: 'Crash at the gate of the crystal cave' }));
  }
  const others = await otherReports(studio, project, OTHERS);
  const answer = 'We found the crash at the gate. The next version has no gate there.';
  await team(studio, 'POST', '/macros', { name: 'Gate', body: answer });
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const ticketOf = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;

  const [firstId = ''] = ids;
  const page = await studio.open(t, { as: agent, path: `/tickets/${firstId}` });
  const keyboard = new Keyboard(page);
  const focusIs = (tag: string) => page.waitForFunction((name) => document.activeElement?.tagName === name, tag);
  const dialog = page.getByRole('dialog');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  await keyboard.press('i');
  await dialog.getByText('No known issue matches.').waitFor();
  await focusIs('INPUT');
  await keyboard.press('Tab');
  await focusIs('BUTTON');
  await keyboard.press('Enter');
  await dialog.getByLabel('Title').waitFor();
  await focusIs('INPUT');
  await keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => (await ticketOf(firstId)).knownIssue !== null);
  const { id: issueId, title } = (await ticketOf(firstId)).knownIssue;
  assert.equal(title, 'Crash at the gate of the crystal cave', 'the title is the subject of the ticket');

  await page.getByRole('link', { name: title }).waitFor();
  await keyboard.press('Shift+I');
  const list = page.getByRole('list', { name: 'Tickets that probably belong here' });
  await eventually(async () => {
    const { body } = await team(studio, 'GET', `/known-issues/${issueId}/suggested-tickets`);
    return body.suggestions.length === 20;
  });
  for (let linked = 1; linked < REPORTS; ) {
    await list.getByRole('listitem').first().waitFor();
    const before = linked;
    await keyboard.press('Shift+X', 'i');
    // It asks for more than five.
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await keyboard.press('Tab', 'Enter');
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => (await seenIssue(studio, issueId)).tickets > before);
    linked = (await seenIssue(studio, issueId)).tickets;
    await page.getByText(`${linked} tickets`, { exact: true }).waitFor();
  }
  await page.getByText(`${REPORTS} tickets`, { exact: true }).waitFor();

  await keyboard.press('r');
  await dialog.getByLabel('Text').waitFor();
  await focusIs('TEXTAREA');
  await keyboard.press('/', 'g', 'a');
  await eventually(async () => (await page.locator('[data-combobox-selected]').count()) === 1);
  await keyboard.press('Enter');
  await eventually(async () => (await dialog.getByLabel('Text').inputValue()) === answer);
  await keyboard.press('Control+Enter');
  await dialog.getByText(`${REPORTS} tickets get this answer`).waitFor();
  await keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await answerBegins(studio, issueId);
  await page.getByText(`sent to ${REPORTS} of ${REPORTS} tickets`).waitFor();

  for (const id of ids) assert.equal((await ticketOf(id)).messages.at(-1).message, answer);
  for (const id of others) assert.equal((await ticketOf(id)).messages.length, 1);
  t.diagnostic(`${keyboard.count} keys`);
  assert.ok(keyboard.count < MAX_KEYS, `${keyboard.count}`);
});
