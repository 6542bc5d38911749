import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../console/test/helpers/until.ts';
import { openGames } from '../helpers/games.ts';

const games = await openGames();

test('another user never sees the tickets, texts and drafts of the first one', async (t) => {
  const game = await games.visit(t, { attributes: { 'user-id': 'ann' } });
  const { page, panel } = game;
  const shown = () => panel.evaluate((dialog) => dialog.textContent ?? '');
  const fields = () =>
    panel
      .locator('input:not([type]), textarea')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join());
  const signIn = (id: string | null) =>
    page.evaluate((id) => Object.assign(document.querySelector('player-support') ?? {}, { userId: id }), id);
  await game.open();
  await game.createTicket('Secret of Ann', 'Ann wrote this');
  await panel.getByText('In progress').waitFor();
  await page.route('**/messages', (route) => route.abort());
  await game.reply('Ann waits');
  await panel.locator('#reply').fill('Ann drafts');

  for (const change of [
    () => signIn('bob'),
    // A game may also use the SDK.
    () => page.evaluate(() => document.querySelector('player-support')?.support?.setUser('bob')),
    () => page.evaluate(() => document.querySelector('player-support')?.support?.signOut()),
  ]) {
    await change();
    await panel.getByText('How can we help?').waitFor();
    assert.doesNotMatch(await shown(), /Ann|Secret/);
    await until(
      async () => (await page.evaluate(() => document.querySelector('player-support')?.userId)) === 'ann',
      false,
    );
    await panel.locator('[data-key=new]').click();
    assert.equal(await fields(), ',');
    await panel.locator('#message').fill('Not of Ann');
    await panel.locator('[data-key=data]').click();
    await panel.locator('.facts').waitFor();
    assert.doesNotMatch(await shown(), /Ann|ann/);
    await signIn('ann');
    await panel.locator('.row').getByText('Secret of Ann').click();
    await panel.getByText('Ann waits').waitFor();
    await until(() => panel.locator('#reply').inputValue(), 'Ann drafts');
    await game.back();
    await panel.locator('[data-key=new]').click();
    assert.equal(await fields(), ',');
    await signIn('bob');
    await page.evaluate(() => sessionStorage.clear());
    await signIn('ann');
    await panel.locator('.row').getByText('Secret of Ann').click();
    await panel.locator('#reply').fill('Ann drafts');
  }
  await page.unroute('**/messages');
  await page.evaluate(() => document.querySelector('player-support')?.support?.outbox.sendNow());
  await panel.locator('.mark').first().waitFor({ state: 'detached' });
  await signIn('bob');
  await panel.getByText('How can we help?').waitFor();
  await game.createTicket('Of Bob', 'Bob wrote this');
  await panel.getByText('In progress').waitFor();
  const tickets = await game.tickets();
  assert.deepEqual(tickets.map(({ subject, player }) => `${subject} of ${player.userId}`).sort(), [
    'Of Bob of bob',
    'Secret of Ann of ann',
  ]);
  await panel.locator('#reply').fill('Bob drafts');
  await page.evaluate(() => document.querySelector('player-support')?.support?.signOut({ erase: true }));
  await signIn('bob');
  await panel.getByText('How can we help?').waitFor();
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify({ ...sessionStorage })), /Bob drafts/);
});
