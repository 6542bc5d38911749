import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { assertCount, until } from '../../../console/test/helpers/until.ts';
import { eventually, setStatus } from '../../../server/test/helpers/builders.ts';
import { type Game, openGames } from '../helpers/games.ts';

const games = await openGames();
const { service } = games;

/** Opens a game with one ticket and its conversation. */
async function withTicket(t: { after(end?: unknown): void }): Promise<Game & { id: string }> {
  const game = await games.visit(t);
  await game.open();
  await game.createTicket('Stuck', 'I cannot leave level 3.');
  await game.panel.getByText('In progress').waitFor();
  const [ticket] = await game.tickets();
  return { ...game, id: ticket.id };
}

const textsOf = async (game: Game): Promise<string[]> =>
  (await game.tickets()).flatMap(({ messages }) => messages.map(({ message }: { message: string }) => message)).sort();

test('what is written offline is marked, survives a reload, and is sent once', async (t) => {
  const game = await withTicket(t);
  const { page, panel, context } = game;
  await context.setOffline(true);
  await panel.locator('.banner').getByText('You are offline.').waitFor();
  await game.reply('Written offline');
  await panel.locator('.mark').getByText('Waiting to be sent').waitFor();
  await until(() => panel.locator('#reply').inputValue(), '');
  await game.back();
  await game.createTicket('Offline', 'A ticket offline');
  await game.reply('And a reply to it');
  await context.setOffline(false);
  // The page loads again, but the API does not respond.
  const lose = (route: Route) => route.abort();
  await page.route('**/api/**', lose);
  await page.reload();
  await game.open();
  await panel.locator('.row').getByText('A ticket offline').click();
  await panel.getByText('And a reply to it').waitFor();
  await assertCount(panel.locator('.message'), 2);
  await page.unroute('**/api/**', lose);
  await panel.locator('.mark button').first().click();
  await panel.getByText('In progress').waitFor();
  await panel.locator('.mark').first().waitFor({ state: 'detached' });
  await game.back();
  await panel.locator('.row').getByText('Stuck').click();
  await panel.getByText('Written offline').waitFor();
  await panel.locator('.mark').first().waitFor({ state: 'detached' });
  await assertCount(panel.locator('.message'), 2);
  assert.deepEqual(await textsOf(game), [
    'A ticket offline',
    'And a reply to it',
    'I cannot leave level 3.',
    'Written offline',
  ]);
});

test('a draft survives closing, another view and a reload, and goes only when it is stored', async (t) => {
  const game = await withTicket(t);
  const { page, panel } = game;
  await panel.locator('#reply').fill('half a reply');
  await page.keyboard.press('Escape');
  await panel.locator('[data-key=new]').click();
  await panel.locator('input[value=payment]').check();
  await panel.locator('#subject').fill('half a subject');
  await panel.locator('#message').fill('half a message');
  await panel.locator('.header .icon-button').last().click();
  await panel.waitFor({ state: 'detached' });
  await page.reload();
  await game.open();
  await panel.locator('.row').click();
  await until(() => panel.locator('#reply').inputValue(), 'half a reply');
  await game.back();
  await panel.locator('[data-key=new]').click();
  await until(() => panel.locator('#subject').inputValue(), 'half a subject');
  await until(() => panel.locator('#message').inputValue(), 'half a message');
  await until(() => panel.locator('input[value=payment]').isChecked(), true);
  await panel.locator('.footer .primary').click();
  await panel.locator('.message').waitFor();
  await page.reload();
  await game.open();
  await panel.locator('[data-key=new]').click();
  await until(() => panel.locator('#message').inputValue(), '');
});

