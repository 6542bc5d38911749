import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations } from '../../../console/test/helpers/axe.ts';
import { until } from '../../../console/test/helpers/until.ts';
import { aProject, eventually } from '../../../server/test/helpers/builders.ts';
import { aKnownIssue, aPublicIssue, fixIn, link, seenIssue } from '../../../server/test/helpers/known-issues.ts';
import { type Game, openGames } from '../helpers/games.ts';

const games = await openGames();
const { service } = games;
const context = () => {
  addEventListener('DOMContentLoaded', () => {
    const element = document.querySelector('player-support');
    if (element) element.context = { appVersion: '2.4.2', platform: 'ios' };
  });
};

const focused = ({ page }: Game) =>
  page.evaluate(() => document.querySelector('player-support')?.shadowRoot?.activeElement?.textContent ?? '');

for (const [colorScheme, locale, note, meToo, noted] of [
  ['light', 'en', 'We know.', 'I have this too', 'Noted. We will tell you when it is fixed.'],
  ['dark', 'de', 'Das wissen wir.', 'Habe ich auch', 'Notiert. Wir sagen dir, wenn es behoben ist.'],
] as const) {
  test(`the form shows what is known for the build, and one tap subscribes: ${colorScheme}, ${locale}`, async (t) => {
    const project = await aProject(service);
    const id = await aPublicIssue(service, project, { builds: ['2.4.2'], platforms: ['iOS'] });
    await aPublicIssue(service, project, { builds: ['2.4.1'], notes: { en: 'Of another build.' } });
    const game = await games.visit(t, { project, before: context, colorScheme, locale });
    const { panel, page } = game;
    await game.open();
    await panel.locator('[data-key=new]').click();
    await panel.getByText(note).waitFor();
    await until(() => panel.locator('.known-issue').count(), 1);
    assert.deepEqual(await axeViolations(page), []);
    const button = panel.getByRole('button', { name: meToo });
    await button.focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: noted, pressed: true }).waitFor();
    assert.equal(await focused(game), noted);
    assert.deepEqual(await axeViolations(page), []);
    assert.equal((await seenIssue(service, id)).subscribers, 1);
    // The form still works without known issues.
    await panel.locator('#subject').fill('Something else');
    await panel.locator('#message').fill('It is not that.');
    await panel.locator('.footer .primary').click();
    await panel.locator('.message').filter({ hasText: 'It is not that.' }).waitFor();
  });
}

test('a subscription that fails says so, and can be tried again', async (t) => {
  const project = await aProject(service);
  await aPublicIssue(service, project);
  const game = await games.visit(t, { project, before: context });
  const { panel, page } = game;
  await page.route('**/subscribe', (route) => route.abort());
  await game.open();
  await panel.locator('[data-key=new]').click();
  await panel.getByRole('button', { name: 'I have this too' }).click();
  await panel.getByRole('alert').getByText('Something went wrong.').waitFor();
  await page.unroute('**/subscribe');
  await panel.getByRole('button', { name: 'I have this too' }).click();
  await panel.getByRole('button', { name: 'Noted.' }).waitFor();
  await until(() => panel.getByRole('alert').count(), 0);
});

test('without the module, the form works as always', async (t) => {
  const project = await aProject(service);
  await aPublicIssue(service, project);
  const game = await games.visit(t, { project, before: context });
  await game.page.route('**/player-support-known.js*', (route) => route.abort());
  await game.open();
  await game.createTicket('Stuck', 'I cannot leave level 3.');
  await game.panel.getByText('In progress').waitFor();
  assert.equal((await game.tickets()).length, 1);
});

for (const [colorScheme, locale, yes, no, thanks] of [
  ['light', 'en', 'Yes, it is fixed', 'No, it still happens', 'Thank you. Our team will look at it again.'],
  ['dark', 'de', 'Ja, es ist behoben', 'Nein, es passiert noch', 'Danke. Unser Team sieht es sich noch einmal an.'],
] as const) {
  test(`the inbox asks whether it is fixed; a yes can become a no: ${colorScheme}, ${locale}`, async (t) => {
    const project = await aProject(service);
    const game = await games.visit(t, { project, before: context, colorScheme, locale });
    const { panel, page } = game;
    await game.open();
    await game.createTicket('Stuck', 'I cannot leave level 3.');
    await eventually(async () => (await game.tickets()).length === 1);
    const [ticket] = await game.tickets();
    const issueId = await aKnownIssue(service, project);
    await link(service, issueId, ticket.id);
    await fixIn(service, issueId);
    // The job asks within 15 seconds.
    await game.back();
    await panel.locator('[data-key=inbox]').click();
    const row = panel.locator('.row').filter({ hasText: 'Stuck' });
    while ((await row.count()) === 0) {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await row
        .first()
        .waitFor({ timeout: 2000 })
        .catch(() => {});
    }
    await row.click();
    await panel.getByRole('button', { name: yes }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await panel.getByRole('button', { name: yes }).click();
    await panel.getByRole('button', { name: yes }).waitFor({ state: 'detached' });
    assert.equal(await focused(game), 'Stuck');
    assert.deepEqual((await seenIssue(service, issueId)).fixedForPlayers, { asked: 1, yes: 1, no: 0 });
    assert.equal((await game.tickets())[0]?.status, 'closed');
    await panel.getByRole('button', { name: no }).click();
    await panel.getByText(thanks).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual((await seenIssue(service, issueId)).fixedForPlayers, { asked: 1, yes: 0, no: 1 });
    assert.equal((await game.tickets())[0]?.status, 'open');
  });
}
