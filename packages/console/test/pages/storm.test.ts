import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, team, unlimited, updateProject } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio({ RATE_LIMITS: 'off' });

/** Makes a project hold an attack of five tickets with one text, and two honest ones. */
async function aStorm(name: string) {
  const project = await aProject(studio, name);
  await unlimited(studio, project);
  const before = await aTicket(studio, await aPlayer(studio, project), { subject: 'Before the storm' });
  assert.equal((await updateProject(studio, project, { stormMode: 'on' })).status, 200);
  const write = async (subject: string, message: string) =>
    aTicket(studio, await aPlayer(studio, project), { subject, message });
  for (let index = 0; index < 5; index++) await write(`Offer ${index}`, `FREE GEMS at gems.example, offer ${index}!`);
  await write('Lost sword', 'My sword is gone since the update.');
  const last = await write('Door', 'The door in level 3 stays closed.');
  return { project, before, last, write };
}

const counts = async (project: { id: string }) => {
  const { attention, held } = (await team(studio, 'GET', `/tickets/counts?projectId=${project.id}`)).body;
  return [attention.count, held.count];
};
const row = (page: Page, subject: string) => page.getByRole('link', { name: subject });

test('an admin deletes a known text, and releases the rest', async (t) => {
  const { project } = await aStorm('Space Cats');
  const admin = await studio.member('admin', { projectIds: [project.id] });
  const page = await studio.open(t, { as: admin, path: '/queue' });
  const banner = page.getByRole('status', { name: 'Held' });
  await banner.getByText('7 held tickets wait for you.').waitFor();
  await row(page, 'Before the storm').waitFor();
  await until(() => row(page, 'Lost sword').count(), 0);
  await page.goto('/queue?type=guild');
  await banner.getByText('7 held tickets wait for you.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Held' }).waitFor();
  await banner.getByRole('link', { name: 'Look at held tickets' }).click();
  await row(page, 'Lost sword').waitFor();
  const panel = page.getByRole('region', { name: 'Known texts' });

  await panel.getByRole('button', { name: /^5 tickets/ }).click();
  await row(page, 'Lost sword').waitFor({ state: 'detached' });
  await row(page, 'Offer 1').waitFor();
  await until(() => page.locator('.queue-total').innerText(), '5 tickets');
  await panel.getByRole('button', { name: 'Delete the tickets with the text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the tickets with this text?' });
  await dialog.getByText('Tickets whose players sent another message are kept.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(await counts(project), [1, 7]);
  await panel.getByRole('button', { name: 'Delete the tickets with the text' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('5 tickets are deleted.').waitFor();
  assert.deepEqual(await counts(project), [1, 2]);

  await panel.getByRole('button', { name: 'Release all' }).click();
  await page.getByText('2 tickets are in the queue now.').waitFor();
  assert.deepEqual(await counts(project), [3, 0]);
  await banner.getByText('New tickets of new players are held in Space Cats.').waitFor();
});

test('an agent releases selected tickets, and cannot delete; the banner is live', async (t) => {
  const { project, write } = await aStorm('Moon Dogs');
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: '/queue?view=held' });
  await row(page, 'Door').waitFor();
  await page.getByRole('button', { name: 'Release all' }).waitFor();
  await until(() => page.getByRole('button', { name: /^Delete/ }).count(), 0);
  await page.getByRole('checkbox', { name: 'Select: Door' }).check();
  await page.getByRole('group', { name: 'Actions for the selected tickets' }).waitFor();
  await until(() => page.getByRole('button', { name: 'Priority' }).count(), 0);
  await page
    .getByRole('group', { name: 'Actions for the selected tickets' })
    .getByRole('button', { name: 'Release' })
    .click();
  await page.getByText('1 ticket is in the queue now.').waitFor();
  assert.deepEqual(await counts(project), [2, 6]);
  await write('One more', 'Hello?');
  await page.getByRole('status', { name: 'Held' }).getByText('7 held tickets').waitFor();
  await updateProject(studio, project, { stormMode: 'off' });
  await page.getByText('New tickets of new players are held in Moon Dogs.').waitFor({ state: 'detached' });
  await page.getByText('7 held tickets wait for you.').waitFor();
});

test('a held ticket takes no reply until it is released', async (t) => {
  const { project, last } = await aStorm('Sun Birds');
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: `/tickets/${last}` });
  const held = page.getByRole('region', { name: 'Held ticket' });
  await held.getByRole('button', { name: 'Release' }).waitFor();
  await until(() => page.getByRole('textbox').count(), 0);
  await held.getByRole('button', { name: 'Release' }).click();
  await page.getByText('1 ticket is in the queue now.').waitFor();
  assert.deepEqual(await counts(project), [2, 6]);
});

test('an admin chooses when tickets are held', async (t) => {
  const project = await aProject(studio, 'Star Fish');
  const admin = await studio.member('admin', { projectIds: [project.id] });
  const page = await studio.open(t, { as: admin, path: '/settings/projects' });
  await page.getByRole('button', { name: 'Edit Star Fish' }).click();
  const field = page.getByRole('dialog').getByLabel('Hold tickets of new players');
  await until(() => field.inputValue(), 'automatic');
  await field.selectOption('Always');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal((await team(studio, 'GET', `/projects/${project.id}`)).body.stormMode, 'on');
});

test('the pages of a storm are accessible in both themes, on a phone and a desktop', async (t) => {
  const { project, last } = await aStorm('Comet Cows');
  const admin = await studio.member('admin', { projectIds: [project.id] });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      const page = await studio.open(t, { as: admin, colorScheme, viewport });
      for (const address of ['/queue', '/queue?view=held', `/tickets/${last}`]) {
        await page.goto(address);
        await page
          .getByText(/held ticket|is held/)
          .first()
          .waitFor();
        if (address.includes('view')) await page.getByRole('region', { name: 'Known texts' }).waitFor();
        await settled(page);
        const folder = process.env.PICTURES;
        const name = `${address.split('/').at(1)?.replace(/\W/g, '-')}-${colorScheme}-${viewport.width}.png`;
        if (folder !== undefined) await page.screenshot({ path: path.join(folder, name) });
        assert.deepEqual(await axeViolations(page), [], `${address} ${colorScheme} ${viewport.width}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${address} is too wide`);
      }
    }
  }
});
