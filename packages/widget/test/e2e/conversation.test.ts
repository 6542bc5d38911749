import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../console/test/helpers/until.ts';
import { anAnnouncement, setStatus, teamReply } from '../../../server/test/helpers/builders.ts';
import { openGames } from '../helpers/games.ts';

const games = await openGames();
const { service } = games;

test('the player writes, the team replies, and both see the same conversation', async (t) => {
  const game = await games.visit(t);
  const { panel } = game;
  await game.open();
  await panel.getByText('How can we help?').waitFor();
  await game.createTicket('Stuck', 'I cannot leave level 3.');
  await panel.getByText('In progress').waitFor();
  const [ticket] = await game.tickets();
  assert.deepEqual([ticket.subject, ticket.type], ['Stuck', 'bug']);
  await panel.getByText(`#${ticket.number}`).waitFor();

  await teamReply(service, ticket.id, 'Jump twice at the door.');
  await panel.locator('.message:not(.own)').getByText('Jump twice at the door.').waitFor();
  // Screen readers hear it too.
  await panel.locator('[role=status]').getByText('New reply from the support team: Jump twice').waitFor();
  await panel.getByText('Waiting for you').waitFor();

  await game.reply('It works, thank you!');
  await panel.getByText('In progress').waitFor();
  const [replied] = await game.tickets();
  const texts = ['I cannot leave level 3.', 'Jump twice at the door.', 'It works, thank you!'];
  assert.deepEqual(
    replied.messages.map(({ message }: { message: string }) => message),
    texts,
  );
  // Each text is there once, although the outbox has the player's too.
  await panel.locator('.mark').first().waitFor({ state: 'detached' });
  await until(() => panel.locator('.message .text').allTextContents(), texts);

  await setStatus(service, ticket.id, 'closed');
  await panel.getByText('This ticket is closed.').waitFor();
  await until(() => panel.locator('#reply').count(), 0);
});

test('the inbox has announcements and replies, and counts what is unread', async (t) => {
  const game = await games.visit(t);
  const { page, panel } = game;
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(globalThis, { counts });
    const element = document.querySelector('player-support');
    element?.addEventListener('unread', (event) => counts.push((event as CustomEvent).detail.count));
  });
  await game.open();
  await game.createTicket('Stuck', 'I cannot leave level 3.');
  await panel.getByText('In progress').waitFor();
  await game.back();
  const [ticket] = await game.tickets();
  await teamReply(service, ticket.id, 'Jump twice.');
  await anAnnouncement(service, game.project, { title: 'Maintenance', body: 'Tonight at ten.' });
  await page.keyboard.press('Escape');
  await page.reload();
  const badge = page.locator('.badge');
  await badge.getByText('2', { exact: true }).waitFor();
  await game.open();
  await panel.locator('[data-key=inbox]').click();
  await panel.getByText('Maintenance').click();
  await panel.getByText('Tonight at ten.').waitFor();
  await badge.getByText('1', { exact: true }).waitFor({ state: 'attached' });
  await game.back();
  await panel.locator('.row.unread').click();
  await panel.getByText('Jump twice.').waitFor();
  await badge.waitFor({ state: 'detached' });
});
