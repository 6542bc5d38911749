import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aTicket } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

test('a list of many members scrolls, and Tab goes on after its button', async (t) => {
  const player = await aPlayer(studio);
  const projectIds = [player.project.id];
  for (let number = 0; number < 14; number++) await studio.member('agent', { name: `Person ${number}`, projectIds });
  const agent = await studio.member('agent', { projectIds });
  const page = await studio.open(t, { as: agent, path: `/tickets/${await aTicket(studio, player)}` });
  await settled(page);
  await page.getByRole('button', { name: 'Nobody' }).click();
  const option = page.getByRole('option', { name: 'Person 13' });
  await option.waitFor();
  const list = page.getByRole('listbox').filter({ has: option });
  await until(() => list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight), true);
  assert.deepEqual(await axeViolations(page), []);
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await page.keyboard.press('Tab');
  await option.waitFor({ state: 'hidden' });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  assert.match((await focused()) ?? '', /^Tags/);
});
