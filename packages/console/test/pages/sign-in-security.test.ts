import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { axeViolations } from '../helpers/axe.ts';
import { alertShown, busy, MESSAGES, problem, refuseNext } from '../helpers/faults.ts';
import { type Member, openStudio, PASSWORD, type Visit } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
/** Browsers accept passkeys for host names only. */
const at = studio.url.replace('127.0.0.1', 'localhost');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens a page with an authenticator, like a laptop with a fingerprint reader. */
async function withDevice(t: TestContext, visit: Visit): Promise<Page> {
  const page = await studio.open(t, { at, ...visit, path: '/sign-in' });
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

async function signIn(page: Page, { email }: Member): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
}

const atQueue = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/settings/security');
  await button(page, 'Add a passkey').click();
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Continue').click();
  await dialog(page).getByLabel('Name').fill('Work laptop');
  await dialog(page).getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Work laptop', { exact: true }).waitFor();
}

test('a passkey is added, signs in alone and beside the password, and is removed', async (t) => {
  const member = await studio.member('agent');
  const page = await withDevice(t, {});
  await signIn(page, member);
  await atQueue(page);
  await page.goto('/settings/security');
  await button(page, 'Add a passkey').click();
  await dialog(page).getByLabel('Password', { exact: true }).fill('not the password');
  await button(page, 'Continue').click();
  await dialog(page).getByText('Wrong password. Try again.').waitFor();
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Continue').click();
  await dialog(page).getByLabel('Name').fill('Work laptop');
  await refuseNext(page, 'POST', '/account/passkeys', busy);
  const add = dialog(page).getByRole('button', { name: 'Add a passkey' });
  await add.click();
  await alertShown(dialog(page), MESSAGES.busy);
  assert.equal((await member.call('GET', '/account/passkeys')).body.passkeys.length, 0);
  await add.click();
  await page.getByRole('list', { name: 'Passkeys' }).getByText('Not used yet').waitFor();
  assert.deepEqual(await axeViolations(page), []);

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await atQueue(page);
  await signOut(page);
  await signIn(page, member);
  await page.getByText('The password is right. Now use your passkey.').waitFor();
  await refuseNext(page, 'POST', '/session', busy);
  await button(page, 'Use a passkey').click();
  await alertShown(page, MESSAGES.busy);
  await button(page, 'Use a passkey').click();
  await atQueue(page);

  await page.goto('/settings/security');
  await button(page, 'Remove the passkey Work laptop').click();
  await dialog(page).getByText('After this, your browser asks for one of your passkeys.').waitFor();
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await refuseNext(
    page,
    'POST',
    `/account/passkeys/${(await member.call('GET', '/account/passkeys')).body.passkeys[0].id}/end`,
    problem(400, 'validation', { errors: { passkey: ['Use one of your passkeys.'] } }),
  );
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await alertShown(dialog(page), 'This is not one of your passkeys, or you waited too long. Try again.');
  assert.deepEqual(await axeViolations(page), []);
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys.').waitFor();
  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await alertShown(page, 'Incorrect email or password.');
});

test('a member with an app and a passkey chooses which one to use', async (t) => {
  const member = await studio.member('agent');
  const page = await withDevice(t, {});
  await signIn(page, member);
  await atQueue(page);
  await addPasskey(page);
  await button(page, 'Set up').click();
  await dialog(page).getByText('After this, your browser asks for one of your passkeys.').waitFor();
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Continue').click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate());
  await button(page, 'Turn on').click();
  await button(page, 'I have saved them').click();
  // It moves what is below, even between a click's press and release.
  await page.getByText('The authenticator app is on').waitFor();

  await button(page, 'Remove the passkey Work laptop').click();
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog(page).getByLabel('Code').fill('000000');
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByText('Wrong code.').waitFor();
  await button(page, 'Use a passkey instead').click();
  await dialog(page).getByText('After this, your browser asks for one of your passkeys.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys.').waitFor();
});

