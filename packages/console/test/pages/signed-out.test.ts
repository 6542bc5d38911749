import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { aPlayer, aProject, aTicket, type Player, poll, team } from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { failNext, late, problem, refuseNext } from '../helpers/faults.ts';
import { aLog, attach } from '../helpers/file-pages.ts';
import { eventually, giveSession, type Member, openStudio, PASSWORD, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const ENDED = 'You were signed out. Your text is kept.';
const ticket = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;
const composer = (page: Page) => page.getByLabel('Reply to the player');
const status = (page: Page, name: string) => page.getByRole('button', { name: `Status: ${name}`, exact: true });
const waiting = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox:')).length);
const endSessions = async (member: Member) => assert.equal((await member.call('DELETE', '/sessions')).status, 204);

async function told(player: Player): Promise<number> {
  const { messages } = (await poll(studio, player)).body;
  return messages.filter(({ type }: { type: string }) => type === 'ticket_status').length;
}

async function aStuckPlayer() {
  const project = await aProject(studio);
  const player = await aPlayer(studio, project);
  const id = await aTicket(studio, player);
  const [own, other] = [
    await studio.member('agent', { projectIds: [project.id] }),
    await studio.member('agent', { projectIds: [project.id] }),
  ];
  return { player, id, own, other };
}

async function signIn(page: Page, member: Member): Promise<void> {
  await fillSignIn(page, member);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function fillSignIn(page: Page, { email }: Member): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
}

async function chooseSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
}

/** Reads the storages, without choices that the next person may see. */
function personal(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const choices = ['queue-project', 'color-scheme', 'language', 'single-key-shortcuts', 'after-sending'];
    const found = [...Object.entries({ ...localStorage }), ...Object.entries({ ...sessionStorage })]
      .filter(([key]) => !choices.includes(key) && !key.startsWith('first-steps:'))
      .map(([key, value]) => `${key} ${value}`);
    for (const { name = '' } of await indexedDB.databases()) {
      const request = indexedDB.open(name);
      await new Promise((resolve) => request.addEventListener('success', resolve));
      for (const store of request.result.objectStoreNames) {
        const all = request.result.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        for (const { file } of all.result) found.push(file.name);
      }
      request.result.close();
    }
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      found.push(...keys.map(({ url }) => url).filter((url) => url.includes('/api/')));
    }
    return found.sort();
  });
}

