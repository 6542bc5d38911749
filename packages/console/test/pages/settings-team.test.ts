import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { alertShown, busy, cutConnection, MESSAGES, problem, refuseNext, tooMany } from '../helpers/faults.ts';
import { openStudio, PASSWORD } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

/** Each change for members, keys and the account: first refused, then accepted. */

const studio = await openStudio();
const NEW_PASSWORD = 'a quite different battery staple';

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
const password = (place: Page | Locator, name: string) => place.getByLabel(name, { exact: true });

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await password(page, 'Password').fill(secret);
  await button(page, 'Sign in').click();
}

const atQueue = (page: Page) => page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
const signedOut = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

suite('an owner', { concurrency: 2 }, () => {
  test('invites an agent, who joins, becomes an admin, gets a new password, and is disabled', async (t) => {
    const owner = await studio.member('owner');
    const page = await studio.open(t, { as: owner, path: '/settings/members' });
    const links = page.getByRole('list', { name: 'Open links' }).getByRole('listitem');

    await button(page, 'Invite').click();
    const inviting = page.getByRole('dialog', { name: 'Invite' });
    await inviting.getByLabel('Email').fill('grace@studio.example');
    await inviting.getByRole('radio', { name: 'Agent' }).check();
    await refuseNext(page, 'POST', '/invitations', tooMany);
    await button(inviting, 'Create link').click();
    await alertShown(inviting, MESSAGES.tooMany);
    await until(() => inviting.getByLabel('Email').inputValue(), 'grace@studio.example');
    await button(inviting, 'Create link').click();
    const ready = page.getByRole('dialog', { name: 'The invitation is ready' });
    const link = await ready.getByRole('textbox', { name: 'Link' }).inputValue();
    await button(ready, 'Done').click();
    const invitation = links.filter({ hasText: 'grace@studio.example' });
    await invitation.waitFor();

    const own = await studio.open(t, { path: link.replace(studio.url, '') });
    await own.getByText('You join as Agent.').waitFor();
    await own.getByLabel('Your name').fill('Grace Hopper');
    await password(own, 'Password').fill(PASSWORD);
    await refuseNext(own, 'POST', '/invitations/accept', busy);
    await button(own, 'Create account').click();
    await alertShown(own, MESSAGES.busy);
    await until(() => password(own, 'Password').inputValue(), PASSWORD);
    await button(own, 'Create account').click();
    await atQueue(own);
    await invitation.waitFor({ state: 'detached' });

    const member = page
      .getByRole('list', { name: 'Members' })
      .getByRole('listitem')
      .filter({ hasText: 'Grace Hopper' });
    await member.getByText('Agent', { exact: true }).waitFor();
    const { members } = (await owner.call('GET', '/members')).body;
    const { id } = members.find(({ name }: { name: string }) => name === 'Grace Hopper');
    await button(page, 'Edit Grace Hopper').click();
    const editing = page.getByRole('dialog', { name: 'Grace Hopper' });
    await editing.getByRole('radio', { name: 'Admin' }).check();
    await refuseNext(page, 'PATCH', `/members/${id}`, problem(403, 'forbidden'));
    await button(editing, 'Save').click();
    await alertShown(editing, 'You do not have permission to do this.');
    await until(() => member.getByText('Agent', { exact: true }).count(), 1);
    await button(editing, 'Save').click();
    await editing.waitFor({ state: 'detached' });
    await member.getByText('Admin', { exact: true }).waitFor();

    await button(page, 'Edit Grace Hopper').click();
    await refuseNext(page, 'POST', `/members/${id}/password-link`, busy);
    await button(editing, 'Create password link').click();
    await alertShown(page, MESSAGES.busy);
    await button(editing, 'Create password link').click();
    const renewing = page.getByRole('dialog', { name: 'The password link is ready' });
    const renewal = await renewing.getByRole('textbox', { name: 'Link' }).inputValue();
    await button(renewing, 'Done').click();
    const renewed = await studio.open(t, { path: renewal.replace(studio.url, '') });
    await password(renewed, 'New password').fill(NEW_PASSWORD);
    await button(renewed, 'Set password and sign in').click();
    await atQueue(renewed);

    await button(page, 'Edit Grace Hopper').click();
    await editing.getByRole('switch', { name: 'Can sign in' }).uncheck();
    await refuseNext(page, 'PATCH', `/members/${id}`, cutConnection);
    await button(editing, 'Save').click();
    await alertShown(editing, MESSAGES.noResponse);
    await until(() => member.getByText('Disabled').count(), 0);
    await button(editing, 'Save').click();
    await member.getByText('Disabled').waitFor();
    await signedOut(renewed);
    await signIn(renewed, 'grace@studio.example', NEW_PASSWORD);
    await alertShown(renewed, 'Incorrect email or password.');
  });

  test('removes the webhook of a member', async (t) => {
    const [owner, member] = [await studio.member('owner'), await studio.member('agent', { name: 'Margaret' })];
    const webhookAddress = 'https://93.184.216.34/secret';
    const saved = await member.call('PATCH', '/account/notifications', { webhookFormat: 'slack', webhookAddress });
    assert.equal(saved.status, 200);
    const page = await studio.open(t, { as: owner, path: '/settings/members' });
    const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'Margaret' });
    const host = row.getByText('Webhook: 93.184.216.34', { exact: true });
    await host.waitFor();
    await button(page, 'Edit Margaret').click();
    const editing = page.getByRole('dialog', { name: 'Margaret' });
    await refuseNext(page, 'DELETE', `/members/${member.id}/webhook`, busy);
    await button(editing, 'Remove webhook').click();
    await alertShown(page, MESSAGES.busy);
    await until(() => host.count(), 1);
    await button(editing, 'Remove webhook').click();
    await editing.waitFor({ state: 'detached' });
    await host.waitFor({ state: 'detached' });
    assert.equal((await member.call('GET', '/account/notifications')).body.webhookAddress, null);
  });

  test('revokes an unused link', async (t) => {
    const owner = await studio.member('owner');
    const invited = await owner.call('POST', '/invitations', { email: 'alan@studio.example', role: 'agent' });
    const { invitation, token } = invited.body;
    const page = await studio.open(t, { as: owner, path: '/settings/members' });
    const revoke = button(page, 'Revoke the link for alan@studio.example');
    await revoke.click();
    const confirming = page.getByRole('dialog', { name: 'Revoke this link?' });
    await refuseNext(page, 'DELETE', `/invitations/${invitation.id}`, busy);
    await button(confirming, 'Revoke the link').click();
    await alertShown(confirming, MESSAGES.busy);
    await until(() => revoke.count(), 1);
    await button(confirming, 'Revoke the link').click();
    await revoke.waitFor({ state: 'detached' });
    const late = await studio.open(t, { path: `/join#${token}` });
    await late.getByText('This invitation is not valid').waitFor();
  });

  test('creates a key and revokes it, and takes over the key of a member who left', async (t) => {
    const owner = await studio.member('owner');
    const leaving = await studio.member('admin', { name: 'Mallory Smith' });
    const left = (await leaving.call('POST', '/api-keys', { name: 'Nightly report', role: 'agent' })).body;
    const statusOf = async (token: string) => (await studio.call('GET', '/api/v1/team/projects', { token })).status;
    const page = await studio.open(t, { as: owner, path: '/settings/api-keys' });
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

    await button(page, 'Create key').click();
    const creating = page.getByRole('dialog', { name: 'Create key' });
    await creating.getByText('Can read everything.', { exact: true }).waitFor();
    await creating.getByLabel('Name').fill('Discord bridge');
    await refuseNext(page, 'POST', '/api-keys', cutConnection);
    await button(creating, 'Create key').click();
    await alertShown(creating, MESSAGES.noResponse);
    await until(() => creating.getByLabel('Name').inputValue(), 'Discord bridge');
    await button(creating, 'Create key').click();
    const shown = page.getByRole('dialog', { name: 'Discord bridge' });
    const key = await shown.getByRole('textbox', { name: 'Key' }).inputValue();
    await button(shown, 'Done').click();
    await row('Discord bridge').waitFor();
    assert.equal(await statusOf(key), 200);

    const { apiKeys } = (await owner.call('GET', '/api-keys')).body;
    const { id } = apiKeys.find(({ name }: { name: string }) => name === 'Discord bridge');
    await button(page, 'Revoke Discord bridge').click();
    const revoking = page.getByRole('dialog', { name: 'Revoke this key?' });
    await refuseNext(page, 'DELETE', `/api-keys/${id}`, busy);
    await button(revoking, 'Revoke the key').click();
    await alertShown(revoking, MESSAGES.busy);
    await until(() => Promise.all([statusOf(key), row('Discord bridge').getByText('Revoked').count()]), [200, 0]);
    await button(revoking, 'Revoke the key').click();
    await row('Discord bridge').getByText('Revoked', { exact: true }).waitFor();
    assert.equal(await statusOf(key), 401);

    assert.equal((await owner.call('PATCH', `/members/${leaving.id}`, { disabled: true })).status, 200);
    const suspended = row('Nightly report').getByText('Suspended', { exact: true });
    await suspended.waitFor();
    await button(page, 'Take over Nightly report').click();
    const takingOver = page.getByRole('dialog', { name: 'Take over this key?' });
    await refuseNext(page, 'POST', '/api-keys/take-over', problem(409, 'key-not-suspended'));
    await button(takingOver, 'Take over').click();
    await alertShown(takingOver, 'One of these keys is no longer suspended. Reload the list.');
    await until(() => Promise.all([statusOf(left.key), suspended.count()]), [401, 1]);
    await button(takingOver, 'Take over').click();
    await suspended.waitFor({ state: 'detached' });
    assert.equal(await statusOf(left.key), 200);
  });
});