test('an owner requires a second factor, and another member sets one up before anything else', async (t) => {
  const [owner, member] = [await studio.member('owner'), await studio.member('agent')];
  const page = await withDevice(t, {});
  await signIn(page, owner);
  await atQueue(page);
  await page.goto('/settings/members');
  const setting = page.getByRole('switch', { name: 'Require a second factor of everybody' });
  await setting.click();
  await page.getByText('Set up your own second factor first').waitFor();
  await until(() => setting.isChecked(), false);
  await addPasskey(page);

  const other = await studio.open(t, { as: member, path: '/queue' });
  await atQueue(other);
  await page.goto('/settings/members');
  await setting.click();
  await page.locator('input[role=switch]:checked').waitFor();
  await other.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
  await other.goto('/settings/members');
  await other.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
  assert.deepEqual(await axeViolations(other), []);
  await button(other, 'Set up').click();
  await dialog(other).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(other, 'Continue').click();
  const secret = await other.getByRole('textbox', { name: 'Secret' }).inputValue();
  await other.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate());
  await button(other, 'Turn on').click();
  await button(other, 'I have saved them').click();
  await atQueue(other);

  await setting.click();
  await page.locator('input[role=switch]:not(:checked)').waitFor();
});

test('the sessions are listed, and one in another browser is ended', async (t) => {
  const member = await studio.member('agent');
  const [page, other] = [await studio.open(t, { path: '/sign-in' }), await studio.open(t, { path: '/sign-in' })];
  for (const one of [page, other]) {
    await signIn(one, member);
    await atQueue(one);
  }
  await page.goto('/settings/security');
  const list = page.getByRole('list', { name: 'Sessions' });
  await list.getByText('This browser').waitFor();
  await list.getByText('127.0.0.0/24').first().waitFor();
  assert.deepEqual(await axeViolations(page), []);
  const end = list.getByRole('button', { name: 'End session: Chrome on Linux' });
  const { sessions } = await page.evaluate(() => fetch('/api/v1/team/sessions').then((response) => response.json()));
  const { id } = sessions.find((one: { current: boolean }) => !one.current);
  await end.first().click();
  await refuseNext(page, 'DELETE', `/sessions/${id}`, busy);
  await dialog(page).getByRole('button', { name: 'End session' }).click();
  await alertShown(dialog(page), MESSAGES.busy);
  await dialog(page).getByRole('button', { name: 'End session' }).click();
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await list.getByText('This browser').waitFor();
});

test('drafts leave the browser with the sign-out, which says so before', async (t) => {
  const member = await studio.member('agent');
  const page = await studio.open(t, { as: member, path: '/queue' });
  await atQueue(page);
  const draft = `draft:${member.id}:tkt_1:reply`;
  const texts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
  await page.evaluate((key) => {
    localStorage.setItem(key, JSON.stringify({ text: 'half a reply', at: 1 }));
    localStorage.setItem('draft:mem_other:tkt_1:reply', JSON.stringify({ text: 'of a colleague', at: 1 }));
  }, draft);
  await signOut(page);
  await dialog(page).getByText('One text is not sent. It is deleted from this browser.').waitFor();
  await button(page, 'Cancel').click();
  assert.equal((await texts()).length, 2);
  await signOut(page);
  await refuseNext(page, 'DELETE', '/session', busy);
  await dialog(page).getByRole('button', { name: 'Sign out' }).click();
  await alertShown(page, MESSAGES.busy);
  assert.equal((await texts()).length, 2, 'still signed in');
  await signOut(page);
  await dialog(page).getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  assert.deepEqual(await texts(), ['draft:mem_other:tkt_1:reply']);
});

test('a member whose codes are guessed is told, and owners see it in the list', async (t) => {
  const [owner, member] = [await studio.member('owner'), await studio.member('agent')];
  const { secret } = (await member.call('POST', '/account/totp', { password: PASSWORD })).body;
  await member.call('POST', '/account/totp/confirm', { code: new TOTP({ secret }).generate() });
  const page = await studio.open(t, { as: member, path: '/queue' });
  const list = await studio.open(t, { as: owner, path: '/settings/members' });
  await atQueue(page);
  for (let count = 0; count < 5; count++) {
    await studio.call('POST', '/api/v1/team/session', {
      body: { email: member.email, password: PASSWORD, code: '000000' },
    });
  }
  await page.getByRole('alert').getByText('Somebody with your password entered wrong codes').waitFor();
  await list.getByText('Wrong codes').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await button(page, 'It was me').click();
  await page.getByText('Somebody with your password').waitFor({ state: 'detached' });
  await list.getByText('Wrong codes').waitFor({ state: 'detached' });
});
