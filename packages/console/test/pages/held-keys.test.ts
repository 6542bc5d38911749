import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, team } from '../../../server/test/helpers/builders.ts';
import { addRoute, cutConnection } from '../helpers/faults.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

/** The pauses between keys in milliseconds: a program, a fast member and a slow one. */
const DELAYS = [0, 80, 300];
/** Longer than the pauses in a word. */
const PAUSE_MS = 1200;

const studio = await openStudio();
const project = await aProject(studio);
const projectIds = [project.id];
const agent = await studio.member('agent', { projectIds });
const ada = await studio.member('agent', { name: 'Ada', projectIds });

const newTicket = async () => aTicket(studio, await aPlayer(studio, project));

async function stateOf(id: string) {
  const { status, assigneeId, priority, tags, messages, events } = (await team(studio, 'GET', `/tickets/${id}`)).body;
  return { status, assigneeId, priority, tags, messages: messages.length, events: events.length };
}

async function untouched(id: string, what: string): Promise<void> {
  const expected = { status: 'open', assigneeId: null, priority: 'normal', tags: [], messages: 1, events: 0 };
  assert.deepEqual(await stateOf(id), expected, what);
}

/** From now on each request takes more than half a second. */
async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page);
  const speed = { latency: 600, downloadThroughput: 150_000, uploadThroughput: 150_000 };
  await network.send('Network.emulateNetworkConditions', { offline: false, ...speed });
}

/** Opens a page that loads the code of its dialogs and menus only when they open. */
async function openWithoutPreloading(t: TestContext, path: string): Promise<Page> {
  const page = await studio.open(t, { as: agent, path: 'about:blank' });
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.goto(path);
  await settled(page);
  return page;
}

async function openTicket(t: TestContext, id: string): Promise<Page> {
  const page = await openWithoutPreloading(t, `/tickets/${id}`);
  await reply(page).waitFor();
  return page;
}

/** Opens the queue, and selects the first ticket. */
async function openQueue(t: TestContext): Promise<Page> {
  const page = await openWithoutPreloading(t, '/queue');
  await page
    .getByRole('list', { name: /^Tickets/ })
    .getByRole('link')
    .first()
    .waitFor();
  await page.keyboard.press('j');
  await page.locator('a:focus').waitFor();
  return page;
}

const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'));
const reply = (page: Page) => field(page, 'Reply to the player');
const note = (page: Page) => field(page, 'Internal note');
const focused = (one: Locator) => one.and(one.page().locator(':focus')).waitFor();

/** Presses the key that opens the field, types at once, and waits until the field has the text. */
async function typeInto(opened: Locator, key: string, text: string, delay: number): Promise<void> {
  const { keyboard } = opened.page();
  await keyboard.press(key);
  await keyboard.type(text, { delay });
  await focused(opened);
  await eventually(async () => (await opened.inputValue()) === text);
}

/**
 * Types like a member, who does not wait until a busy page has handled a key. The keys have times of
 * their own: without this, a machine that stops for a second would end the word.
 */
async function typist(page: Page, delay: number): Promise<(text: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const gap = (delay + 100) / 1000;
  let last = Date.now() / 1000;
  return async (text) => {
    const handled: Promise<unknown>[] = [];
    for (const key of text) {
      last = Math.min(Date.now() / 1000, last + gap);
      const event = { key, code: `Key${key.toUpperCase()}`, timestamp: last };
      handled.push(session.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text: key }));
      handled.push(session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }));
      await sleep(delay);
    }
    await Promise.all(handled);
  };
}

/** Types the text again and again until the element is visible, and then another text. */
async function typeUntil(element: Locator, text: string, delay: number, after: string): Promise<void> {
  const type = await typist(element.page(), delay);
  let isOver = false;
  const shown = element.waitFor().finally(() => {
    isOver = true;
  });
  while (!isOver) await type(text);
  await shown;
  await type(after);
}

suite('on a ticket, what is typed after a shortcut goes to what it opens', { concurrency: true }, () => {
  for (const delay of DELAYS) {
    test(`${delay} ms a key`, async (t) => {
      const id = await newTicket();
      const page = await openTicket(t, id);
      const { keyboard } = page;
      await slowDown(page);
      for (const [key, text, label] of [
        ['Control+k', 'english', 'Search'],
        ['t', 'exploit', 'Add a tag'],
        ['Shift+A', 'ada', 'Find a member'],
        ['r', 'reset', 'Reply to the player'],
        ['n', 'easter', 'Internal note'],
      ] as const) {
        await typeInto(field(page, label), key, text, delay);
        await untouched(id, `${key} ${text}`);
        await keyboard.press('Escape');
        await page.locator('input:focus, textarea:focus').waitFor({ state: 'detached' });
      }
      for (const [key, role] of [
        ['s', 'menu'],
        ['p', 'menu'],
        ['Shift+?', 'dialog'],
      ] as const) {
        await keyboard.press(key);
        await keyboard.type('era', { delay });
        await page.getByRole(role).waitFor();
        await page
          .locator('[role=menu] :focus, [role=menu]:focus, [role=dialog] :focus')
          .waitFor({ state: 'attached' });
        await keyboard.press('Escape');
        await page.getByRole(role).waitFor({ state: 'detached' });
        await untouched(id, key);
      }
    });
  }
});

