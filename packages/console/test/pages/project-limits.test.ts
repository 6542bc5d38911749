import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProject, team } from '../../../server/test/helpers/builders.ts';
import { openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

test('an admin changes one limit; invalid numbers are refused, and changes of others are kept', async (t) => {
  const project = await aProject(studio, 'Space Cats');
  const limits = async () => (await team(studio, 'GET', `/projects/${project.id}`)).body.limits;
  const before = await limits();
  const admin = await studio.member('admin', { projectIds: [project.id] });
  const page = await studio.open(t, { as: admin, path: '/settings/projects' });
  await page.getByRole('button', { name: 'Edit Space Cats' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'New players per IP address' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await until(() => field.inputValue(), '300');
  for (const wrong of ['', '1.5', '-5', '99999999']) {
    await field.fill(wrong);
    await save.click();
    await dialog.getByText('Enter a whole number from 0 to 1,000,000.').waitFor();
    await until(() => field.evaluate((input: HTMLInputElement) => input.matches('[aria-invalid=true]:focus')), true);
    await until(() => field.inputValue(), wrong);
    assert.deepEqual(await limits(), before);
    await dialog.getByRole('textbox', { name: 'New players in total' }).focus();
  }
  const meanwhile = { ...before, newPlayerTicketsPerAddress: 7 };
  await team(studio, 'PATCH', `/projects/${project.id}`, { limits: { newPlayerTicketsPerAddress: 7 } });
  await field.fill('50');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await limits(), { ...meanwhile, newPlayersPerAddress: 50 });
});