test('until the storage has a text, the text stays in its field', async (t) => {
  const game = await withTicket(t);
  const { page, panel } = game;
  // The SDK's storage does not finish its writes.
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    const held: (() => void)[] = [];
    Object.assign(globalThis, { release: () => held.splice(0).map((go) => go()) });
    IDBObjectStore.prototype.put = function (...args) {
      const { transaction } = this;
      let listener: ((event: Event) => void) | null = null;
      Object.defineProperty(transaction, 'oncomplete', {
        set: (given) => {
          listener = given;
        },
      });
      transaction.addEventListener('complete', (event) => held.push(() => listener?.(event)));
      return put.apply(this, args);
    };
  });
  await page.route('**/messages', (route) => route.abort());
  await panel.locator('#reply').fill('Keep me');
  await panel.locator('.send').click();
  await panel.locator('#reply[readonly]').waitFor();
  await until(() => panel.locator('#reply').inputValue(), 'Keep me');
  const releasing = setInterval(() => {
    page.evaluate(() => (globalThis as unknown as { release(): void }).release()).catch(() => {});
  }, 50);
  t.after(() => clearInterval(releasing));
  await panel.locator('#reply:not([readonly])').waitFor();
  await until(() => panel.locator('#reply').inputValue(), '');
  await panel.locator('.message').getByText('Keep me').waitFor();
  clearInterval(releasing);
});

const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };
const problem =
  (status: number, slug: string, headers = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers: { ...cors, ...headers },
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: `/problems/${slug}`, title: slug, status }),
    });

/** Faults of a reply, and what the player reads. */
const WAITING: readonly [string, (route: Route) => Promise<void>, string][] = [
  ['429', problem(429, 'rate-limited', { 'retry-after': '1' }), 'The support service is busy.'],
  ['503', problem(503, 'unavailable', { 'retry-after': '1' }), 'The support service is busy.'],
  ['401', problem(401, 'unauthorized'), 'We cannot reach the support service.'],
  ['no answer', (route) => route.abort(), 'We cannot reach the support service.'],
  [
    'a foreign answer',
    (route) => route.fulfill({ status: 200, headers: cors, contentType: 'text/html', body: '<h1>Hotel</h1>' }),
    'We cannot reach the support service.',
  ],
];

/** Stops long timers: from now on the SDK tries nothing again by itself. */
function freezeTimers(): void {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((work: () => void, wait: number) =>
    wait >= 500 ? 0 : setTimeout(work, wait)) as typeof setTimeout;
}

for (const [name, fault, reason] of WAITING) {
  test(`${name}: the reply waits, says why, and "Try again" sends it once`, async (t) => {
    const game = await withTicket(t);
    const { page, panel } = game;
    await page.evaluate(freezeTimers);
    await page.route('**/messages', fault);
    await game.reply('One reply');
    const mark = panel.locator('.mark');
    await mark.getByText('Waiting to be sent').waitFor();
    // In the mark or in the banner.
    await panel.getByText(reason).first().waitFor();
    await page.unroute('**/messages');
    // Retry-After must have passed.
    await eventually(async () => {
      await mark
        .locator('button')
        .click({ timeout: 1000 })
        .catch(() => {});
      return (await mark.count()) === 0;
    });
    assert.deepEqual(await textsOf(game), ['I cannot leave level 3.', 'One reply']);
    await assertCount(panel.locator('.message'), 2);
  });
}

test('409: a reply to a closed ticket failed, with the reason; "Try again" and "Delete" work', async (t) => {
  const game = await withTicket(t);
  const { context, page, panel, id } = game;
  await context.setOffline(true);
  await game.reply('Too late');
  await setStatus(service, id, 'closed');
  await context.setOffline(false);
  const failed = panel.locator('.message.failed');
  await failed.getByText('Not sent · This ticket is closed.').waitFor();
  const refused = page.waitForResponse('**/messages');
  await failed.getByRole('button', { name: 'Try again' }).click();
  assert.equal((await refused).status(), 409);
  await failed.getByText('Not sent · This ticket is closed.').waitFor();
  await setStatus(service, id, 'open');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor({ state: 'detached' });
  await panel.getByText('Too late').waitFor();
  // Shown before the server has it.
  await eventually(async () => (await textsOf(game)).length === 2);
  assert.deepEqual(await textsOf(game), ['I cannot leave level 3.', 'Too late']);
});

test('409: a blocked player reads why, and can delete the text', async (t) => {
  const game = await withTicket(t);
  const { panel } = game;
  const [ticket] = await game.tickets();
  const blocked = { body: { blocked: true }, token: service.teamKey };
  await service.call('PATCH', `/api/v1/team/players/${ticket.player.id}`, blocked);
  await game.reply('Hello?');
  const failed = panel.locator('.message.failed');
  await failed.getByText('You cannot write to support any more.').waitFor();
  await failed.getByRole('button', { name: 'Delete' }).click();
  await failed.waitFor({ state: 'detached' });
  await until(() => panel.locator('.message').count(), 1);
});

