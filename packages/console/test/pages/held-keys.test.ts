import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, mergeTicket, team } from '../../../server/test/helpers/builders.ts';
import { addRoute, cutConnection, problem } from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

/** Between keys of a word. */
const PAUSE_MS = 100;
/** Longer than the pauses in a word. */
const LONG_PAUSE_MS = 1200;

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

/** Checks that the ticket is unchanged, and that no change waits in the page. */
async function untouched(page: Page, id: string, what: string): Promise<void> {
  const waiting = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('outbox:')));
  assert.deepEqual(waiting, [], what);
  const expected = { status: 'open', assigneeId: null, priority: 'normal', tags: [], messages: 1, events: 0 };
  assert.deepEqual(await stateOf(id), expected, what);
}

interface Gate {
  /** Requests of the page wait from now on. Page loads do not. */
  close(): void;
  open(): void;
}

async function aGate(page: Page, address = '**/*'): Promise<Gate> {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  await addRoute(page, address, async (route) => {
    if (!route.request().isNavigationRequest()) await gate.promise;
    await route.continue();
  });
  return {
    close: () => {
      gate = Promise.withResolvers();
    },
    open: () => gate.resolve(),
  };
}

/** Opens a page that loads the code of dialogs and menus only when they open. */
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

/** The needed code arrives after the second character. */
async function typeAfter(page: Page, gate: Gate, key: string, text: string): Promise<void> {
  gate.close();
  await page.keyboard.press(key);
  await page.keyboard.type(text.slice(0, 2));
  gate.open();
  await page.keyboard.type(text.slice(2));
}

/** Types until the field has the text. The last character finds it focused. */
async function typeInto(opened: Locator, gate: Gate, key: string, text: string): Promise<void> {
  await typeAfter(opened.page(), gate, key, text.slice(0, -1));
  await focused(opened);
  await opened.page().keyboard.type(text.slice(-1));
  await eventually(async () => (await opened.inputValue()) === text);
}

interface Typist {
  type(text: string): Promise<void>;
  /** Types the text until the element is visible, and then `after`. */
  typeUntil(element: Locator, text: string, after: string): Promise<void>;
  /** The key belongs to no word: it is more than a second after all others. */
  pressLater(key: string): Promise<void>;
}

/** Keys have their own times, so a slow machine does not end a word. */
async function aTypist(page: Page): Promise<Typist> {
  const session = await page.context().newCDPSession(page);
  let last = Date.now();
  const press = async (key: string) => {
    const event = { key, code: `Key${key.toUpperCase()}`, timestamp: last / 1000 };
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text: key });
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  };
  const type = async (text: string) => {
    for (const key of text) {
      last = Math.min(Date.now(), last + PAUSE_MS);
      await press(key);
    }
  };
  return {
    type,
    typeUntil: async (element, text, after) => {
      let isOver = false;
      const shown = element.waitFor().finally(() => {
        isOver = true;
      });
      while (!isOver) await type(text);
      await shown;
      await type(after);
    },
    pressLater: async (key) => {
      last = Math.max(Date.now(), last) + LONG_PAUSE_MS;
      await press(key);
    },
  };
}

test('on a ticket, what is typed after a shortcut goes to what it opens', async (t) => {
  const id = await newTicket();
  const page = await openTicket(t, id);
  const { keyboard } = page;
  const gate = await aGate(page);
  for (const [key, text, label] of [
    ['Control+k', 'english', 'Search'],
    ['t', 'exploit', 'Add a tag'],
    ['Shift+A', 'ada', 'Find a member'],
    ['r', 'reset', 'Reply to the player'],
    ['n', 'easter', 'Internal note'],
  ] as const) {
    await typeInto(field(page, label), gate, key, text);
    await untouched(page, id, `${key} ${text}`);
    // A note would take it along.
    if (key === 'r') await field(page, label).fill('');
    await keyboard.press('Escape');
    await page.locator('input:focus, textarea:focus').waitFor({ state: 'detached' });
  }
  for (const [key, role] of [
    ['s', 'menu'],
    ['p', 'menu'],
    ['Shift+?', 'dialog'],
  ] as const) {
    await typeAfter(page, gate, key, 'era');
    await page.getByRole(role).waitFor();
    await page.locator('[role=menu] :focus, [role=menu]:focus, [role=dialog] :focus').waitFor({ state: 'attached' });
    await keyboard.press('Escape');
    await page.getByRole(role).waitFor({ state: 'detached' });
    await untouched(page, id, key);
  }
});

