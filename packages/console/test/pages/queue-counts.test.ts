import { test } from 'node:test';
import { aPlayer, aTicket } from '../../../server/test/helpers/builders.ts';
import { copyTicket } from '../../../server/test/helpers/ticket-copies.ts';
import { openStudio } from '../helpers/studio.ts';

test('a view with more than 10,000 tickets says so, in the list of views and on a phone', async (t) => {
  const studio = await openStudio({}, t);
  const player = await aPlayer(studio);
  await copyTicket(studio.databaseUrl, await aTicket(studio, player), 9_999);
  const own = await studio.member('viewer', { projectIds: [player.project.id] });
  const page = await studio.open(t, { as: own, path: '/queue' });
  const views = page.getByRole('navigation', { name: 'Views' });
  const view = (name: string) => views.getByRole('link', { name, exact: true });
  await view('Needs attention 10,000').waitFor();
  await view('All tickets 10,000').waitFor();

  await aTicket(studio, player);
  // The live stream reports the new ticket, and the page counts again.
  for (const name of ['Needs attention', 'Unassigned', 'Open', 'All tickets']) await view(`${name} 10,000+`).waitFor();
  await view('Mine 0').waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  const select = page.getByRole('combobox', { name: 'Views' });
  await select.locator('option', { hasText: 'Needs attention (10,000+)' }).waitFor({ state: 'attached' });
});