suite('a member', { concurrency: 2 }, () => {
  test('changes name and password, and the other sessions end', async (t) => {
    const member = await studio.member('agent', { name: 'Ada' });
    const page = await studio.open(t, { as: member, path: '/settings/account' });
    const elsewhere = await studio.open(t, { path: '/sign-in' });
    await signIn(elsewhere, member.email, PASSWORD);
    await atQueue(elsewhere);

    const profile = page.getByRole('form', { name: 'Profile' });
    await profile.getByLabel('Your name').fill('Ada Lovelace');
    await refuseNext(page, 'PATCH', '/account', busy);
    await button(profile, 'Save').click();
    await alertShown(profile, MESSAGES.busy);
    await until(() => button(page, 'Account: Ada').count(), 1);
    await button(profile, 'Save').click();
    await button(page, 'Account: Ada Lovelace').waitFor();

    const form = page.getByRole('form', { name: 'Password' });
    await password(form, 'Current password').fill('not the password');
    await password(form, 'New password').fill(NEW_PASSWORD);
    await button(form, 'Change password').click();
    await form.getByText('Wrong password. Try again.').waitFor();
    await password(form, 'Current password').fill(PASSWORD);
    await refuseNext(page, 'PATCH', '/account', tooMany);
    await button(form, 'Change password').click();
    await alertShown(form, MESSAGES.tooMany);
    await until(() => password(form, 'New password').inputValue(), NEW_PASSWORD);
    await button(form, 'Change password').click();
    await page.getByText('The password was changed. Your other sessions were ended.').waitFor();
    await until(() => password(form, 'New password').inputValue(), '');

    await signedOut(elsewhere);
    await signIn(elsewhere, member.email, PASSWORD);
    await alertShown(elsewhere, 'Incorrect email or password.');
    await signIn(elsewhere, member.email, NEW_PASSWORD);
    await atQueue(elsewhere);
    await page.reload();
    await button(page, 'Account: Ada Lovelace').waitFor();
  });

  test('turns the second factor on and off', async (t) => {
    const member = await studio.member('agent');
    const page = await studio.open(t, { as: member, path: '/settings/security' });
    const isOn = async () => (await member.call('GET', '/session')).body.member.totp;

    await button(page, 'Set up').click();
    const asking = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await password(asking, 'Password').fill('not the password');
    await button(asking, 'Continue').click();
    await asking.getByText('Wrong password. Try again.').waitFor();
    await password(asking, 'Password').fill(PASSWORD);
    await refuseNext(page, 'POST', '/account/totp', busy);
    await button(asking, 'Continue').click();
    await alertShown(asking, MESSAGES.busy);
    await button(asking, 'Continue').click();
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill('000000');
    await button(page, 'Turn on').click();
    await page.getByText('Wrong code.').waitFor();
    await code.fill(new TOTP({ secret }).generate());
    await refuseNext(page, 'POST', '/account/totp/confirm', cutConnection);
    await button(page, 'Turn on').click();
    await alertShown(page, MESSAGES.noResponse);
    assert.equal(await isOn(), false);
    await code.fill(new TOTP({ secret }).generate());
    await button(page, 'Turn on').click();
    const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
    await codes.nth(9).waitFor();
    const recovery = await codes.allTextContents();
    await button(page, 'I have saved them').click();
    await page.getByText('The authenticator app is on').waitFor();
    assert.equal(await isOn(), true);

    await button(page, 'Turn off').click();
    const confirming = page.getByRole('dialog', { name: 'Turn off the authenticator app?' });
    await password(confirming, 'Password').fill('not the password');
    await confirming.getByLabel('Code').fill('000000');
    await button(confirming, 'Turn off').click();
    await confirming.getByText('Wrong password. Try again.').waitFor();
    await password(confirming, 'Password').fill(PASSWORD);
    await button(confirming, 'Turn off').click();
    await confirming.getByText('Wrong code.').waitFor();
    await confirming.getByLabel('Code').fill(recovery[0] ?? '');
    await refuseNext(page, 'POST', '/account/totp/end', busy);
    await button(confirming, 'Turn off').click();
    await alertShown(confirming, MESSAGES.busy);
    assert.equal(await isOn(), true);
    await button(confirming, 'Turn off').click();
    await button(page, 'Set up').waitFor();
    assert.equal(await isOn(), false);
    const other = await studio.open(t, { path: '/sign-in' });
    await signIn(other, member.email, PASSWORD);
    await atQueue(other);
  });
});
