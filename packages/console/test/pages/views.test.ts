import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SHARED_VIEWS_PER_MEMBER } from '@player-support/contract/limits';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, type Project, team } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { cutConnection, failNext, late, problem, refuseNext } from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, type Member, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const savedViews = (page: Page) => page.getByRole('group', { name: 'Saved views' });
const savedView = (page: Page, name: string) => savedViews(page).getByRole('link', { name });
const names = (page: Page) => savedViews(page).locator('.mantine-NavLink-label').allTextContents();
const subjects = async (page: Page) => (await page.locator('.queue-row-subject').allTextContents()).sort().join();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const menu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Filter and view' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

const FILTER = JSON.stringify({
  any: [
    { field: 'tag', is: ['vip'] },
    { field: 'priority', is: ['urgent'] },
  ],
});

const save = async (member: Member, name: string, fields: object = {}): Promise<string> => {
  const { status, body, text } = await member.call('POST', '/views', { name, base: 'open', filter: FILTER, ...fields });
  assert.equal(status, 201, text);
  return body.id;
};

/** Adds open tickets: one is urgent, one has the tag `vip`, and one is plain. */
async function threeTickets(): Promise<{ project: Project; urgent: string; vip: string; other: string }> {
  const project = await aProject(studio);
  const make = async (subject: string, fields: object) => {
    const id = await aTicket(studio, await aPlayer(studio, project), { subject });
    assert.equal((await team(studio, 'PATCH', `/tickets/${id}`, fields)).status, 200);
    return id;
  };
  return {
    project,
    urgent: await make('Urgent', { priority: 'urgent' }),
    vip: await make('Vip', { tags: ['vip'] }),
    other: await make('Other', { priority: 'low' }),
  };
}

test('a member builds a filter with a group by keyboard alone, saves it, and its count is live', async (t) => {
  const { project, other } = await threeTickets();
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: '/queue?view=open' });
  await page.getByText('3 tickets').first().waitFor();
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Filter and view' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Filter with groups…' }).waitFor();
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Filter with groups' });
  await dialog.waitFor();
  await dialog.getByRole('combobox', { name: 'Priority: values' }).focus();
  await keyboard.type('urg');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await dialog.getByText('Urgent').waitFor();
  await dialog.getByRole('radio', { name: 'All' }).focus();
  await keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Group', exact: true }).focus();
  await keyboard.press('Enter');
  const group = dialog.getByRole('group', { name: 'Group of conditions' });
  await group.getByRole('combobox', { name: 'Field' }).and(page.locator(':focus')).waitFor();
  await keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Tag', exact: true }).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await group.getByRole('combobox', { name: 'Tag: values' }).focus();
  await keyboard.type('vip');
  await keyboard.press('Enter');
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Show tickets' }).focus();
  await keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => (await subjects(page)) === 'Urgent,Vip');
  const chip = page.getByRole('button', { name: 'Change the filter: Priority: Urgent or Tag: vip' });
  const [box, label, text] = await chip.evaluate((button) => {
    const element = button.querySelector('.mantine-Button-label') ?? button;
    const range = document.createRange();
    range.selectNodeContents(element);
    return [button, element, range].map((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return { top, bottom, middle: (top + bottom) / 2 };
    });
  });
  assert.ok(box !== undefined && label !== undefined && text !== undefined);
  assert.ok(Math.abs(text.middle - box.middle) <= 1, 'the text is in the middle of its box');
  assert.ok(text.top >= label.top && text.bottom <= label.bottom, 'no letter is cut off');

  await page.getByRole('button', { name: 'Save view' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
  await keyboard.type('Look first');
  await keyboard.press('Enter');
  await heading(page, 'Look first');
  await savedView(page, 'Look first 2').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('saved')?.slice(0, 4), 'viw_');
  assert.equal(new URL(page.url()).searchParams.get('filter'), null);
  await team(studio, 'PATCH', `/tickets/${other}`, { tags: ['vip'] });
  await savedView(page, 'Look first 3').waitFor();
  assert.deepEqual(await axeViolations(page), []);
});

