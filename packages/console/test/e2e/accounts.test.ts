import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openStudio, PASSWORD } from './studio.ts';

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

test('the link that the program prints at its first start makes the owner, once', async (t) => {
  const [, link = ''] = await studio.process.wrote(/owner of the team[^\n]*\n(\S+)\n/);
  const page = await studio.open(t, { path: link.replace(studio.url, '') });
  await page.getByRole('heading', { level: 1, name: 'Set up Player Support' }).waitFor();
  await page.getByLabel('Email').fill('ada@studio.example');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill('too short');
  await page.getByText('At least 12 characters.', { exact: true }).waitFor();
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
  await again.getByText('This invitation cannot be used').waitFor();
});

test('signing in leads to where one wanted to go, and out again everywhere', async (t) => {
  const member = await studio.member('agent');
  const page = await studio.open(t, { path: '/announcements' });
  await page.waitForURL('**/sign-in?from=%2Fannouncements');
  await fillSignIn(page, member.email, 'not the password');
  await page.getByRole('alert').getByText('do not match').waitFor();
  await fillSignIn(page, member.email);
  await page.getByRole('heading', { level: 1, name: 'Announcements' }).waitFor();
  const cookies = await page.context().cookies();
  assert.deepEqual(
    cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
    [['player-support', true, 'Lax']],
  );
  assert.equal(await page.evaluate('document.cookie'), '', 'no script reads it');

  const elsewhere = await studio.open(t, { as: member });
  await atQueue(elsewhere);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await elsewhere.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.goto('/queue');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('an invited agent joins in another browser', async (t) => {
  const owner = await studio.member('owner');
  const { token } = (await owner.call('POST', '/invitations', { email: 'Grace@Studio.example', role: 'agent' })).body;
  const page = await studio.open(t, { path: `/join#${token}` });
  await page.getByRole('heading', { level: 1, name: 'Join the team' }).waitFor();
  await page.getByText('You join as Agent.').waitFor();
  assert.equal(await page.getByLabel('Email').inputValue(), 'grace@studio.example');
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await atQueue(page);
  await page.getByRole('button', { name: 'Account: Grace Hopper' }).waitFor();
});
