import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  aPlayer,
  aProject,
  aTicket,
  type Project,
  poll,
  setStatus,
  team,
} from '../../../server/test/helpers/builders.ts';
import {
  alertShown,
  busy,
  cutConnection,
  type Fault,
  foreignPage,
  MESSAGES,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { openStudio } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio();

const FAULTS: Readonly<Record<string, readonly [fault: Fault, message: string]>> = {
  'a 401': [problem(401, 'unauthorized'), 'You are signed out. Sign in again.'],
  'a 403': [problem(403, 'forbidden'), 'You do not have permission to do this. Ask an owner or admin.'],
  'a 404': [problem(404, 'not-found'), 'Not found, or you do not have access to it.'],
  'a 429': [tooMany, MESSAGES.tooMany],
  'a 503': [busy, MESSAGES.busy],
  'no response': [cutConnection, MESSAGES.noResponse],
  'a page of another server': [foreignPage, MESSAGES.noResponse],
};

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const pathOf = ({ id }: Project) => `/projects/${id}/notices`;
const adminOf = ({ id }: Project) => studio.member('admin', { projectIds: [id] });
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Notices to players' }).getByRole('listitem').filter({ hasText: name });

async function choose(page: Page, language: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Language' }).fill(language);
  await page.getByRole('option', { name: language, exact: true }).click();
}

/** Reads what a player with this locale is told about a resolved ticket. */
async function told(project: Project, locale: string): Promise<[title: string, body: string]> {
  const player = await aPlayer(studio, project);
  await setStatus(studio, await aTicket(studio, player, { context: { locale } }), 'resolved');
  const [{ title, body }] = (await poll(studio, player)).body.messages;
  return [title, body];
}

const textsOf = async (project: Project) =>
  (await team(studio, 'GET', pathOf(project))).body.notices.flatMap(({ texts }: { texts: object[] }) => texts);

const GERMAN = 'Dieses Ticket wurde als gelöst markiert. Brauchst du noch Hilfe?';

test('an admin writes a German text with a preview, and resets it; each is first refused, without loss', async (t) => {
  const project = await aProject(studio, 'Castle');
  const page = await studio.open(t, { as: await adminOf(project), path: '/settings/projects' });
  await page.getByRole('link', { name: 'Notices to players of Castle' }).click();
  const row = rowOf(page, 'Ticket resolved');
  await row.getByText('This ticket was marked as resolved.').waitFor();
  await row.getByText('Preview, with an example of a ticket:').waitFor();
  await choose(page, 'German');
  await row.getByText(GERMAN).waitFor();
  await row.getByText('Default', { exact: true }).waitFor();
  await until(() => row.getByRole('button').count(), 1);

  await button(row, 'Edit Ticket resolved').click();
  const dialog = page.getByRole('dialog', { name: 'Ticket resolved (German)' });
  await dialog.getByLabel('Title').fill('Gelöst: {{ticket.subject}}');
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.fill('Viel Spaß mit ');
  await button(dialog, '{{project.name}}').click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  const [title, body] = ['Gelöst: {{ticket.subject}}', 'Viel Spaß mit {{project.name}}!'];
  const typed = async () => [await dialog.getByLabel('Title').inputValue(), await text.inputValue()];
  await dialog.getByText('Gelöst: My purchase is missing').waitFor();
  await dialog.getByText('Viel Spaß mit Castle!').waitFor();
  const at = `${pathOf(project)}/ticket-resolved/de`;
  for (const [name, [fault, message]] of Object.entries(FAULTS)) {
    await refuseNext(page, 'PUT', at, fault);
    await button(dialog, 'Save').click();
    await alertShown(dialog, message);
    assert.deepEqual([name, ...(await typed())], [name, title, body]);
    assert.deepEqual(await textsOf(project), []);
    // Makes the next alert a new one.
    await refuseNext(page, 'PUT', at, problem(400, 'validation', { errors: { body: ['Must be better.'] } }));
    await button(dialog, 'Save').click();
    await dialog.getByText('Must be better.').waitFor();
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    assert.deepEqual(await typed(), [title, body]);
  }
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('Changed', { exact: true }).waitFor();
  await row.getByText('Viel Spaß mit Castle!').waitFor();
  assert.deepEqual(await told(project, 'de-AT'), ['Gelöst: Stuck', 'Viel Spaß mit Castle!']);

  await button(row, 'Reset Ticket resolved').click();
  const confirming = page.getByRole('dialog', { name: 'Delete your text?' });
  await confirming.getByText(GERMAN).waitFor();
  for (const [fault, message] of Object.values(FAULTS)) {
    await refuseNext(page, 'DELETE', at, fault);
    await button(confirming, 'Reset').click();
    await alertShown(confirming, message);
    assert.equal((await textsOf(project)).length, 1);
  }
  await button(confirming, 'Reset').click();
  await confirming.waitFor({ state: 'detached' });
  await row.getByText('Default', { exact: true }).waitFor();
  await row.getByText(GERMAN).waitFor();
  assert.match((await told(project, 'de-AT'))[1], new RegExp(`^${GERMAN.slice(0, 40)}`));
});

suite('the page of notices', { concurrency: 2 }, () => {
  test('names an unknown variable while it is typed, and the server refuses it', async (t) => {
    const project = await aProject(studio);
    const page = await studio.open(t, { as: await adminOf(project), path: `/settings${pathOf(project)}` });
    await button(page, 'Edit Ticket closed').click();
    const dialog = page.getByRole('dialog', { name: 'Ticket closed (English)' });
    const text = dialog.getByRole('textbox', { name: 'Text' });
    await text.fill('Bye, {{player.name}}.');
    await dialog.getByText('Unknown variable: {{player.name}}').waitFor();
    await button(dialog, 'Save').click();
    await dialog.getByText('Contains a variable that does not exist here.').waitFor();
    await until(() => text.inputValue(), 'Bye, {{player.name}}.');
    assert.deepEqual(await textsOf(project), []);
    await page.keyboard.press('Escape');
    await button(page, 'Go on editing').click();
    await until(() => text.inputValue(), 'Bye, {{player.name}}.');
  });

  test('says which text players get whose language has none, and begins with it', async (t) => {
    const project = await aProject(studio);
    const page = await studio.open(t, { as: await adminOf(project), path: `/settings${pathOf(project)}` });
    await choose(page, 'Dutch');
    await page.getByText('Players get the texts in English.').waitFor();
    const row = rowOf(page, 'Ticket closed');
    await row.getByText('In English', { exact: true }).waitFor();
    await button(row, 'Edit Ticket closed').click();
    const dialog = page.getByRole('dialog', { name: 'Ticket closed (Dutch)' });
    await untilMatch(() => dialog.getByRole('textbox', { name: 'Text' }).inputValue(), /^This ticket was closed/);
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await textsOf(project), []);
    await choose(page, 'Austrian German');
    await page.getByText('Players get the texts in German.').waitFor();
  });

  test('shows at once what another member changed, and keeps what is being typed', async (t) => {
    const project = await aProject(studio);
    const [admin, viewer] = [await adminOf(project), await studio.member('viewer', { projectIds: [project.id] })];
    const path = `/settings${pathOf(project)}`;
    const [page, watching] = [await studio.open(t, { as: admin, path }), await studio.open(t, { as: viewer, path })];
    await button(page, 'Edit Ticket closed').click();
    const text = page.getByRole('dialog').getByRole('textbox', { name: 'Text' });
    await text.fill('Half a sen');
    const row = rowOf(watching, 'Ticket closed');
    await row.getByText('This ticket was closed.').waitFor();
    await until(() => watching.getByRole('main').getByRole('button').count(), 0, 'a viewer only reads');
    const set = { title: '{{ticket.subject}}', body: 'Written by someone else.' };
    assert.equal((await team(studio, 'PUT', `${pathOf(project)}/ticket-closed/en`, set)).status, 200);
    await row.getByText('Written by someone else.').waitFor();
    await page.getByText('Written by someone else.').waitFor({ state: 'attached' });
    await until(() => text.inputValue(), 'Half a sen');
  });
});
