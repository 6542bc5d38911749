import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aPlayer, aProject, aTicket } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import {
  addRoute,
  alertShown,
  busy,
  cutConnection,
  type Fault,
  lostResponse,
  MESSAGES,
  tooMany,
} from '../helpers/faults.ts';
import { openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const card = (page: Page) => page.getByRole('region', { name: 'First steps' });
const step = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name });
const isDone = (item: Locator) => item.getByText('Done:').waitFor({ state: 'attached' });
const sendButton = (page: Page) => card(page).getByRole('button', { name: 'Send a test ticket' });

async function failOnce(page: Page, path: string, fault: Fault): Promise<void> {
  let isNext = true;
  await addRoute(page, `**${path}`, (route) => {
    if (!isNext) return route.fallback();
    isNext = false;
    return fault(route);
  });
}

test('the first steps of a team', async (t) => {
  const studio = await openStudio({}, t);
  const owner = await studio.member('owner', { name: 'Ada Lovelace' });
  const tickets = async () => (await owner.call('GET', '/tickets?view=all')).body.tickets;
  const page = await studio.open(t, { as: owner, path: '/queue' });

  await t.test('are all to do, and the page is accessible', async () => {
    await card(page).getByText('0 of 4 done').waitFor();
    await page.getByText('No tickets yet').waitFor();
    await until(() => card(page).getByRole('listitem').count(), 4);
    await settled(page);
    assert.deepEqual(await axeViolations(page), []);
  });

  await t.test('the first one opens the dialog for a project, once', async () => {
    await card(page).getByRole('link', { name: 'Create a project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create project' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL(/\/settings\/projects$/);
    await page.goBack();
    await card(page).getByText('0 of 4 done').waitFor();
  });

  await t.test('a project of another member is done at once', async () => {
    await aProject(studio, 'Castle of Chickens');
    await isDone(step(page, 'Create a project'));
    await card(page).getByText('1 of 4 done').waitFor();
  });

  await t.test('a refused test ticket says why, and is sent again only once', async () => {
    for (const [path, fault, message] of [
      ['/player/identify', tooMany, MESSAGES.tooMany],
      ['/player/identify', cutConnection, MESSAGES.noResponse],
      ['/api/v1/tickets', tooMany, MESSAGES.tooMany],
      ['/api/v1/tickets', busy, MESSAGES.busy],
    ] as const) {
      await failOnce(page, path, fault);
      await sendButton(page).click();
      await alertShown(card(page), message);
      assert.deepEqual(await tickets(), []);
    }
    await failOnce(page, '/api/v1/tickets', lostResponse);
    await sendButton(page).click();
    await alertShown(card(page), MESSAGES.noResponse);
    assert.equal((await tickets()).length, 1);
  });

  await t.test('the test ticket arrives in the queue, and can be answered', async () => {
    await isDone(step(page, 'Send a test ticket'));
    const row = page.getByRole('link', { name: 'Test ticket from the console' });
    await page.getByRole('button', { name: '1 new ticket' }).or(row).first().waitFor();
    const [ticket] = await tickets();
    const { body } = await owner.call('GET', `/tickets/${ticket.id}`);
    assert.deepEqual(
      [body.subject, body.type, body.player.userId, body.context.platform, body.context.locale],
      ['Test ticket from the console', 'bug', 'Test by Ada Lovelace', 'web', 'en-GB'],
    );
    await page.goto(`/tickets/${ticket.id}`);
    await page.getByRole('textbox', { name: 'Reply to the player' }).fill('It works.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('It works.').first().waitFor();
  });

  await t.test('hiding lasts, and the search for commands shows them again', async () => {
    await page.goto('/queue?view=all');
    await card(page).getByText('2 of 4 done').waitFor();
    await card(page).getByRole('button', { name: 'Hide' }).click();
    await card(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: 'Test ticket from the console' }).waitFor();
    await page.waitForLoadState('networkidle');
    await until(() => card(page).count(), 0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill('first steps');
    await page.keyboard.press('Enter');
    await card(page).getByText('2 of 4 done').waitFor();
    await until(() => card(page).getByRole('listitem').count(), 4);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await step(page, 'Invite somebody').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.goBack();
  });

  await t.test('a webhook is the next step, and an invitation the last: then they go away', async () => {
    await step(page, 'Be told of new tickets').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    const webhook = { webhookFormat: 'standard', webhookAddress: 'https://93.184.216.34/', webhook: ['new_ticket'] };
    assert.equal((await owner.call('PATCH', '/account/notifications', webhook)).status, 200);
    await page.goto('/queue?view=all');
    await card(page).getByText('3 of 4 done').waitFor();
    await owner.call('POST', '/invitations', { email: 'grace@studio.example', role: 'agent' });
    await card(page).waitFor({ state: 'detached' });
  });
});

test('the test ticket', async (t) => {
  const studio = await openStudio({}, t);
  const agent = await studio.member('agent');

  await t.test('is a step of an agent, and a double click sends one', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/queue' });
    await card(page).getByText('0 of 2 done').waitFor();
    await page.waitForLoadState('networkidle');
    await sendButton(page).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.getByText('The test ticket was sent to Demo.').waitFor();
    await card(page).getByText('1 of 2 done').waitFor();
    const { tickets } = (await agent.call('GET', '/tickets?view=all')).body;
    assert.equal(tickets.length, 1);
  });

  await t.test('is not for a viewer, and no step is shown with a filter or without the access for it', async (t) => {
    const project = await aProject(studio, 'Quiet');
    const own = await studio.member('admin', { projectIds: [project.id] });
    const page = await studio.open(t, { as: own, path: '/queue' });
    // A one-project member cannot create another. Somebody was invited already.
    await card(page).getByText('1 of 3 done').waitFor();
    await until(() => step(page, 'Create a project').count(), 0);
    await page.goto(`/queue?platform=ios`);
    await page.getByText('No matching tickets').waitFor();
    await page.waitForLoadState('networkidle');
    await until(() => card(page).count(), 0);
    const viewer = await studio.member('viewer', { projectIds: [project.id] });
    const reading = await studio.open(t, { as: viewer, path: '/queue' });
    await reading.getByText('No tickets yet').waitFor();
    await reading.waitForLoadState('networkidle');
    await until(() => card(reading).count(), 0);
    await reading.keyboard.press('Control+k');
    await reading.getByRole('dialog').getByRole('textbox').fill('first steps');
    await reading.getByText('Nothing found').waitFor();
  });
});

test('a team of one with many tickets does not see the first steps', async (t) => {
  const studio = await openStudio({}, t);
  const owner = await studio.member('owner');
  const page = await studio.open(t, { as: owner, path: '/queue' });
  await card(page).waitFor();
  const project = await aProject(studio);
  for (let count = 0; count < 11; count++) await aTicket(studio, await aPlayer(studio, project));
  await card(page).waitFor({ state: 'detached' });
});