test('a link shows a colleague the same, saved or not, and Back and Forward work', async (t) => {
  const { project } = await threeTickets();
  const [ada, ben] = [
    await studio.member('agent', { projectIds: [project.id] }),
    await studio.member('agent', { projectIds: [project.id] }),
  ];
  const id = await save(ada, 'Ours', { role: 'agent', projectId: project.id });
  const hidden = await save(ada, 'Mine only');
  const page = await studio.open(t, { as: ben, path: `/queue?saved=${id}` });
  await heading(page, 'Ours');
  await eventually(async () => (await subjects(page)) === 'Urgent,Vip');
  assert.deepEqual(await names(page), ['Ours']);
  await page.getByRole('group', { name: 'Views', exact: true }).getByRole('link', { name: /^Open/ }).click();
  await heading(page, 'Open');
  await eventually(async () => (await subjects(page)) === 'Other,Urgent,Vip');
  await page.goBack();
  await heading(page, 'Ours');
  await eventually(async () => (await subjects(page)) === 'Urgent,Vip');
  await page.goForward();
  await heading(page, 'Open');
  // Unsaved: the address has the whole filter.
  await page.goto(`${studio.url}/queue?view=open&filter=${encodeURIComponent(FILTER)}`);
  await eventually(async () => (await subjects(page)) === 'Urgent,Vip');
  await page.goto(`${studio.url}/queue?saved=${hidden}`);
  await page.getByText('There is no such view').waitFor();
  await until(() => page.locator('.queue-row').count(), 0);
  for (const filter of ['x', '{"all":', '{"all":[{"field":"password","is":["x"]}]}', '<script>alert(1)</script>']) {
    await page.goto(`${studio.url}/queue?filter=${encodeURIComponent(filter)}`);
    await page.getByText('This address has a filter that cannot be read').waitFor();
    await until(() => page.locator('.queue-row').count(), 0, 'no list that looks filtered');
  }
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'Open the queue' }).click();
  await heading(page, 'Needs attention');
});

test('views are moved by keyboard and by drag and drop, in every tab, and back if the server refuses', async (t) => {
  const project = await aProject(studio);
  const ada = await studio.member('agent', { projectIds: [project.id] });
  for (const name of ['A', 'B', 'C']) await save(ada, name, { projectId: project.id });
  const page = await studio.open(t, { as: ada, path: '/queue' });
  const other = await studio.open(t, { as: ada, path: '/queue' });
  for (const one of [page, other]) await savedView(one, 'C').waitFor();
  await savedView(page, 'C').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('C: place 2 of 3').waitFor();
  await savedView(page, 'C').and(page.locator(':focus')).waitFor();
  assert.deepEqual(await names(page), ['A', 'C', 'B']);
  await eventually(async () => (await names(other)).join() === 'A,C,B');
  await savedView(page, 'B').dragTo(savedView(page, 'A'));
  await eventually(async () => (await names(other)).join() === 'B,A,C');
  assert.deepEqual(await names(page), ['B', 'A', 'C']);

  await refuseNext(page, 'PUT', '/views/order', cutConnection);
  await savedView(page, 'C').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByRole('alert').first().waitFor();
  await eventually(async () => (await names(page)).join() === 'B,A,C');
});

test('the last of several moves counts, and what loads meanwhile does not change the order', async (t) => {
  const project = await aProject(studio);
  const ada = await studio.member('agent', { projectIds: [project.id] });
  for (const name of ['A', 'B', 'C']) await save(ada, name, { projectId: project.id });
  const page = await studio.open(t, { as: ada, path: '/queue' });
  await savedView(page, 'C').waitFor();
  const release = await failNext(page, 'PUT', '/views/order', late);
  let saved = 0;
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok()) saved++;
  });
  await savedView(page, 'C').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('C: place 2 of 3').waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('C: place 1 of 3').waitFor();
  await save(ada, 'D', { projectId: project.id });
  await savedView(page, 'D').waitFor();
  assert.deepEqual(await names(page), ['C', 'A', 'B', 'D']);
  release();
  await eventually(async () => saved === 2);
  const { views } = (await ada.call('GET', '/views')).body;
  assert.equal(views.map((view: { readonly name: string }) => view.name).join(), 'C,A,B,D');
  assert.deepEqual(await names(page), ['C', 'A', 'B', 'D']);
});

test('a name that is refused stays in the dialog, with what is wrong', async (t) => {
  const { project } = await threeTickets();
  const ada = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: ada, path: `/queue?view=open&filter=${encodeURIComponent(FILTER)}` });
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('VIPs');
  for (const [fault, said] of [
    [
      problem(400, 'validation', {
        errors: { name: ['Must not be blank.'] },
        problems: [{ field: 'name', code: 'blank' }],
      }),
      'This field is required.',
    ],
    [problem(409, 'view-limit'), 'There are too many saved views'],
    [problem(429, 'rate-limited'), 'Too many requests'],
    [cutConnection, 'The server did not respond'],
  ] as const) {
    await refuseNext(page, 'POST', '/views', fault);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(said).waitFor();
    await until(() => name.inputValue(), 'VIPs');
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await heading(page, 'VIPs');
});

