import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNT_CAP } from '@player-support/contract/limits';
import { aPlayer, aProject, aTicket, team, unlimited } from '../../../server/test/helpers/builders.ts';
import { copyTicket } from '../../../server/test/helpers/ticket-copies.ts';
import { axeViolations } from '../helpers/axe.ts';
import { addRoute } from '../helpers/faults.ts';
import { openStudio } from '../helpers/studio.ts';

const CAP = COUNT_CAP.toLocaleString('en');

test('a view with more tickets than the server counts says so, wherever its number is', async (t) => {
  const studio = await openStudio({}, t);
  const player = await aPlayer(studio);
  await unlimited(studio, player.project);
  await copyTicket(studio.databaseUrl, await aTicket(studio, player), COUNT_CAP - 1);
  const own = await studio.member('agent', { projectIds: [player.project.id] });
  const page = await studio.open(t, { as: own, path: '/queue?view=all' });
  const view = (name: string) => page.getByRole('group', { name: 'Views' }).getByRole('link', { name, exact: true });
  await view(`Needs attention ${CAP}`).waitFor();
  await view(`All tickets ${CAP}`).waitFor();

  await aTicket(studio, player);
  for (const name of ['Needs attention', 'Unassigned', 'Open', 'All tickets']) await view(`${name} ${CAP}+`).waitFor();
  await view('Mine 0').waitFor();
  await page.getByText(`${CAP}+ tickets`, { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select: ' }).first().click();
  await page.getByText(`1 of ${CAP}+ selected`, { exact: true }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText(`${CAP}+ tickets`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await view(`Needs attention ${CAP}+`).click();
  await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  // It covers the page until another view is chosen.
  await page.getByRole('button', { name: 'Open navigation', expanded: false }).waitFor();
});

test('counts are those under the filters, on every page, and change live', async (t) => {
  const studio = await openStudio({}, t);
  const [one, other] = [await aProject(studio, 'One'), await aProject(studio, 'Other')];
  const context = (platform: string) => ({ context: { platform, appVersion: '1.0' } });
  const newTicket = async (project: typeof one, platform: string) =>
    aTicket(studio, await aPlayer(studio, project, context(platform)), context(platform));
  const own = await studio.member('agent', { projectIds: [one.id, other.id] });
  const ids = [await newTicket(one, 'ios'), await newTicket(one, 'android'), await newTicket(other, 'ios')];
  await team(studio, 'PATCH', `/tickets/${ids[0]}`, { assigneeId: own.id });
  const page = await studio.open(t, { as: own, path: '/queue?platform=ios&view=unassigned' });
  const view = (name: string) => page.getByRole('group', { name: 'Views' }).getByRole('link', { name, exact: true });
  for (const name of ['Needs attention 2', 'Mine 1', 'Unassigned 1', 'All tickets 2']) await view(name).waitFor();
  await page.getByText('1 ticket', { exact: true }).waitFor();

  await newTicket(other, 'android');
  await newTicket(other, 'ios');
  for (const name of ['Needs attention 3', 'Mine 1', 'Unassigned 2', 'All tickets 3']) await view(name).waitFor();
  await page.getByText('2 tickets', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Project: All projects' }).click();
  await page.getByRole('menuitemradio', { name: 'One' }).click();
  await view('Unassigned 0').waitFor();
  await view('Mine 1').click();
  await page.waitForURL(/view=mine&project=.*platform=ios/);
  await page.getByRole('button', { name: /^Remove filter: Platform/ }).click();
  await view('Unassigned 1').waitFor();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Project: One' }).waitFor();
  await view('All tickets 2').waitFor();
  await newTicket(other, 'ios');
  await newTicket(one, 'ios');
  await view('All tickets 3').click();
  await page.waitForURL((url) => url.searchParams.get('project') === one.id);
  await page.getByText('3 tickets', { exact: true }).waitFor();
  await page.goto('/');
  await page.waitForURL((url) => url.searchParams.get('project') === one.id);

  await page.goto(`/queue?view=all&project=${one.id}&status=closed`);
  for (const name of ['All tickets 0', 'Unassigned 0', 'Open 3', 'Needs attention 3']) await view(name).waitFor();
});

test('the counts of other filters disappear while the new ones are loaded', async (t) => {
  const studio = await openStudio({}, t);
  const project = await aProject(studio);
  for (const platform of ['ios', 'android']) {
    const context = { context: { platform, appVersion: '1.0' } };
    await aTicket(studio, await aPlayer(studio, project, context), context);
  }
  const own = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: own, path: '/queue?view=all&platform=ios&version=1.0' });
  const view = (name: string) => page.getByRole('group', { name: 'Views' }).getByRole('link', { name, exact: true });
  await view('All tickets 1').waitFor();
  await page.getByText('1 ticket', { exact: true }).waitFor();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await addRoute(page, '**/tickets/counts?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Remove filter: Platform/ }).click();
  await view('All tickets').waitFor();
  await page.getByText('1 ticket', { exact: true }).waitFor({ state: 'hidden' });
  assert.deepEqual(await axeViolations(page), []);
  answer();
  await view('All tickets 2').waitFor();
  await page.getByText('2 tickets', { exact: true }).waitFor();
});