suite('when the session ends', { concurrency: 2 }, () => {
  test('the draft and what waits are kept for the member alone, and sent once after signing in', async (t) => {
    const { player, id, own, other } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await composer(page).waitFor();
    await page.keyboard.press('e');
    await status(page, 'Resolved').waitFor();
    await composer(page).fill('Jump twice at the');
    await endSessions(own);
    await page.getByRole('status').filter({ hasText: ENDED }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await waiting(page), 1);

    await signIn(page, other);
    await composer(page).waitFor();
    await until(() => composer(page).inputValue(), '');
    await status(page, 'Open').waitFor();
    await endSessions(other);
    await page.getByText(ENDED).waitFor();
    assert.deepEqual([await waiting(page), (await ticket(id)).events, await told(player)], [1, [], 0]);

    await signIn(page, own);
    await composer(page).waitFor();
    assert.equal(new URL(page.url()).pathname, `/tickets/${id}`);
    await until(() => composer(page).inputValue(), 'Jump twice at the');
    await eventually(async () => (await waiting(page)) === 0);
    const { events } = await ticket(id);
    assert.deepEqual([events.length, events[0].actor.name, await told(player)], [1, own.name, 1]);
  });

  test('a reply whose sending says so leads to the sign-in page, and is sent once after it', async (t) => {
    const { id, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await refuseNext(page, 'POST', `/tickets/${id}/replies`, async (route) => {
      // Otherwise the page could resend it at once with the working session.
      await endSessions(own);
      await problem(401, 'unauthorized')(route);
    });
    await composer(page).fill('Jump twice.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(ENDED).waitFor();
    assert.equal(await waiting(page), 1);
    await signIn(page, own);
    await page.getByText('Not yet seen').waitFor();
    await eventually(async () => (await waiting(page)) === 0);
    const texts = (await ticket(id)).messages.map(({ message }: { message: string }) => message);
    assert.deepEqual(texts.slice(1), ['Jump twice.']);
    await until(() => composer(page).inputValue(), '');
  });

  test('what waits is not sent with the session of a member who signs in at that moment', async (t) => {
    const { id, own, other, player } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await composer(page).waitFor();
    const send = await failNext(page, 'PATCH', `/tickets/${id}`, late);
    const isPatch = (one: Request) => one.method() === 'PATCH' && one.url().endsWith(`/tickets/${id}`);
    const asked = page.waitForRequest((request) => isPatch(request));
    const refused = page.waitForResponse((response) => isPatch(response.request()));
    await page.keyboard.press('e');
    await asked;
    // The new cookie arrives before the request leaves. The page does not know.
    await giveSession(page.context(), studio.url, other);
    send();
    assert.equal((await refused).status(), 401);
    assert.deepEqual([await waiting(page), (await ticket(id)).events, await told(player)], [1, [], 0]);
    await endSessions(other);
    await page.goto(`/tickets/${id}`);
    await signIn(page, own);
    await eventually(async () => (await waiting(page)) === 0);
    const { events } = await ticket(id);
    assert.deepEqual([events.length, events[0].actor.name], [1, own.name]);
  });

  test('another member who signs in in another tab sends nothing of the first one', async (t) => {
    const { id, own, other } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await composer(page).waitFor();
    const tab = await page.context().newPage();
    await tab.goto('/sign-in');
    // The change waits only five seconds.
    await fillSignIn(tab, other);
    await page.keyboard.press('e');
    await status(page, 'Resolved').waitFor();
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.waitForURL('**/queue');
    await page.getByText(ENDED).waitFor();
    assert.deepEqual([await waiting(page), (await ticket(id)).events], [1, []]);
    await signIn(page, own);
    await eventually(async () => (await waiting(page)) === 0);
    const { events } = await ticket(id);
    assert.deepEqual([events.length, events[0].actor.name], [1, own.name]);
  });

  test('a half-written announcement is there when the dialog is opened again, until it is closed', async (t) => {
    const admin = await studio.member('admin', { projectIds: [(await aProject(studio)).id] });
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    const dialog = page.getByRole('dialog', { name: 'Create announcement' });
    const open = () => page.getByRole('button', { name: 'Create announcement' }).click();
    const typed = async () => [
      await dialog.getByLabel('Title').inputValue(),
      await dialog.getByRole('textbox', { name: 'Text' }).inputValue(),
    ];
    const text = ['Servers down', 'We know that the servers'];
    await open();
    await dialog.getByLabel('Title').fill(text[0] ?? '');
    await dialog.getByRole('textbox', { name: 'Text' }).fill(text[1] ?? '');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    await endSessions(admin);
    await page.getByText(ENDED).waitFor();
    await signIn(page, admin);
    await until(() => question.count(), 0);
    await open();
    assert.deepEqual(await typed(), text);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open();
    assert.deepEqual(await typed(), ['', '']);
  });

  test('over plain HTTP from elsewhere, the page says so before a password is entered', async (t) => {
    const at = studio.url.replace('127.0.0.1', 'plain.localhost');
    const { token } = (await team(studio, 'POST', '/invitations', { email: 'ada@plain.example', role: 'agent' })).body;
    for (const [path, name] of [
      ['/sign-in', 'Sign in'],
      [`/join#${token}`, 'Create account'],
    ] as const) {
      const page = await studio.open(t, { at, path });
      await page.getByRole('alert').filter({ hasText: 'Others on the network could read the password' }).waitFor();
      await until(() => page.getByRole('button', { name, exact: true }).isDisabled(), true, path);
    }
  });

  test('signing out sends what waits first, and then leaves nothing of the member in any tab', async (t) => {
    const { id, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    const tab = await page.context().newPage();
    await tab.goto('/queue');
    await tab.getByRole('link', { name: 'Stuck' }).click();
    await composer(page).fill('Jump twice.');
    await composer(page).press('Control+Enter');
    await chooseSignOut(page);
    for (const one of [page, tab]) await one.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await until(() => tab.getByText(ENDED).count(), 0);
    const texts = (await ticket(id)).messages.map(({ message }: { message: string }) => message);
    assert.deepEqual(texts.slice(1), ['Jump twice.']);
    for (const one of [page, tab]) await until(() => personal(one), []);
  });

  test('what cannot be sent, and drafts with their files, are named before they leave the browser', async (t) => {
    const { id, own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    const refuse = await failNext(page, 'POST', `/tickets/${id}/replies`, problem(409, 'ticket-changed'));
    const upload = await failNext(page, 'POST', `/tickets/${id}/attachments`, late);
    const refused = page.waitForResponse((response) => response.status() === 409);
    await composer(page).fill('Never sent.');
    await composer(page).press('Control+Enter');
    await attach(page, aLog('secret.log'));
    await composer(page).fill('Half a');
    assert.match((await personal(page)).join(), /Half a.*Never sent.*secret.log|Never sent.*Half a.*secret.log/);
    await chooseSignOut(page);
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByText('One message or change is still being sent.').waitFor();
    await dialog.getByText('One text is not sent. It is deleted from this browser.').waitFor();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await until(() => personal(page), []);
    assert.equal((await ticket(id)).messages.length, 1);
    refuse();
    upload();
    await refused;
    await settled(page);
    assert.deepEqual(await personal(page), []);
  });

  test('a text in the dialog of another tab is named too, also if its session had ended', async (t) => {
    const admin = await studio.member('admin', { projectIds: [(await aProject(studio)).id] });
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    await page.getByRole('button', { name: 'Create announcement' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Secret plan');
    await endSessions(admin);
    await page.getByText(ENDED).waitFor();
    const tab = await page.context().newPage();
    await tab.goto('/sign-in');
    await signIn(tab, admin);
    await chooseSignOut(tab);
    const dialog = tab.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByText('One text is not sent. It is deleted from this browser.').waitFor();
    assert.match((await personal(page)).join(), /Secret plan/);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    for (const one of [page, tab]) await until(() => personal(one), []);
  });

  test('signing out by oneself, and the first visit, say nothing of it', async (t) => {
    const { own } = await aStuckPlayer();
    const page = await studio.open(t, { as: own, path: '/queue' });
    await chooseSignOut(page);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await until(() => page.getByText(ENDED).count(), 0);
    await page.goto('/announcements');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await until(() => page.getByText(ENDED).count(), 0);
  });
});
