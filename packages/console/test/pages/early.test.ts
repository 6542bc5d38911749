import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { aPlayer, aProject, aTicket } from '../../../server/test/helpers/builders.ts';
import { eventually, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const player = await aPlayer(studio);
const id = await aTicket(studio, player, { subject: 'Stuck' });
const agent = await studio.member('agent');

const ROWS = '/api/v1/team/tickets?';
const PAGES: readonly (readonly [path: string, early: number])[] = [
  ['/', 5],
  ['/queue', 5],
  [`/queue?view=all&status=open&platform=ios&version=1.10&tag=a%2Cb&project=${player.project.id}&assignee=none`, 5],
  ['/queue?view=unassigned&from=2026-01-02&to=2026-02-03&type=bug&locale=de-DE&priority=high&unknown=1', 5],
  // The list and the counts need the member's id.
  ['/queue?assignee=me', 3],
  [`/tickets/${id}`, 3],
  ['/announcements', 1],
  ['/settings/account', 1],
];

test('what the document asks for is what the page uses, and nothing is asked for twice', async (t) => {
  const page = await studio.open(t, { as: agent, path: 'about:blank' });
  await page.addInitScript(() => {
    // A server event would reload everything. Without a stream, the page asks after five seconds.
    class OpenStreamWithoutMessages extends EventTarget {
      readonly readyState = 1;
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('open')));
      }
      close() {}
    }
    Object.assign(globalThis, { EventSource: OpenStreamWithoutMessages });
    const asked: string[] = [];
    const used: string[] = [];
    Object.assign(globalThis, { asked, used });
    let all: Map<string, Promise<Response>> | undefined;
    Object.defineProperty(globalThis, 'earlyResponses', {
      get: () => all,
      set: (value: typeof all) => {
        all = value;
        asked.push(...(value?.keys() ?? []));
        const take = value?.delete.bind(value);
        if (value !== undefined) value.delete = (url) => take?.(url) === true && used.push(url) > 0;
      },
    });
  });
  const told = () =>
    page.evaluate(() => {
      const { asked, used } = globalThis as unknown as { asked: string[]; used: string[] };
      return { asked, unused: asked.filter((url) => !used.includes(url)) };
    });
  for (const [path, early] of PAGES) {
    const requests: string[] = [];
    const note = (request: { url(): string }) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/') && !/events|presence/.test(pathname)) requests.push(pathname + search);
    };
    page.on('request', note);
    await page.goto(path);
    await settled(page);
    await eventually(async () => (await told()).unused.length === 0).catch(async (error) => {
      throw new Error(`${path} does not use ${(await told()).unused}`, { cause: error });
    });
    const { asked } = await told();
    assert.equal(asked.length, early, path);
    for (const url of asked) assert.equal(requests.filter((one) => one === url).length, 1, `${path}: ${url}`);
    assert.ok(requests.filter((one) => one.startsWith(ROWS)).length <= 1, path);
    page.off('request', note);
  }
});

test('tickets can be read before the code of the queue is loaded, as text', async (t) => {
  const hostile = await aPlayer(studio, await aProject(studio));
  await aTicket(studio, hostile, {
    subject: '<img src=x onerror=alert(1)> Charged twice',
    message: 'My bank shows two.',
  });
  const page = await studio.open(t, { as: agent, path: 'about:blank' });
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/initial-*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(`/queue?project=${hostile.project.id}`, { waitUntil: 'commit' });
  const first = page.locator('.first-paint-main p');
  await first.getByText('<img src=x onerror=alert(1)> Charged twice', { exact: true }).waitFor();
  await until(async () => (await first.locator('small').textContent())?.endsWith('  My bank shows two.'), true);
  const place = async (subject: Locator) => (await subject.boundingBox())?.y ?? assert.fail();
  const before = await place(first.locator('b'));
  load();
  const row = page.locator('.queue-row-subject');
  await row.waitFor();
  assert.ok(Math.abs((await place(row)) - before) < 4, 'it does not move');
  await first.waitFor({ state: 'detached' });
});

test('a click on a ticket before the code is loaded opens it', async (t) => {
  const page = await studio.open(t, { as: agent, path: 'about:blank' });
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/initial-*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(`/queue?project=${player.project.id}`, { waitUntil: 'commit' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const asks = page.waitForRequest(`**/api/v1/team/tickets/${id}`);
  await page.locator('.first-paint-main p').getByText('Stuck').click();
  await asks;
  const files = ['ticket-page-', 'english-pages-'];
  await until(async () => files.every((file) => requests.some((path) => path.startsWith(`/assets/${file}`))), true);
  load();
  await page.getByRole('heading', { level: 1, name: 'Stuck' }).waitFor();
  assert.equal(requests.filter((path) => path.endsWith(`/tickets/${id}`)).length, 1);
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Stuck' }).waitFor();
});

test('a response of before signing in is not used after it', async (t) => {
  const page = await studio.open(t, { path: '/queue' });
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Stuck' }).waitFor();
});
