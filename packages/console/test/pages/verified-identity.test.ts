import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aProject, aTicket, identify, poll, team } from '../../../server/test/helpers/builders.ts';
import { linked, setUpIdentity } from '../../../server/test/helpers/identity.ts';
import { axeViolations } from '../helpers/axe.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

test('a verified player is called verified, and an admin unlinks a device', async (t) => {
  const project = await aProject(studio, 'Space Cats');
  await setUpIdentity(studio, project);
  const device = await aPlayer(studio, project, { context: { platform: 'Android', deviceModel: 'Pixel 12' } });
  const id = await aTicket(studio, device);
  const account = await linked(studio, device, 'user-4711', Date.now());
  const admin = await studio.member('admin', { projectIds: [project.id] });
  const page = await studio.open(t, { as: admin, path: `/tickets/${id}` });
  await page.getByText('Verified by the backend of the game').waitFor();
  await until(() => page.getByText('Sent by the game, not verified').count(), 0);
  await until(() => page.getByRole('button', { name: 'Support code' }).count(), 0, 'an account needs none');
  await page.getByRole('button', { name: 'Unlink Android, Pixel 12' }).click();
  const dialog = page.getByRole('dialog');
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await poll(studio, account)).status, 401);
  const again = await identify(studio, project, { installationId: device.installationId });
  assert.equal(again.body.playerId, device.id);

  const agent = await studio.member('agent', { projectIds: [project.id] });
  const other = await linked(studio, await aPlayer(studio, project), 'user-4711', Date.now());
  const agentPage = await studio.open(t, { as: agent, path: `/players/${other.id}` });
  await agentPage.getByRole('region', { name: 'Devices of this account' }).getByRole('listitem').waitFor();
  await until(() => agentPage.getByRole('button', { name: 'Unlink' }).count(), 0);
});

test('an admin unlinks a device that was linked by mistake, and gives back what a code took', async (t) => {
  const project = await aProject(studio, 'Space Mice');
  await setUpIdentity(studio, project);
  const [device, old, thief] = [
    await aPlayer(studio, project, { context: { platform: 'iOS', deviceModel: 'iPhone 21' } }),
    await aPlayer(studio, project),
    await aPlayer(studio, project),
  ];
  const ticketOf = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body.playerId;
  const [linkedTicket, stolen] = [await aTicket(studio, device), await aTicket(studio, old)];
  const account = await linked(studio, device, 'user-12', Date.now());
  const admin = await studio.member('admin', { projectIds: [project.id] });
  const page = await studio.open(t, { as: admin, path: `/players/${account.id}` });
  await page.getByRole('button', { name: 'Unlink iOS, iPhone 21' }).click();
  const dialog = page.getByRole('dialog');
  await until(() => dialog.getByRole('radio', { name: 'The device was lost, stolen or sold' }).isChecked(), true);
  await dialog.getByRole('radio', { name: 'It was linked by mistake' }).check();
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await ticketOf(linkedTicket), device.id);

  const { body } = await studio.call('POST', '/api/v1/player/support-code', { token: old.token });
  const code = { token: thief.token, body: { code: body.code } };
  assert.equal((await studio.call('POST', '/api/v1/player/support-code/use', code)).status, 200);
  const other = await studio.open(t, { as: admin, path: `/players/${thief.id}` });
  await other.getByText('1 ticket with a support code').waitFor();
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const agentPage = await studio.open(t, { as: agent, path: `/players/${thief.id}` });
  await agentPage.getByRole('heading', { name: 'Tickets', exact: true }).waitFor();
  await agentPage.waitForLoadState('networkidle');
  await until(() => agentPage.getByRole('button', { name: /^Give back/ }).count(), 0);
  await other.getByRole('button', { name: /^Give back what came from / }).click();
  assert.deepEqual(await axeViolations(other), []);
  await other.getByRole('dialog').getByRole('button', { name: 'Give back' }).click();
  await other.getByText('1 ticket with a support code').waitFor({ state: 'detached' });
  assert.equal(await ticketOf(stolen), old.id);
});

test('an agent issues a support code in a ticket, and it works in the game', async (t) => {
  const project = await aProject(studio, 'Space Dogs');
  const [lost, next] = [await aPlayer(studio, project), await aPlayer(studio, project)];
  const id = await aTicket(studio, lost);
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
  await page.getByRole('button', { name: 'Support code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Issue a code' }).click();
  const code = await dialog.getByRole('textbox', { name: 'Support code' }).inputValue();
  assert.deepEqual(await axeViolations(page), []);
  const path = '/api/v1/player/support-code/use';
  const { body } = await studio.call('POST', path, { token: next.token, body: { code } });
  assert.deepEqual(body, { tickets: 1 });
});

test('an admin sets up verified identity, and ends it', async (t) => {
  const project = await aProject(studio, 'Space Birds');
  const admin = await studio.member('admin', { projectIds: [project.id] });
  const page = await studio.open(t, { as: admin, path: '/settings/projects' });
  const settings = async () => (await team(studio, 'GET', `/projects/${project.id}/identity`)).body;
  const open = () => page.getByRole('button', { name: 'Verified identity of Space Birds' }).click();
  await open();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Address of the public keys (JWKS)' }).fill('https://127.0.0.1/keys');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/private network/).waitFor();
  await dialog.getByRole('combobox', { name: 'The key of the backend' }).click();
  await page.getByRole('option', { name: 'Shared secret' }).click();
  const secret = 'a secret that no other project has yet';
  await dialog.getByLabel('Shared secret').fill(secret);
  assert.deepEqual(await axeViolations(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const other = await aProject(studio, 'Space Fish');
  await setUpIdentity(studio, other, { secret });
  await open();
  await dialog.getByText(/a token works in both/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const { hasSecret, audience, issuer } = await settings();
  assert.deepEqual([hasSecret, audience, issuer], [true, 'player-support', null]);
  await open();
  await dialog.getByRole('button', { name: 'Stop linking players' }).click();
  await eventually(async () => (await settings()).status === 404);
});
