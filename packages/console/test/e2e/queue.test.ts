import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  aPlayer,
  aProject,
  aTicket,
  type Player,
  type Project,
  setStatus,
  team,
  teamReply,
  unlimited,
} from '../../../server/test/helpers/builders.ts';
import { openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';
import { turnWheel } from '../helpers/wheel.ts';

const studio = await openStudio();

/** Adds tickets in a new project. A player can have at most ten. */
async function manyTickets(count: number, ofEachPlayer = 9): Promise<{ project: Project; ids: string[] }> {
  const project = await aProject(studio);
  await unlimited(studio, project);
  const ids: string[] = [];
  let player: Player | undefined;
  for (let index = 0; index < count; index++) {
    if (index % ofEachPlayer === 0) player = await aPlayer(studio, project);
    ids.push(await aTicket(studio, player ?? assert.fail(), { subject: `Number ${index + 1}` }));
  }
  return { project, ids };
}

const agentOf = ({ id }: Project) => studio.member('agent', { projectIds: [id] });
const rows = (page: Page) => page.getByRole('list', { name: /^Tickets/ }).getByRole('link');
const view = (page: Page, name: string) => page.getByRole('group', { name: 'Views' }).getByRole('link', { name });

test('each view shows its tickets and their number', async (t) => {
  const { project, ids } = await manyTickets(6, 1);
  const own = await agentOf(project);
  const [mine = '', pending = '', resolved = '', closed = ''] = ids;
  await own.call('PATCH', `/tickets/${mine}`, { assigneeId: own.id });
  await teamReply(studio, pending);
  await setStatus(studio, resolved, 'resolved');
  await setStatus(studio, closed, 'closed');
  const page = await studio.open(t, { as: own, path: '/queue' });
  for (const [name, subjects] of [
    ['Mine', ['Number 1']],
    ['Unassigned', ['Number 2', 'Number 5', 'Number 6']],
    ['Open', ['Number 1', 'Number 5', 'Number 6']],
    ['Waiting for player', ['Number 2']],
    ['Resolved', ['Number 3']],
    ['Closed', ['Number 4']],
    ['All tickets', ['Number 1', 'Number 2', 'Number 3', 'Number 4', 'Number 5', 'Number 6']],
    ['Needs attention', ['Number 1', 'Number 5', 'Number 6']],
  ] as const) {
    await view(page, `${name} ${subjects.length}`).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    for (const subject of subjects)
      await rows(page)
        .and(page.getByRole('link', { name: subject }))
        .waitFor();
    await until(() => rows(page).count(), subjects.length);
  }
  await rows(page).first().getByText('Number 1', { exact: true }).waitFor();
});

test('filters are in the URL: they can be shared, removed, and undone with the back button', async (t) => {
  const project = await aProject(studio);
  const context = (platform: string) => ({ context: { platform, appVersion: '1.0' } });
  const [ios, android] = [
    await aPlayer(studio, project, context('ios')),
    await aPlayer(studio, project, context('android')),
  ];
  await aTicket(studio, ios, { subject: 'On the phone', ...context('ios') });
  const id = await aTicket(studio, android, { subject: 'On the robot', ...context('android') });
  await team(studio, 'PATCH', `/tickets/${id}`, { tags: ['crash'], priority: 'high' });
  const own = await agentOf(project);
  const page = await studio.open(t, { as: own, path: '/queue' });
  await rows(page).nth(1).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = page.getByRole('dialog', { name: 'Filter' });
  await filters.getByRole('combobox', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await filters.getByRole('combobox', { name: 'Platform' }).fill('android');
  await page.keyboard.press('Enter');
  await page.waitForURL(/priority=high/);
  await page.waitForURL(/platform=android/);
  await filters.getByRole('button', { name: 'Done' }).click();
  await rows(page).nth(1).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'On the robot' }).waitFor();

  const shared = await studio.open(t, { as: own, path: page.url().replace(studio.url, '') });
  await shared.getByRole('link', { name: 'On the robot' }).waitFor();
  await until(() => rows(shared).count(), 1);
  await shared.getByRole('button', { name: 'Remove filter: Priority: High' }).click();
  await shared.waitForURL((url) => !url.search.includes('priority'));
  await shared.getByRole('button', { name: 'Clear all' }).click();
  await rows(shared).nth(1).waitFor();
  await shared.goBack();
  await rows(shared).nth(1).waitFor({ state: 'detached' });
  await shared.goto('/queue?view=all&tag=nothing-has-this');
  await shared.getByText('No matching tickets').waitFor();
});

test('many tickets are selected and closed together', async (t) => {
  const { project, ids } = await manyTickets(40);
  const page = await studio.open(t, { as: await agentOf(project), path: '/queue?view=all' });
  await page.locator('[aria-setsize="40"]').first().waitFor();
  await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
  await page.getByRole('checkbox', { name: 'Select: Number 39', exact: true }).click();
  await page.getByText('39 of 40 selected').waitFor();
  await page
    .getByRole('group', { name: 'Actions for the selected tickets' })
    .getByRole('button', { name: 'Status' })
    .click();
  await page.getByRole('menuitem', { name: 'Closed' }).click();
  const question = page.getByRole('dialog', { name: 'Close 39 tickets?' });
  await question.getByText('5 players will be told.').waitFor();
  await question.getByRole('button', { name: 'Close 39 tickets' }).click();
  await view(page, 'Closed 39').waitFor();
  const states = await Promise.all(ids.map(async (id) => (await team(studio, 'GET', `/tickets/${id}`)).body.status));
  assert.deepEqual([...new Set(states.toSpliced(38, 1))], ['closed']);
  assert.equal(states[38], 'open');
});

test('only the visible rows of a long list are in the document, and all can be reached', async (t) => {
  const { project } = await manyTickets(130);
  const page = await studio.open(t, { as: await agentOf(project), path: '/queue?view=all' });
  await rows(page).first().waitFor();
  const seen = new Set<string>();
  let most = 0;
  await page.mouse.move(800, 500);
  const look = async () => {
    const ids = await rows(page).evaluateAll((links) => links.map(({ id }) => id));
    most = Math.max(most, ids.length);
    for (const id of ids) seen.add(id);
  };
  for (await look(); seen.size < 130; await look()) await turnWheel(page, 400);
  assert.equal(seen.size, 130);
  assert.ok(most < 60, `${most}`);
});
