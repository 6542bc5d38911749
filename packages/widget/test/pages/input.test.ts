import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../console/test/helpers/until.ts';
import { openGames } from '../helpers/games.ts';

const games = await openGames();

/** Reads the focus: its text, label or id. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    return active?.getAttribute('aria-label') || active?.id || active?.textContent?.trim() || active?.tagName || '';
  });

test('a whole ticket with the keyboard only; the focus stays in the dialog and comes back', async (t) => {
  const game = await games.visit(t);
  const { page, panel } = game;
  const { keyboard } = page;
  await page.evaluate(() => {
    const keys: string[] = [];
    Object.assign(globalThis, { keys });
    addEventListener('keydown', ({ key }) => keys.push(`down ${key}`));
    addEventListener('keyup', ({ key }) => keys.push(`up ${key}`));
  });
  await page.locator('.launcher').focus();
  await keyboard.press('Enter');
  await panel.locator('.placeholder-title').waitFor();
  assert.equal(await focused(page), 'title');
  // All around in both directions.
  const around: string[] = [];
  for (let count = 0; count < 7; count++) {
    await keyboard.press('Tab');
    around.push(await focused(page));
  }
  assert.deepEqual(around, ['Close', 'Tickets', 'Inbox', 'Tickets', 'New ticket', 'What we send', 'Close']);
  await keyboard.press('Shift+Tab');
  assert.equal(await focused(page), 'What we send');
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  assert.equal(await focused(page), 'title');
  for (const key of ['Tab', 'Tab', 'Tab']) await keyboard.press(key);
  await keyboard.press('ArrowRight');
  await until(() => panel.locator('input[value=payment]').isChecked(), true);
  await keyboard.press('Tab');
  await keyboard.type('Stuck');
  await keyboard.press('Tab');
  await keyboard.type('I cannot leave level 3.');
  await keyboard.press('Control+Enter');
  await panel.getByText('In progress').waitFor();
  assert.equal(await focused(page), 'title');
  await panel.locator('#reply').focus();
  await keyboard.type('More');
  await keyboard.press('Control+Enter');
  await panel.locator('.message').getByText('More').waitFor();
  await keyboard.press('Escape');
  await panel.locator('.row').waitFor();
  await keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'Open support');
  // The game saw keys come up, but none go down.
  const keys = await page.evaluate(() => (globalThis as unknown as { keys: string[] }).keys);
  assert.deepEqual(
    keys.filter((key) => key.startsWith('down')),
    ['down Enter'],
  );
  assert.ok(keys.includes('up Escape') && keys.includes('up M'), keys.join());
});

test('open(), close(), isOpen, the attribute and the events say the same', async (t) => {
  const game = await games.visit(t, { attributes: { launcher: 'off' } });
  const { page, panel } = game;
  await page.locator('player-support .root').waitFor({ state: 'attached' });
  await until(() => page.locator('.launcher').count(), 0);
  await page.locator('#game').focus();
  const run = (work: (element: HTMLElementTagNameMap['player-support']) => unknown) =>
    page.evaluate(`(${work})(document.querySelector('player-support'))`);
  await run((element) => {
    const events: string[] = [];
    Object.assign(globalThis, { events });
    for (const name of ['open', 'close']) element.addEventListener(name, () => events.push(name));
  });
  await run((element) => element.open());
  await panel.waitFor();
  assert.equal(await run((element) => element.isOpen && element.hasAttribute('open')), true);
  await run((element) => element.close());
  await panel.waitFor({ state: 'detached' });
  assert.equal(await run((element) => element.isOpen || element.hasAttribute('open')), false);
  assert.equal(await focused(page), 'game');
  await run((element) => element.setAttribute('open', ''));
  await panel.waitFor();
  await run((element) => element.removeAttribute('open'));
  await panel.waitFor({ state: 'detached' });
  // As a framework sets it.
  await run((element) => Object.assign(element, { open: true }));
  await panel.waitFor();
  await run((element) => Object.assign(element, { open: false }));
  await panel.waitFor({ state: 'detached' });
  await until(
    () => page.evaluate(() => (globalThis as unknown as { events: string[] }).events),
    [...['open', 'close', 'open', 'close', 'open', 'close']],
  );
  // A wrong URL is an event, never an error that stops the game.
  const slug = await run(
    (element) =>
      new Promise((resolve) => {
        element.addEventListener('error', (event) => resolve((event as unknown as CustomEvent<Error>).detail.name), {
          once: true,
        });
        element.baseUrl = 'support.example.com';
      }),
  );
  assert.equal(slug, 'TypeError');
});

function simulateGamepad(): void {
  const buttons = Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 }));
  const pad = { connected: false, mapping: 'standard', axes: [0, 0, 0, 0], buttons, index: 0, id: 'test' };
  let polls = 0;
  navigator.getGamepads = () => {
    polls++;
    return [null, pad] as unknown as Gamepad[];
  };
  Object.assign(globalThis, {
    pad,
    polls: () => polls,
    connectPad() {
      pad.connected = true;
      dispatchEvent(new Event('gamepadconnected'));
    },
  });
}

interface Padded {
  pad: { buttons: { pressed: boolean }[]; axes: number[]; connected: boolean };
  polls(): number;
  connectPad(): void;
}

const A = 0;
const B = 1;
const [UP, DOWN, LEFT, RIGHT] = [12, 13, 14, 15];

test('a gamepad moves the focus, activates and goes back, and is polled only while the panel is open', async (t) => {
  const game = await games.visit(t, { before: simulateGamepad });
  const { page, panel } = game;
  const polls = () => page.evaluate(() => (globalThis as unknown as Padded).polls());
  const frames = (count: number) =>
    page.evaluate(async (count) => {
      for (let frame = 0; frame < count; frame++) await new Promise((done) => requestAnimationFrame(done));
    }, count);
  const set = (index: number, isPressed: boolean) =>
    page.evaluate(
      ([index, isPressed]) => {
        const button = (globalThis as unknown as Padded).pad.buttons[Number(index)];
        if (button) button.pressed = Boolean(isPressed);
      },
      [index, isPressed] as const,
    );
  async function press(index: number): Promise<void> {
    await set(index, true);
    await frames(3);
    await set(index, false);
    await frames(3);
  }

  await game.open();
  const idle = await polls();
  await frames(5);
  assert.equal(await polls(), idle, 'no pad is connected');
  // The button that opened the panel is still held.
  await set(A, true);
  await page.evaluate(() => (globalThis as unknown as Padded).connectPad());
  await frames(3);
  await set(A, false);
  await page.keyboard.press('Escape');
  await set(A, true);
  await game.open();
  await frames(5);
  assert.equal(await focused(page), 'title');
  await set(A, false);
  await frames(3);

  await press(DOWN);
  assert.equal(await focused(page), 'Tickets');
  await press(RIGHT);
  assert.equal(await focused(page), 'Inbox');
  await press(A);
  await panel.getByText('Nothing here yet').waitFor();
  await press(DOWN);
  await press(LEFT);
  await press(RIGHT);
  for (let count = 0; count < 6 && (await focused(page)) !== 'New ticket'; count++) await press(DOWN);
  assert.equal(await focused(page), 'New ticket');
  await press(A);
  await panel.locator('#subject').waitFor();
  await press(DOWN);
  await press(DOWN);
  await press(UP);
  await press(B);
  await panel.locator('.tabs').waitFor();
  assert.equal(await focused(page), 'New ticket');
  await press(B);
  await panel.waitFor({ state: 'detached' });
  const closed = await polls();
  await frames(5);
  assert.equal(await polls(), closed, 'the panel is closed');
});