test('a form that is not complete says what is missing, and a pasted text is never cut', async (t) => {
  const game = await games.visit(t);
  const { panel } = game;
  await game.open();
  await panel.locator('[data-key=new]').click();
  await panel.locator('.footer .primary').click();
  await panel.getByText('Please fill this in.').first().waitFor();
  await until(() => panel.locator('#subject').evaluate((field) => field.matches(':focus')), true);
  await panel.locator('#subject').fill('x');
  const long = '😀'.repeat(4001);
  await panel.locator('#message').fill(long);
  await panel.getByText('Too long by 1 characters.').waitFor();
  await panel.locator('.footer .primary').click();
  await until(() => panel.locator('#message').inputValue(), long);
  await panel.locator('#message').fill(long.slice(2));
  await panel.locator('.footer .primary').click();
  await panel.getByText('In progress').waitFor();
  assert.equal((await game.tickets())[0].messages[0].message, long.slice(2));
});

test('a ticket that exists no longer says so', async (t) => {
  const game = await withTicket(t);
  const { page, panel } = game;
  await game.back();
  await page.route('**/api/v1/tickets/*', problem(404, 'not-found'));
  await page.reload();
  await game.open();
  await panel.locator('.row').click();
  await panel.getByText('This ticket no longer exists.').waitFor();
});

test('a service that fails is said in the banner, which ends by itself or with "Try again"', async (t) => {
  const game = await games.visit(t);
  const { page, panel } = game;
  const lists = '**/api/v1/player/tickets*';
  const failing = panel.getByText('This could not be loaded.');
  let count = 0;
  await page.route(lists, (route) =>
    count++ < 2 ? problem(503, 'overloaded', { 'retry-after': '1' })(route) : route.fallback(),
  );
  await page.locator('.launcher').click();
  await failing.waitFor();
  await panel.getByText('How can we help?').waitFor();
  await panel.locator('.banner').waitFor({ state: 'detached' });
  await page.unroute(lists);

  await page.route(lists, (route) => route.abort());
  await page.reload();
  await page.evaluate(freezeTimers);
  await page.locator('.launcher').click();
  await failing.waitFor();
  await page.unroute(lists);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByText('How can we help?').waitFor();
});

test('a project that is disabled says so', async (t) => {
  const game = await games.visit(t);
  const { page, panel, project } = game;
  await service.call('PATCH', `/api/v1/team/projects/${project.id}`, {
    token: service.teamKey,
    body: { status: 'disabled' },
  });
  await page.evaluate(() => indexedDB.deleteDatabase('player-support'));
  await page.reload();
  await page.locator('.launcher').click();
  await panel.locator('.banner').getByText('Support is not available for this game right now.').waitFor();
});

test('without Web Locks, a lease separates two tabs, and both send as one player', async (t) => {
  const before = () => Object.defineProperty(navigator, 'locks', { value: undefined });
  const game = await games.visit(t, { before });
  const other = await game.context.newPage();
  await other.goto(game.page.url());
  const tabs = [game.page, other];
  await Promise.all(
    tabs.map(async (page, index) => {
      await page.locator('.launcher').click();
      await page.locator('[data-key=new]').click();
      await page.locator('#subject').fill(`Tab ${index}`);
      await page.locator('#message').fill(`From tab ${index}`);
      await page.locator('.footer .primary').click();
    }),
  );
  await eventually(async () => (await game.tickets()).length === 2);
  assert.deepEqual(await textsOf(game), ['From tab 0', 'From tab 1']);
  const players = (await game.tickets()).map(({ player }) => player.id);
  assert.equal(players[0], players[1]);
  const keys = await game.page.evaluate(async () => {
    const all: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const opened = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      const reading = opened.transaction('values').objectStore('values').getAllKeys();
      await new Promise((resolve) => Object.assign(reading, { onsuccess: resolve }));
      all.push(...reading.result.map(String));
      opened.close();
    }
    return all;
  });
  assert.ok(
    keys.some((key) => key.endsWith(':lease')),
    keys.join(),
  );
});
