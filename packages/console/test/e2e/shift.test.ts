import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aPlayer, aProject, aTicket, poll, team } from '../../../server/test/helpers/builders.ts';
import { eventually, openStudio } from '../helpers/studio.ts';

const TICKETS = 20;
const studio = await openStudio();

test('twenty tickets are handled with the keyboard only', async (t) => {
  const project = await aProject(studio);
  const players = await Promise.all(Array.from({ length: TICKETS }, () => aPlayer(studio, project)));
  const ids: string[] = [];
  for (const [index, player] of players.entries()) {
    ids.push(await aTicket(studio, player, { subject: `Number ${index + 1}` }));
    // Tickets of the same millisecond have no fixed order.
    await sleep(2);
  }
  await team(studio, 'POST', '/macros', { name: 'Thanks', body: 'Thank you, we know {{ticket.subject}}.' });
  const own = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: own, path: '/queue' });
  const { keyboard } = page;
  await page.getByText(`${TICKETS} tickets`).waitFor();

  // From here on only the keyboard is used.
  await keyboard.press('j');
  await keyboard.press('Enter');
  for (let number = 1; number <= TICKETS; number++) {
    await page.getByRole('heading', { level: 1, name: `Number ${number}`, exact: true }).waitFor();
    await page.getByLabel('Reply to the player').waitFor();
    if (number % 5 === 0) {
      // A note, then resolve without a reply.
      await keyboard.press('n');
      await page.getByLabel('Internal note', { exact: true }).and(page.locator(':focus')).waitFor();
      await keyboard.type('Nothing to say.');
      await keyboard.press('Control+Enter');
      await keyboard.press('Escape');
      await keyboard.press('a');
      await page.getByRole('button', { name: `Assignee: ${own.name}` }).waitFor();
      await keyboard.press('e');
      await page.getByRole('button', { name: 'Status: Resolved' }).waitFor();
      if (number < TICKETS) await keyboard.press('j');
    } else {
      await keyboard.press('r');
      await page.getByLabel('Reply to the player').and(page.locator(':focus')).waitFor();
      if (number % 2 === 0) {
        await keyboard.type('/than');
        await page.getByRole('option', { name: /Thanks/ }).waitFor();
        await keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('Thank you'));
      } else {
        await keyboard.type(`Answer ${number}.`);
      }
      await keyboard.press('Control+Shift+Enter');
    }
  }
  await keyboard.press('u');
  await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  await keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await keyboard.press('Escape');
  await keyboard.press('g');
  await keyboard.press('r');
  await page.getByRole('heading', { level: 1, name: 'Resolved' }).waitFor();
  await page.getByRole('link', { name: `Resolved ${TICKETS}` }).waitFor();

  await eventually(async () => {
    const all = await Promise.all(ids.map(async (id) => (await team(studio, 'GET', `/tickets/${id}`)).body));
    return all.every(({ status, messages }) => status === 'resolved' && messages.length === 2);
  });
  for (const [index, player] of players.entries()) {
    const number = index + 1;
    const answer = number % 2 === 0 ? `Thank you, we know Number ${number}.` : `Answer ${number}.`;
    const { text } = await poll(studio, player);
    assert.equal(text.includes(answer), number % 5 !== 0, answer);
    assert.doesNotMatch(text, /Nothing to say/);
  }
});