test('in the queue, what is typed after a shortcut goes to what it opens', async (t) => {
  await newTicket();
  const page = await openQueue(t);
  const gate = await aGate(page);
  const id = (await page.locator(':focus').getAttribute('href'))?.split('/').at(-1) ?? '';
  await typeAfter(page, gate, 'f', 'axe');
  const filters = page.getByRole('dialog', { name: 'Filter' });
  await filters.locator(':focus').waitFor();
  await filters.getByRole('button', { name: 'Done' }).click();
  await filters.waitFor({ state: 'detached' });
  await page.locator(`a[href$="${id}"]`).focus();
  await typeInto(page.getByRole('combobox', { name: 'Assignee' }), gate, 'Shift+A', 'ada');
  await untouched(page, id, 'the queue');
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator(`a[href$="${id}"]`).focus();
  gate.close();
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowUp');
  gate.open();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await eventually(async () => (await stateOf(id)).priority === 'urgent');
});

test('what is typed while the page loads does nothing', async (t) => {
  const id = await newTicket();
  const page = await studio.open(t, { as: agent });
  const gate = await aGate(page);
  const { type, typeUntil, pressLater } = await aTypist(page);
  gate.close();
  await page.goto(`/tickets/${id}`, { waitUntil: 'commit' });
  await type('mine');
  gate.open();
  await typeUntil(reply(page).or(note(page)), 'mine', 'mineral');
  await untouched(page, id, 'mineral');
  await until(() => page.locator('textarea:focus, [role=menu], [role=dialog]').count(), 0);
  await pressLater('n');
  await focused(note(page));
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
  const gate = await aGate(page);
  gate.close();
  await keyboard.press('Control+k');
  await keyboard.type('tags\n');
  await keyboard.type('exploitx');
  await keyboard.press('Backspace');
  await keyboard.press('Enter');
  gate.open();
  await eventually(async () => (await stateOf(id)).tags[0] === 'exploit');
  await focused(field(page, 'Add a tag'));
  await keyboard.press('Escape');
  await page.locator('input:focus').waitFor({ state: 'detached' });
  gate.close();
  await keyboard.press('s');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  gate.open();
  await eventually(async () => (await stateOf(id)).status === 'pending');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  gate.close();
  await page.getByRole('button', { name: 'Assignee: Nobody' }).click();
  await keyboard.type('ada\n');
  gate.open();
  await eventually(async () => (await stateOf(id)).assigneeId === ada.id);
  // The list returns the focus before it disappears.
  await focused(page.getByRole('button', { name: 'Assignee: Ada' }));
  await keyboard.press('r');
  await keyboard.type('one\ntwo');
  await eventually(async () => (await reply(page).inputValue()) === 'one\ntwo');
});

test('a dialog that is closed before it has the focus holds no later keys', async (t) => {
  const page = await openTicket(t, await newTicket());
  const { pressLater } = await aTypist(page);
  const session = await page.context().newCDPSession(page);
  const open = { key: 'k', code: 'KeyK', modifiers: 2 };
  const close = { key: 'Escape', code: 'Escape' };
  const focusedNote = note(page).and(page.locator(':focus'));
  // Otherwise a hold ends by itself after 30 seconds.
  await holdTime(page);
  for (let opening = 0; opening < 6; opening++) {
    const events = [open, close].flatMap((key) => [
      { ...key, type: 'keyDown' as const },
      { ...key, type: 'keyUp' as const },
    ]);
    // The browser mostly gets both keys before the dialog has the focus, so once in six times.
    await Promise.all(events.map((event) => session.send('Input.dispatchKeyEvent', event)));
    await eventually(async () => {
      await pressLater('n');
      return (await focusedNote.count()) > 0;
    });
    await page.keyboard.press('Escape');
    await focusedNote.waitFor({ state: 'detached' });
  }
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
  await untouched(page, id, 'n');
});

