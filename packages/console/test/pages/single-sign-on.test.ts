import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aTicket, team } from '../../../server/test/helpers/builders.ts';
import { fileAfter } from '../../../server/test/helpers/cleanup.ts';
import { freePort } from '../../../server/test/helpers/free-port.ts';
import { anIdentityProvider } from '../../../server/test/helpers/identity-provider.ts';
import { axeViolations } from '../helpers/axe.ts';
import { openStudio, PASSWORD } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const PORT = await freePort();
const idp = await anIdentityProvider(fileAfter, `http://127.0.0.1:${PORT}`);
const studio = await openStudio({ PORT, ...idp.settings(`http://127.0.0.1:${PORT}`) });

let count = 0;

/** Adds a person at the provider for the next sign-in, with an invitation if there is a role. */
async function aPerson(role?: string) {
  const number = ++count;
  const email = `person-${number}@studio.example`;
  const person = { sub: `person-${number}`, email, email_verified: true, name: `Person ${number}` };
  idp.people.set(person.sub, person);
  idp.person = person;
  if (role === undefined) return { ...person, token: '' };
  const { body, status, text } = await team(studio, 'POST', '/invitations', { email, role });
  assert.equal(status, 201, text);
  return { ...person, token: body.token as string };
}

const provider = (page: Page) => page.getByRole('link', { name: 'Sign in with Studio' });

suite('single sign-on', () => {
  test('a link to a ticket leads over the provider to the ticket', async (t) => {
    await aPerson('agent');
    const ticket = await aTicket(studio, await aPlayer(studio));
    const page = await studio.open(t, { path: `/tickets/${ticket}` });
    await provider(page).waitFor();
    await until(() => page.getByLabel('Email').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
    await provider(page).click();
    await page.getByLabel('Reply to the player').waitFor();
    assert.equal(new URL(page.url()).pathname, `/tickets/${ticket}`);
    // The first page's next visit leads to the queue.
    await page.goto('/');
    await page.waitForURL('**/queue*');
  });

  test('the sign-in page says why a person may not sign in, and each text has a name', async (t) => {
    await aPerson();
    const page = await studio.open(t, { path: '/sign-in' });
    await provider(page).click();
    await page.getByRole('alert').filter({ hasText: 'You have no access yet.' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/sign-in');
    assert.deepEqual(await axeViolations(page), []);
    await page.goto('/sign-in?failed=unavailable');
    await page.getByRole('alert').filter({ hasText: 'Studio does not respond.' }).waitFor();
    await page.goto('/sign-in?failed=<b>unknown</b>');
    await provider(page).waitFor();
    await until(() => page.getByRole('alert').count(), 0);
  });

  test('an owner signs in with the password, by keyboard; an agent is told to use the provider', async (t) => {
    const owner = await studio.member('owner');
    const page = await studio.open(t, { path: '/sign-in' });
    await provider(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until(() => page.getByLabel('Email').evaluate((input) => input === document.activeElement), true);
    await until(() => page.locator(':user-invalid').count(), 0);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/queue*');
    const other = await studio.member('owner');
    await team(studio, 'PATCH', `/members/${other.id}`, { role: 'agent' });
    const second = await studio.open(t, { path: '/sign-in' });
    await second.getByRole('button', { name: 'Use a password' }).click();
    await second.getByLabel('Email').fill(other.email);
    await second.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await second.keyboard.press('Enter');
    await second
      .getByRole('alert')
      .filter({ hasText: 'Only owners can use a password or passkey. Sign in with Studio.' })
      .waitFor();
  });

  test('an invited agent joins with the provider, and the list of members says so', async (t) => {
    const person = await aPerson('admin');
    const page = await studio.open(t, { path: `/join#${person.token}` });
    await page.getByText(`Use the account with the address ${person.email}`).waitFor();
    await until(() => page.getByLabel('Your name').count(), 0);
    await provider(page).click();
    await page.waitForURL('**/queue*');
    await page.goto('/settings/members');
    const row = page.getByRole('listitem').filter({ hasText: person.email });
    await row.getByText('Single sign-on').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const owner = await studio.member('owner');
    const list = await studio.open(t, { as: owner, path: '/settings/members' });
    const [name] = [person.name];
    await list.getByRole('button', { name: `Edit ${name}` }).click();
    await list.getByRole('button', { name: 'Disconnect account' }).click();
    await list.getByRole('dialog').waitFor({ state: 'detached' });
    const shown = list.getByRole('listitem').filter({ hasText: person.email });
    await shown.waitFor();
    await until(() => shown.getByText('Single sign-on').count(), 0);
    await page.reload();
    await provider(page).waitFor();
  });
});
