import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProject, team } from '../../../server/test/builders.ts';
import { openStudio } from './studio.ts';

const studio = await openStudio();

test('an admin changes one limit of a project; a field that was cleared is not saved as no limit', async (t) => {
  const project = await aProject(studio, 'Space Cats');
  const limits = async () => (await team(studio, 'GET', `/projects/${project.id}`)).body.limits;
  const before = await limits();
  const admin = await studio.member('admin', { projectIds: [project.id] });
  const page = await studio.open(t, { as: admin, path: '/settings/projects' });
  await page.getByRole('button', { name: 'Edit Space Cats' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'New players per IP address' });
  const save = dialog.getByRole('button', { name: 'Save' });
  assert.equal(await field.inputValue(), '300');
  await field.fill('');
  await save.click();
  assert.equal(await field.evaluate((input: HTMLInputElement) => input.matches(':invalid:focus')), true);
  assert.deepEqual(await limits(), before);
  await field.fill('50');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await limits(), { ...before, newPlayersPerAddress: 50 });
});