test('a view is changed, shared, and deleted, and comes back to its place with Undo', async (t) => {
  const { project } = await threeTickets();
  const [ada, viewer] = [
    await studio.member('agent', { projectIds: [project.id] }),
    await studio.member('viewer', { projectIds: [project.id] }),
  ];
  const id = await save(ada, 'First', { projectId: project.id });
  await save(ada, 'Second', { projectId: project.id });
  const page = await studio.open(t, { as: ada, path: `/queue?saved=${id}` });
  const reader = await studio.open(t, { as: viewer, path: '/queue' });
  await heading(page, 'First');
  await menu(page, 'Rename and share…');
  const dialog = page.getByRole('dialog', { name: 'Rename and share the view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shared');
  await dialog.getByRole('combobox', { name: 'Who sees it' }).click();
  await page.getByRole('option', { name: 'Everyone in the team' }).click();
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await heading(page, 'Shared');
  await savedView(reader, 'Shared').click();
  await heading(reader, 'Shared');
  await reader.getByRole('button', { name: 'Filter and view' }).click();
  await reader.getByRole('menuitem', { name: 'Move up' }).waitFor();
  await until(() => reader.getByRole('menuitem', { name: 'Delete view' }).count(), 0);
  await reader.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Sort: / }).click();
  await page.getByRole('menuitemradio', { name: 'Oldest first' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
  assert.equal((await ada.call('GET', '/views')).body.views[0].sort, 'created');

  await holdTime(page);
  await menu(page, 'Delete view');
  await heading(page, 'Needs attention');
  await eventually(async () => (await names(page)).join() === 'Second');
  await reader.getByText('There is no such view').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await heading(page, 'Shared');
  assert.deepEqual(await names(page), ['Shared', 'Second']);
  await eventually(async () => (await names(reader)).join() === 'Shared');
});

test('nobody is offered to change, share or move what the server would refuse', async (t) => {
  const { project } = await threeTickets();
  const [ada, admin] = [
    await studio.member('agent', { projectIds: [project.id] }),
    await studio.member('admin', { projectIds: [project.id] }),
  ];
  const everywhere = await studio.member('agent');
  const ofAll = await save(everywhere, 'Of all', { role: 'viewer' });
  const ofProject = await save(ada, 'Of the project', { role: 'viewer', projectId: project.id });
  const entries = async (page: Page) => {
    await page.getByRole('button', { name: 'Filter and view' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).waitFor();
    const names = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return names.filter((name) => name.startsWith('Rename') || name.startsWith('Delete'));
  };
  const saves = (page: Page) => page.getByRole('button', { name: 'Save changes' });
  const changed = `view=open&filter=${encodeURIComponent('{"all":[]}')}`;
  const page = await studio.open(t, { as: admin, path: `/queue?saved=${ofAll}` });
  await heading(page, 'Of all');
  assert.deepEqual(await entries(page), []);
  await page.goto(`${studio.url}/queue?saved=${ofProject}`);
  await heading(page, 'Of the project');
  assert.deepEqual(await entries(page), ['Rename and share…', 'Delete view']);
  await page.goto(`${studio.url}/queue?saved=${ofProject}&project=${project.id}&${changed}`);
  await saves(page).waitFor();
  // Without its project, it would be another view.
  await page.goto(`${studio.url}/queue?saved=${ofProject}&${changed}`);
  await page.getByRole('button', { name: 'Save as new' }).waitFor();
  await until(() => saves(page).count(), 0);

  // Its owner loses access to other projects, and can only make it private.
  const limits = { projectIds: [project.id] };
  assert.equal((await team(studio, 'PATCH', `/members/${everywhere.id}`, limits)).status, 200);
  const limited = await studio.open(t, { as: everywhere, path: `/queue?saved=${ofAll}&${changed}` });
  await limited.getByRole('button', { name: 'Save as new' }).waitFor();
  await until(() => saves(limited).count(), 0);
  await menu(limited, 'Rename and share…');
  const sharing = limited.getByRole('dialog', { name: 'Rename and share the view' });
  await sharing.getByText('You can no longer share this view: if you save it, only you see it.').waitFor();
  await sharing.getByRole('button', { name: 'Save' }).click();
  await sharing.waitFor({ state: 'detached' });

  for (let count = 1; count < MAX_SHARED_VIEWS_PER_MEMBER; count++) {
    await save(ada, `${count}`, { role: 'owner', projectId: project.id });
  }
  const own = await save(ada, 'Mine', { projectId: project.id });
  const reader = await studio.open(t, { as: ada, path: `/queue?saved=${own}` });
  await heading(reader, 'Mine');
  await menu(reader, 'Rename and share…');
  const dialog = reader.getByRole('dialog', { name: 'Rename and share the view' });
  await dialog.getByText('You share 20 views. Make one of them private first.').waitFor();
  await until(() => dialog.getByRole('combobox', { name: 'Who sees it' }).isDisabled(), true);
  await reader.keyboard.press('Escape');

  assert.equal((await team(studio, 'PATCH', `/members/${ada.id}`, { role: 'viewer' })).status, 200);
  await reader.goto(`${studio.url}/queue?saved=${ofProject}`);
  await heading(reader, 'Of the project');
  await menu(reader, 'Rename and share…');
  await dialog.getByText('if you save it, only you see it').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const seen = (await ada.call('GET', '/views')).body.views.find(({ id }: { id: string }) => id === ofProject);
  assert.equal(seen.role, null);
});
