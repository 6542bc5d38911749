import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aTicket, playerReply, poll } from '../../../server/test/helpers/builders.ts';
import { ENGINE } from '../../../server/test/helpers/databases.ts';
import { startProcess } from '../../../server/test/helpers/programs.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const [ada, grace] = [
  await studio.member('agent', { name: 'Ada Lovelace' }),
  await studio.member('agent', { name: 'Grace Hopper' }),
];
const composer = (page: Page) => page.getByLabel('Reply to the player');
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

suite('two members in one ticket', { concurrency: 3 }, () => {
  test('see each other, and who is writing', async (t) => {
    const path = `/tickets/${await aTicket(studio, await aPlayer(studio))}`;
    const [one, other] = [await studio.open(t, { as: ada, path }), await studio.open(t, { as: grace, path })];
    await one.getByRole('img', { name: 'Also here: Grace Hopper' }).waitFor();
    await other.getByRole('img', { name: 'Also here: Ada Lovelace' }).waitFor();
    await composer(other).pressSequentially('I th');
    await one.getByText('Grace Hopper is writing a reply').waitFor();
    await other.goto('/queue');
    await one.getByRole('img', { name: 'Also here' }).waitFor({ state: 'detached' });
  });

  test('are warned before they answer twice', async (t) => {
    const player = await aPlayer(studio);
    const path = `/tickets/${await aTicket(studio, player)}`;
    const [one, other] = [await studio.open(t, { as: ada, path }), await studio.open(t, { as: grace, path })];
    await composer(one).fill('Try the left door.');
    await send(other, 'Try the right door.');
    await one.getByText('\u2068Grace Hopper\u2069 wrote while you were writing.').waitFor();
    await one.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = one.getByRole('dialog', { name: 'New message from \u2068Grace Hopper\u2069' });
    await dialog.getByText('Try the right door.').waitFor();
    await dialog.getByRole('button', { name: 'Send anyway' }).click();
    await eventually(async () => (await poll(studio, player)).text.includes('left door'));
  });

  test('are warned by the server if the browser has no live updates', async (t) => {
    const player = await aPlayer(studio);
    const path = `/tickets/${await aTicket(studio, player)}`;
    const one = await studio.open(t, { as: ada });
    await one.context().route('**/api/v1/team/events', (route) => route.abort());
    await one.goto(path);
    await composer(one).fill('Try the left door.');
    await grace.call('POST', `${path}/replies`, { message: 'Try the right door.' });
    await one.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = one.getByRole('dialog', { name: 'New message from \u2068Grace Hopper\u2069' });
    await dialog.getByText('Try the right door.').waitFor();
    assert.doesNotMatch((await poll(studio, player)).text, /left door/);
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until(() => composer(one).inputValue(), 'Try the left door.');
  });
});

/** Starts a second node on the database. With SQLite it is the first one. */
async function elsewhere(): Promise<string> {
  if (ENGINE === 'sqlite') return studio.url;
  // Until the end of the file, like the first node.
  return (
    await startProcess({ after: (end) => void ends.push(end as () => unknown) }, { DATABASE_URL: studio.databaseUrl })
  ).url;
}
const ends: (() => unknown)[] = [];

suite('a change on another node', { concurrency: 3 }, async () => {
  test('is shown immediately: a message, a note, a change, a new ticket', async (t) => {
    t.after(async () => {
      for (const end of ends) await end();
    });
    const at = await elsewhere();
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player);
    const own = await studio.member('agent', { projectIds: [player.project.id] });
    const page = await studio.open(t, { as: ada, path: `/tickets/${id}`, at });
    const queue = await studio.open(t, { as: own, path: '/queue', at });
    await queue.getByRole('link', { name: 'Stuck' }).waitFor();
    await conversation(page).getByText('I cannot leave level 3.').waitFor();

    await playerReply(studio, player, id, 'It is a blue door.');
    await conversation(page).getByText('It is a blue door.').waitFor();
    await grace.call('POST', `/tickets/${id}/notes`, { message: 'Ask for a picture.' });
    await conversation(page).getByText('Ask for a picture.').waitFor();
    await grace.call('PATCH', `/tickets/${id}`, { priority: 'urgent' });
    await page.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
    await queue.getByText('Priority: Urgent').waitFor({ state: 'attached' });

    // A second ticket of the player would share its row.
    await aTicket(studio, await aPlayer(studio, player.project), { subject: 'A new one' });
    await queue
      .getByRole('link', { name: 'A new one' })
      .or(queue.getByRole('button', { name: '1 new ticket' }))
      .waitFor();
  });
});
