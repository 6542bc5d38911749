import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, playerReply, team } from '../../../server/test/helpers/builders.ts';
import { linked, setUpIdentity } from '../../../server/test/helpers/identity.ts';
import { axeViolations } from '../helpers/axe.ts';
import { addRoute } from '../helpers/faults.ts';
import { queueRow as row } from '../helpers/queue-rows.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const weight = (page: Page, subject: string) =>
  row(page, subject)
    .locator('.queue-row-subject')
    .evaluate((element) => getComputedStyle(element).fontWeight);

test('a row says who writes, and whether that is proved', async (t) => {
  const project = await aProject(studio);
  await setUpIdentity(studio, project);
  const claims = await aPlayer(studio, project, { userId: 'claimed-1' });
  await aTicket(studio, claims, { subject: 'Claimed' });
  await aTicket(studio, await aPlayer(studio, project), { subject: 'Unknown' });
  const device = await aPlayer(studio, project);
  await aTicket(studio, device, { subject: 'Proved' });
  await linked(studio, device, 'user-4711', Date.now());
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: '/queue' });
  await row(page, 'Proved').getByText('user-4711').waitFor();
  const verified = (subject: string) => row(page, subject).getByText('verified', { exact: true }).count();
  assert.deepEqual([await verified('Proved'), await verified('Claimed'), await verified('Unknown')], [1, 0, 0]);
  const title = async (subject: string) =>
    (await row(page, subject).locator('bdi[title]').first().getAttribute('title')) ?? '';
  assert.match(await title('Claimed'), /^claimed-1\n\nSent by the game, not verified$/);
  assert.match(await title('Proved'), /^user-4711\n\nVerified by the backend of the game$/);
  assert.match(await title('Unknown'), /a name made from the player ID/);
  assert.deepEqual(await axeViolations(page), []);
});

test('a row says what is new since the member looked, in every tab and after a reload', async (t) => {
  const project = await aProject(studio);
  const player = await aPlayer(studio, project);
  const id = await aTicket(studio, player, { subject: 'Jump' });
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const first = await studio.open(t, { as: agent, path: '/queue' });
  const second = await studio.open(t, { as: agent, path: '/queue' });
  for (const page of [first, second]) await row(page, 'Jump').waitFor();
  const isSeen = (page: Page) => eventually(async () => (await weight(page, 'Jump')) === '400');
  assert.equal(await weight(first, 'Jump'), '600', 'the member has not looked');

  await row(first, 'Jump').getByRole('link').click();
  await first.getByRole('heading', { level: 1, name: 'Jump' }).waitFor();
  await isSeen(second);
  await first.goBack();
  await isSeen(first);

  await playerReply(studio, player, id, 'It happens again.');
  await playerReply(studio, player, id, 'And again.');
  await agent.call('POST', `/tickets/${id}/notes`, { message: 'My own note.' });
  for (const page of [first, second]) await row(page, 'Jump').getByText('2 new').waitFor();
  await second.reload();
  await row(second, 'Jump').getByText('2 new').waitFor();
  assert.equal(await weight(second, 'Jump'), '600');
  assert.deepEqual(await axeViolations(second), []);

  await row(second, 'Jump').getByRole('link').click();
  await second.getByText('And again.').first().waitFor();
  await row(first, 'Jump').getByText('2 new').waitFor({ state: 'detached' });
  await isSeen(first);
  // While a member looks at a ticket, new messages count as seen.
  await second.goBack();
  await isSeen(second);
  await team(studio, 'POST', `/tickets/${id}/notes`, { message: 'A note of somebody else.' });
  await row(first, 'Jump').getByText('1 of the team').waitFor();
});

test('a ticket stays new if the server does not take the look', async (t) => {
  const project = await aProject(studio);
  const player = await aPlayer(studio, project);
  const id = await aTicket(studio, player, { subject: 'Fall' });
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: '/queue' });
  let tries = 0;
  await addRoute(page, '**/seen', (route) => {
    tries++;
    return route.abort();
  });
  await row(page, 'Fall').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Fall' }).waitFor();
  await eventually(async () => tries === 1);
  await page.goBack();
  await playerReply(studio, player, id);
  await eventually(async () => (await weight(page, 'Fall')) === '600');
  await row(page, 'Fall').getByText('More.').waitFor();
  await until(() => row(page, 'Fall').getByText('new').count(), 0);
});