suite('in the queue, what is typed after a shortcut goes to what it opens', { concurrency: true }, () => {
  for (const delay of DELAYS) {
    test(`${delay} ms a key`, async (t) => {
      await newTicket();
      const page = await openQueue(t);
      const id = (await page.locator(':focus').getAttribute('href'))?.split('/').at(-1) ?? '';
      await slowDown(page);
      await page.keyboard.press('f');
      await page.keyboard.type('axe', { delay });
      const filters = page.getByRole('dialog', { name: 'Filter' });
      await filters.locator(':focus').waitFor();
      await filters.getByRole('button', { name: 'Done' }).click();
      await filters.waitFor({ state: 'detached' });
      await page.locator(`a[href$="${id}"]`).focus();
      await typeInto(page.getByRole('combobox', { name: 'Assignee' }), 'Shift+A', 'ada', delay);
      await untouched(id, 'the queue');
    });
  }
});

suite('what is typed while the page loads does nothing', { concurrency: true }, () => {
  for (const delay of DELAYS) {
    test(`${delay} ms a key`, async (t) => {
      const id = await newTicket();
      const page = await studio.open(t, { as: agent, path: 'about:blank' });
      await slowDown(page);
      await page.goto(`/tickets/${id}`, { waitUntil: 'commit' });
      await typeUntil(reply(page).or(note(page)), 'mine', delay, 'mineral');
      await untouched(id, 'mineral');
      await sleep(PAUSE_MS);
      await until(() => page.locator('textarea:focus, [role=menu], [role=dialog]').count(), 0);
      await page.keyboard.press('n');
      await focused(note(page));
    });
  }
});

test('a page that is ready ignores no key', async (t) => {
  const page = await studio.open(t, { as: agent, path: `/tickets/${await newTicket()}` });
  await reply(page).waitFor();
  await page.keyboard.press('n');
  await focused(note(page));
});

test('keys that are held work like pressed ones', async (t) => {
  const id = await newTicket();
  const page = await openTicket(t, id);
  const { keyboard } = page;
  await slowDown(page);
  await keyboard.press('Control+k');
  await keyboard.type('tags\n');
  await keyboard.type('exploitx');
  await keyboard.press('Backspace');
  await keyboard.press('Enter');
  await eventually(async () => (await stateOf(id)).tags[0] === 'exploit');
  await focused(field(page, 'Add a tag'));
  await keyboard.press('Escape');
  await page.locator('input:focus').waitFor({ state: 'detached' });
  await keyboard.press('s');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await eventually(async () => (await stateOf(id)).status === 'pending');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Assignee: Nobody' }).click();
  await keyboard.type('ada\n');
  await eventually(async () => (await stateOf(id)).assigneeId === ada.id);
  // The list gives the focus back before it disappears, so that the next key is a shortcut.
  await focused(page.getByRole('button', { name: 'Assignee: Ada' }));
  await keyboard.press('r');
  await keyboard.type('one\ntwo');
  await eventually(async () => (await reply(page).inputValue()) === 'one\ntwo');
});

test('a text field that is still loading gets the focus and the text when it appears', async (t) => {
  const id = await newTicket();
  const page = await openQueue(t);
  const { promise: loading, resolve: load } = Promise.withResolvers<void>();
  await addRoute(page, `**/api/v1/team/tickets/${id}`, async (route) => {
    await loading;
    await route.continue();
  });
  await page.locator(`a[href$="${id}"]`).click();
  await page.getByRole('heading', { level: 1, name: 'Stuck' }).waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('easter');
  load();
  await focused(note(page));
  await eventually(async () => (await note(page).inputValue()) === 'easter');
  await untouched(id, 'n');
});

test('when what opens cannot be loaded, the rest of the word does nothing and later keys work', async (t) => {
  const id = await newTicket();
  const page = await openTicket(t, id);
  await addRoute(page, /tag-list/, cutConnection);
  await page.keyboard.press('t');
  await typeUntil(page.getByRole('alert'), 'rea', 0, 'rea');
  await untouched(id, 't');
  await sleep(PAUSE_MS);
  await page.keyboard.press('n');
  await focused(note(page));
});

test('the code of dialogs and menus is loaded after the page', async (t) => {
  const id = await newTicket();
  const page = await studio.open(t, { as: agent, path: 'about:blank' });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const loaded = page.waitForResponse(/tag-list/);
  await page.goto(`/tickets/${id}`);
  await loaded;
  const first = requested.findIndex((path) => /menu-popup|command-search|tag-list|tooltip-popup/.test(path));
  const lastOfPage = requested.findLastIndex((path) => /^\/api.*(tickets|members|projects|macros)/.test(path));
  assert.ok(lastOfPage >= 0 && lastOfPage < first, requested.join());
  // A dialog opens at once, even without a connection.
  await page.context().setOffline(true);
  await page.keyboard.press('t');
  await focused(field(page, 'Add a tag'));
});
