import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aTicket, team } from '../../../server/test/helpers/builders.ts';
import { openCable } from '../helpers/cable.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { openReleases } from '../helpers/releases.ts';
import { eventually, openStudio, PASSWORD } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const player = await aPlayer(studio);
const agent = await studio.member('agent', { name: 'Grace Hopper', projectIds: [player.project.id] });
/** The queue folds a player's tickets into one row. */
const anotherPlayer = () => aPlayer(studio, player.project);
const kept = { serviceWorkers: 'allow' } as const;

const replyField = (page: Page) => page.getByLabel('Reply to the player');
const offlineBanner = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: 'Offline. Your drafts are kept. What you have sent goes out when you are back.' });
const row = (page: Page, subject: string) => page.getByRole('main').getByRole('link', { name: subject });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function replies(id: string): Promise<string[]> {
  const { messages } = (await team(studio, 'GET', `/tickets/${id}`)).body;
  return messages.flatMap(({ authorType, message }: { authorType: string; message: string }) =>
    authorType === 'admin' ? [message] : [],
  );
}

/** Waits until the console is kept, and its worker answers for this page. */
async function isKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

suite('without a connection', () => {
  test('a reload shows the ticket page with the draft and the reply that waits, and both go on', async (t) => {
    const id = await aTicket(studio, player, { subject: 'Lost in the harbour' });
    const cable = await openCable(t, studio.url);
    const page = await studio.open(t, { as: agent, at: cable.url, path: `/tickets/${id}`, ...kept });
    await replyField(page).waitFor();
    await isKept(page);
    cable.pull();
    await offlineBanner(page).waitFor();
    await replyField(page).fill('We are on it.');
    await page.keyboard.press('Control+Enter');
    await replyField(page).fill('And one more');

    await page.reload();
    await offlineBanner(page).waitFor();
    await page.getByText('We are on it.', { exact: true }).waitFor();
    const draft = page.getByLabel('Draft of your reply');
    await until(() => draft.inputValue(), 'And one more');
    await draft.press('End');
    await draft.pressSequentially(' thing');
    assert.equal((await replies(id)).length, 0);

    cable.plug();
    await eventually(async () => (await replies(id)).length === 1);
    await replyField(page).waitFor();
    await until(() => replyField(page).inputValue(), 'And one more thing');
    await offlineBanner(page).waitFor({ state: 'detached' });
    await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('outbox:')));
    assert.deepEqual(await replies(id), ['We are on it.']);
  });

  test('a reply can be taken back, and other changes of the ticket wait', async (t) => {
    const id = await aTicket(studio, await anotherPlayer(), { subject: 'Frozen in the lobby' });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}`, ...kept });
    await replyField(page).fill('Not this one.');
    await isKept(page);
    await page.context().setOffline(true);
    await offlineBanner(page).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('The server does not respond. This is sent as soon as possible.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await until(() => replyField(page).inputValue(), 'Not this one.');
    await replyField(page).fill('');
    await page.getByRole('button', { name: 'Priority: Normal' }).click();
    await page.getByRole('menuitemradio', { name: 'Urgent' }).click();
    await page.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
    await page.getByRole('button', { name: 'Assignee: Nobody' }).click();
    await page.getByRole('option', { name: 'Grace Hopper' }).click();
    await page.context().setOffline(false);
    const read = async () => (await team(studio, 'GET', `/tickets/${id}`)).body;
    await eventually(async () => (await read()).assigneeId === agent.id);
    assert.equal((await read()).priority, 'urgent');
    assert.deepEqual(await replies(id), []);
  });

  test('a reload shows the queue, which loads when the connection is back', async (t) => {
    await aTicket(studio, await anotherPlayer(), { subject: 'Stuck in the lift' });
    const page = await studio.open(t, { as: agent, path: '/queue', ...kept });
    await row(page, 'Stuck in the lift').waitFor();
    await isKept(page);
    await page.context().setOffline(true);
    await page.reload();
    await offlineBanner(page).waitFor();
    await heading(page, 'Needs attention').waitFor();
    await page.getByRole('main').getByText('The page tries again by itself.').waitFor();
    await until(() => row(page, 'Stuck in the lift').count(), 0);
    await page.getByRole('link', { name: 'Announcements' }).click();
    await heading(page, 'Announcements').waitFor();
    await page.getByRole('main').getByText('The page tries again by itself.').waitFor();
    await page.goBack();
    await page.context().setOffline(false);
    await row(page, 'Stuck in the lift').waitFor();
    await offlineBanner(page).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/queue');
  });
});

suite('a new version of the console', () => {
  const offer = (page: Page) => page.getByRole('button', { name: 'A new version is available. Reload' });
  const isNew = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.release === 'next');

  test('is offered, and keeps a draft and what waits; another tab goes on with the old one', async (t) => {
    const id = await aTicket(studio, await anotherPlayer(), { subject: 'The bridge is gone' });
    const releases = await openReleases(t, studio.url);
    const page = await studio.open(t, { as: agent, at: releases.url, path: `/tickets/${id}`, ...kept });
    await replyField(page).waitFor();
    await isKept(page);
    const other = await page.context().newPage();
    await other.goto('/queue');
    await row(other, 'The bridge is gone').waitFor();

    releases.upgrade();
    await offer(page).waitFor();
    await holdTime(page);
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await replyField(page).fill('It comes back on');
    await offer(page).click();
    await isNew(page);
    await replyField(page).waitFor();
    await until(() => replyField(page).inputValue(), 'It comes back on');
    await offer(page).waitFor({ state: 'detached' });
    await eventually(async () => (await team(studio, 'GET', `/tickets/${id}`)).body.status === 'resolved');
    await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('outbox:')));
    assert.equal((await team(studio, 'GET', `/tickets/${id}`)).body.events.length, 1);

    await offer(other).waitFor();
    await other.getByRole('link', { name: 'Settings' }).click();
    await heading(other, 'Your account').waitFor();
    await offer(other).click();
    await isNew(other);
    await heading(other, 'Your account').waitFor();
  });

  test('is offered instead of an error when code is gone, also without a worker', async (t) => {
    const releases = await openReleases(t, studio.url);
    const page = await studio.open(t, { as: agent, at: releases.url, path: '/queue' });
    await heading(page, 'Needs attention').waitFor();
    releases.upgrade();
    await page.getByRole('link', { name: 'Announcements' }).click();
    await page.getByRole('alert').filter({ hasText: 'The console was updated. Reload the page.' }).waitFor();
    await offer(page).click();
    await isNew(page);
    await heading(page, 'Announcements').waitFor();
  });
});

suite('the worker', () => {
  test('keeps nothing of the API, and the next member sees nothing of the one before', async (t) => {
    await aTicket(studio, await anotherPlayer(), { subject: 'A secret of Grace' });
    // Signing out ends the session, which other tests need.
    const first = await studio.member('agent', { name: 'Grace Murray', projectIds: [player.project.id] });
    const elsewhere = await aPlayer(studio);
    const other = await studio.member('agent', { name: 'Alan Turing', projectIds: [elsewhere.project.id] });
    const cable = await openCable(t, studio.url);
    const page = await studio.open(t, { as: first, at: cable.url, path: '/queue', ...kept });
    await row(page, 'A secret of Grace').waitFor();
    await isKept(page);
    const stored = await page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    assert.ok(stored.includes('/') && stored.length > 20);
    assert.deepEqual(
      stored.filter((one) => one !== '/' && one !== '/active-version' && !one.startsWith('/assets/')),
      [],
    );

    await page.getByRole('button', { name: 'Account: Grace Murray' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await heading(page, 'Sign in').waitFor();
    cable.pull();
    await page.goto('/queue');
    await page.getByRole('alert').filter({ hasText: 'Waiting for the server' }).waitFor();
    assert.doesNotMatch(await page.locator('body').innerText(), /Grace/);
    cable.plug();
    await heading(page, 'Sign in').waitFor();
    await page.getByLabel('Email').fill(other.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account: Alan Turing' }).waitFor();
    cable.pull();
    await page.reload();
    await page.getByRole('button', { name: 'Account: Alan Turing' }).waitFor();
    await offlineBanner(page).waitFor();
    await page.getByRole('main').getByText('The page tries again by itself.').waitFor();
    assert.doesNotMatch(await page.locator('body').innerText(), /Grace/);
    assert.doesNotMatch(await page.evaluate(() => JSON.stringify({ ...localStorage })), /Grace/);
  });

  test('leaves the other pages of the server alone, and gives each page a new nonce', async (t) => {
    const page = await studio.open(t, { as: agent, path: '/queue', ...kept });
    await isKept(page);
    const nonces = new Set<string>();
    for (let visit = 0; visit < 2; visit++) {
      const answer = await page.goto('/announcements');
      assert.ok(answer?.fromServiceWorker());
      // With another nonce, the styles would violate a policy, which `open` notices.
      await heading(page, 'Announcements').waitFor();
      nonces.add(await page.locator('meta[property="csp-nonce"]').evaluate((meta: HTMLElement) => meta.nonce ?? ''));
    }
    assert.equal(nonces.size, 2);
    for (const path of ['/docs', '/healthz', '/problems/validation', '/queue/none']) {
      const answer = await page.goto(path);
      assert.equal(answer?.fromServiceWorker(), false, path);
    }
  });

  test('is removed with what it stored when the operator switches it off', async (t) => {
    const without = await openStudio({ CONSOLE_OFFLINE: 'off' }, t);
    const releases = await openReleases(t, studio.url);
    const page = await studio.open(t, { as: agent, at: releases.url, path: '/queue', ...kept });
    await isKept(page);
    releases.switchTo(without.url);
    await page.goto('/sign-in');
    await heading(page, 'Sign in').waitFor();
    const left = async () => [...(await navigator.serviceWorker.getRegistrations()), ...(await caches.keys())].length;
    await eventually(async () => (await page.evaluate(left)) === 0);
    const answer = await page.reload();
    assert.equal(answer?.fromServiceWorker(), false);
    await heading(page, 'Sign in').waitFor();
  });
});
