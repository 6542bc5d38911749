import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { cli, printed } from '../../../server/test/helpers/programs.ts';
import { openStudio, PASSWORD } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function atQueue(page: Page): Promise<void> {
  await page.waitForURL('**/queue');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

test('the link that is printed at the first start creates the owner, once', async (t) => {
  const [, link = ''] = await studio.output.wrote(/owner of the team[^\n]*\n(\S+)\n/);
  const page = await studio.open(t, { path: link.replace(studio.url, '') });
  await page.getByRole('heading', { level: 1, name: 'Set up Player Support' }).waitFor();
  await page.getByLabel('Email').fill('ada@studio.example');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill('too short');
  await page.getByRole('button', { name: 'Create account' }).click();
  const field = page.getByLabel('Password', { exact: true });
  await until(() => field.evaluate((input: HTMLInputElement) => input.validity.tooShort), true);
  await field.fill('password1234');
  await page.getByText('OK. A longer password is better.').waitFor();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Attackers try this password first.').waitFor();
  await until(() => page.getByText('OK. A longer password is better.').count(), 0);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await atQueue(page);
  await page.getByRole('button', { name: 'Account: Ada Lovelace' }).click();
  await page.getByText('ada@studio.example').waitFor();
  const { members } = (await studio.call('GET', '/api/v1/team/members', { token: studio.teamKey })).body;
  assert.deepEqual(
    members.map((member: { email: string; role: string }) => [member.email, member.role]),
    [['ada@studio.example', 'owner']],
  );

  const again = await studio.open(t, { path: link.replace(studio.url, '') });
  await again.getByText('This invitation is not valid').waitFor();
});

test('sign-in leads to the requested page, and sign-out everywhere ends all sessions', async (t) => {
  const member = await studio.member('agent');
  const page = await studio.open(t, { path: '/announcements' });
  await page.waitForURL('**/sign-in?from=%2Fannouncements');
  await fillSignIn(page, member.email, 'not the password');
  await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
  await fillSignIn(page, member.email);
  await page.getByRole('heading', { level: 1, name: 'Announcements' }).waitFor();
  const cookies = await page.context().cookies();
  assert.deepEqual(
    cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
    [
      ['player-support', true, 'Lax'],
      ['player-support-browser', true, 'Lax'],
    ],
  );
  await until(() => page.evaluate('document.cookie'), '', 'scripts cannot read it');

  const elsewhere = await studio.open(t, { as: member });
  await atQueue(elsewhere);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await elsewhere.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.goto('/queue');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('a second factor is set up, required at the next sign-in, and replaced by a recovery code', async (t) => {
  const member = await studio.member('agent');
  const page = await studio.open(t, { as: member, path: '/settings/security' });
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  const app = new TOTP({ secret });
  await page.getByRole('textbox', { name: 'Code' }).fill(app.generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  const recovery = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('The authenticator app is on').waitFor();

  const other = await studio.open(t, { path: '/sign-in' });
  await fillSignIn(other, member.email);
  const code = other.getByLabel('Code');
  await code.and(other.locator(':focus')).waitFor();
  await code.fill('000000');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('alert').getByText('wrong or was already used').waitFor();
  // The setup used its code. The server accepts the next one early.
  await code.fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await atQueue(other);

  const third = await studio.open(t, { path: '/sign-in' });
  await fillSignIn(third, member.email);
  await third.getByLabel('Code').fill(recovery);
  await third.getByRole('button', { name: 'Sign in' }).click();
  await atQueue(third);
});

test('an invited agent joins in another browser', async (t) => {
  const owner = await studio.member('owner');
  const { token } = (await owner.call('POST', '/invitations', { email: 'Grace@Studio.example', role: 'agent' })).body;
  const page = await studio.open(t, { path: `/join#${token}` });
  await page.getByRole('heading', { level: 1, name: 'Join the team' }).waitFor();
  await page.getByText('You join as Agent.').waitFor();
  await until(() => page.getByLabel('Email').inputValue(), 'grace@studio.example');
  const name = page.getByLabel('Your name');
  await until(() => name.evaluate((field) => field === document.activeElement), true);
  await name.fill('Grace Hopper');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await atQueue(page);
  await page.getByRole('button', { name: 'Account: Grace Hopper' }).waitFor();
});

test('keys of a demoted member are suspended, and work again after another member took them over', async (t) => {
  const owner = await studio.member('owner');
  const removed = await studio.member('admin', { name: 'Mallory Smith' });
  const created: { id: string; key: string }[] = [];
  for (const name of ['Discord bridge', 'Nightly report']) {
    const { apiKey, key } = (await removed.call('POST', '/api-keys', { name, role: 'agent' })).body;
    created.push({ id: apiKey.id, key });
  }
  await removed.call('POST', '/invitations', { email: 'friend@studio.example', role: 'admin' });
  const works = async () =>
    Promise.all(
      created.map(async ({ key: token }) => (await studio.call('GET', '/api/v1/team/projects', { token })).status),
    );
  const keysPage = await studio.open(t, { as: owner, path: '/settings/api-keys' });
  const list = keysPage.getByRole('list', { name: 'API keys' });
  await list.getByText('by Mallory Smith').nth(1).waitFor();

  const page = await studio.open(t, { as: owner, path: '/settings/members' });
  await page.getByText('created by Mallory Smith').waitFor();
  await page.getByRole('button', { name: 'Edit Mallory Smith' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mallory Smith' });
  const warning = dialog.getByText('open links that this member created stop working');
  await dialog.getByRole('radio', { name: 'Owner' }).check();
  await until(() => warning.count(), 0);
  await dialog.getByRole('radio', { name: 'Agent' }).check();
  await warning.waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('created by Mallory Smith').waitFor({ state: 'detached' });
  assert.deepEqual(await works(), [401, 401]);

  await list.getByText('Suspended').nth(1).waitFor();
  await keysPage.getByRole('button', { name: 'Take over 2 keys' }).click();
  const ask = keysPage.getByRole('dialog', { name: 'Take over these 2 keys?' });
  await ask.getByText('Discord bridge, Nightly report').waitFor();
  await ask.getByRole('button', { name: 'Take over' }).click();
  await list.getByText('Suspended').first().waitFor({ state: 'detached' });
  await list.getByText(`by ${owner.name}`).nth(1).waitFor();
  assert.deepEqual(await works(), [200, 200]);
});

test('a link without an email is for anyone, or for the first owner if its role is owner', async (t) => {
  const owner = await studio.member('owner');
  const invite = async (role: string) =>
    printed(await cli(['member', 'invite', '--role', role], { DATABASE_URL: studio.databaseUrl }));
  await invite('viewer');
  await invite('owner');
  const page = await studio.open(t, { as: owner, path: '/settings/members' });
  await page.getByRole('button', { name: 'Revoke the link for Anyone with the link' }).waitFor();
  await until(() => page.getByText('Anyone with the link', { exact: true }).count(), 1);
  await until(() => page.getByText('The first owner', { exact: true }).count(), 1);
});

test('a member who is disabled while the role is edited stays disabled', async (t) => {
  const owner = await studio.member('owner');
  const vic = await studio.member('agent', { name: 'Vic Stone' });
  const page = await studio.open(t, { as: owner, path: '/settings/members' });
  await page.getByRole('button', { name: 'Edit Vic Stone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Vic Stone' });
  await dialog.getByRole('radio', { name: 'Viewer' }).check();
  assert.equal((await owner.call('PATCH', `/members/${vic.id}`, { disabled: true })).status, 200);
  await page.getByText('Disabled', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { members } = (await owner.call('GET', '/members')).body;
  const saved = members.find(({ id }: { id: string }) => id === vic.id);
  assert.deepEqual([saved.role, saved.disabled], ['viewer', true]);
});

test('a key is created with an expiry', async (t) => {
  const owner = await studio.member('owner');
  const page = await studio.open(t, { as: owner, path: '/settings/api-keys' });
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Short trial');
  await dialog.getByLabel('Expires').selectOption({ label: 'In 30 days' });
  const before = Date.now();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Short trial' });
  await row.getByText('Never used').waitFor();
  await row.getByText(/Expires in/).waitFor();
  const { apiKeys } = (await owner.call('GET', '/api-keys')).body;
  const { expiresAt } = apiKeys.find(({ name }: { name: string }) => name === 'Short trial');
  const days = (Date.parse(expiresAt) - before) / 86_400_000;
  assert.ok(days >= 30 && days < 30.1, expiresAt);
});
