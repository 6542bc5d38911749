import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket } from '../../../server/test/helpers/builders.ts';
import { copyTicket } from '../../../server/test/helpers/ticket-copies.ts';
import { addRoute, alertShown, problem } from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { queueRow } from '../helpers/queue-rows.ts';
import { openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const COUNT = 450;

/** Opens a queue with more tickets than load at once, and the button that selects all. */
async function openLoaded(t: TestContext) {
  const project = await aProject(studio);
  const player = await aPlayer(studio, project);
  const id = await aTicket(studio, player, { subject: 'Number 1' });
  await copyTicket(studio.databaseUrl, id, COUNT - 1, {
    subject: `'Number ' || (number.n + 1)`,
    created_at: 'ticket.created_at - number.n * 1000',
  });
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: '/queue?view=all' });
  await queueRow(page, 'Number 1').waitFor();
  await settled(page);
  await page.keyboard.press('Control+a');
  const all = page.getByRole('button', { name: `Select all ${COUNT} that match` });
  await all.waitFor();
  return { page, agent, id, all };
}

async function openSelected(t: TestContext) {
  const { page, agent, id, all } = await openLoaded(t);
  await all.click();
  await page.getByText(`${COUNT} of ${COUNT} selected`).waitFor();
  await until(() => page.getByRole('button', { name: /that match/ }).count(), 0);
  await copyTicket(studio.databaseUrl, id, 1, { subject: `'Newcomer'`, created_at: 'ticket.created_at + 1000' });
  const statuses = async () => {
    const { open, resolved } = (await agent.call('GET', '/tickets/counts')).body;
    return { open: open.count, resolved: resolved.count };
  };
  return { page, statuses };
}

async function resolve(page: Page): Promise<void> {
  await page.keyboard.press('e');
  const question = page.getByRole('dialog', { name: `Resolve ${COUNT} tickets?` });
  await question.getByRole('button', { name: `Resolve ${COUNT} tickets` }).click();
  await question.waitFor({ state: 'detached' });
}

/** Holds all changes but the first, until the returned function is called. */
async function holdChanges(page: Page, free: number): Promise<() => void> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  await addRoute(page, '**/api/v1/team/tickets', async (route) => {
    if (route.request().method() === 'PATCH' && ++count > free) await promise;
    await route.continue().catch(() => undefined);
  });
  return release;
}

suite('all tickets that match', { concurrency: 2 }, () => {
  test('are those that could be loaded if the server refuses more, which is told', async (t) => {
    const { page, all } = await openLoaded(t);
    await addRoute(page, /\/api\/v1\/team\/tickets\?.*cursor=/, problem(403, 'forbidden'));
    await all.click();
    await alertShown(page, 'You do not have permission to do this.');
    await page.getByText(new RegExp(`^\\d+ of ${COUNT} selected`)).waitFor();
    await all.waitFor();
  });

  test('are changed after a question and an undo, with a progress that can be stopped', async (t) => {
    const { page, statuses } = await openSelected(t);
    const release = await holdChanges(page, 1);
    let releaseTime = await holdTime(page);
    await resolve(page);
    await page.getByText(`Resolving ${COUNT} tickets:`).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText(`${COUNT} of ${COUNT} selected`).waitFor();
    await releaseTime();
    assert.deepEqual(await statuses(), { open: COUNT + 1, resolved: 0 });

    releaseTime = await holdTime(page);
    await resolve(page);
    await releaseTime();
    await page.getByText(`100 of ${COUNT} done.`).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    release();
    await page.getByText('200 tickets changed. 250 tickets were not changed.').waitFor();
    assert.deepEqual(await statuses(), { open: 251, resolved: 200 });
    await page.getByText(/^250 of 45\d selected/).waitFor();
  });

  test('go on on the next page if the tab was closed, without the ticket that came later', async (t) => {
    const { page, statuses } = await openSelected(t);
    await holdChanges(page, 2);
    const releaseTime = await holdTime(page);
    await resolve(page);
    await releaseTime();
    await page.getByText(`200 of ${COUNT} done.`).waitFor();
    const context = page.context();
    await page.close();
    const next = await context.newPage();
    await next.goto(`${studio.url}/announcements`);
    await until(statuses, { open: 1, resolved: COUNT });
    await until(() => next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox:'))), []);
  });
});