test('the key for a note works in the first frame of the conversation, before its field is there', async (t) => {
  const id = await newTicket();
  const page = await openQueue(t);
  // A focused row loads its ticket.
  await page.locator(`a[href$="${id}"]`).focus();
  const isLoaded = (path: string) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(path));
  await page.waitForFunction(isLoaded, `/tickets/${id}`);
  await page.evaluate(() => {
    const keyN = new KeyboardEvent('keydown', { key: 'n', code: 'KeyN', bubbles: true });
    const press = () => {
      if (document.querySelector('#conversation li') === null) requestAnimationFrame(press);
      else document.body.dispatchEvent(keyN);
    };
    press();
  });
  await page.keyboard.press('Enter');
  await focused(note(page));
});

test('for a ticket that was merged while it loaded, no key is held', async (t) => {
  const player = await aPlayer(studio, project);
  const [id, target] = [await aTicket(studio, player), await aTicket(studio, player)];
  const page = await openQueue(t);
  const gate = await aGate(page, '**/api/**');
  const { pressLater } = await aTypist(page);
  gate.close();
  await page.locator(`a[href$="${id}"]`).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Stuck' }).waitFor();
  await holdTime(page);
  await page.keyboard.press('r');
  assert.equal((await mergeTicket(studio, id, target)).status, 200);
  gate.open();
  await page.getByRole('button', { name: 'Undo merge' }).waitFor();
  await pressLater('u');
  await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
});

test('for a ticket that cannot be loaded, no key is held', async (t) => {
  const id = await newTicket();
  const page = await openQueue(t);
  const { pressLater } = await aTypist(page);
  let fails = Promise.withResolvers<void>();
  await addRoute(page, `**/api/v1/team/tickets/${id}`, async (route) => {
    await fails.promise;
    await problem(404, 'not-found')(route);
  });
  await holdTime(page);
  for (const key of ['m', 'i']) {
    await page.locator(`a[href$="${id}"]`).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Stuck' }).waitFor();
    await page.keyboard.press(key);
    fails.resolve();
    await page.getByRole('alert').waitFor();
    await pressLater(key);
    await pressLater('u');
    await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
    fails = Promise.withResolvers();
  }
  fails.resolve();
});

test('keys that are held are dropped when the member goes back', async (t) => {
  await newTicket();
  const page = await openQueue(t);
  const { pressLater } = await aTypist(page);
  const { promise: loading, resolve: load } = Promise.withResolvers<void>();
  await addRoute(page, /queue-dialogs/, async (route) => {
    await loading;
    await route.continue();
  });
  await page.getByRole('group', { name: 'Views' }).getByRole('link', { name: /^Open/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Open' }).waitFor();
  await holdTime(page);
  await page.locator('.queue-row').first().waitFor();
  await page.keyboard.press('j');
  await page.locator('a:focus').waitFor();
  await page.keyboard.press('Shift+A');
  await page.keyboard.type('ada');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  await pressLater('u');
  await pressLater('f');
  await page.getByRole('dialog', { name: 'Filter' }).waitFor();
  load();
});

test('the sign-in page does not get keys that were held when the session ended', async (t) => {
  const own = await studio.member('agent', { projectIds });
  const page = await studio.open(t, { as: own, path: 'about:blank' });
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.goto(`/tickets/${await newTicket()}`);
  await reply(page).waitFor();
  const { promise: loading, resolve: load } = Promise.withResolvers<void>();
  await addRoute(page, /tag-list/, async (route) => {
    await loading;
    await route.continue();
  });
  await page.keyboard.press('t');
  await page.keyboard.type('exploit');
  assert.equal((await own.call('DELETE', '/sessions')).status, 204);
  const email = page.getByLabel('Email');
  await email.focus();
  await page.keyboard.type('a');
  await until(() => email.inputValue(), 'a');
  load();
});

test('when what opens cannot be loaded, the rest of the word does nothing and later keys work', async (t) => {
  const id = await newTicket();
  const page = await openTicket(t, id);
  await addRoute(page, /tag-list/, cutConnection);
  const { typeUntil, pressLater } = await aTypist(page);
  await page.keyboard.press('t');
  await typeUntil(page.getByRole('alert'), 'rea', 'rea');
  await untouched(page, id, 't');
  await pressLater('n');
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
  await page.context().setOffline(true);
  await page.keyboard.press('t');
  await focused(field(page, 'Add a tag'));
});
