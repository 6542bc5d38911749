import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { aPlayer, aTicket, type Player, playerReply, team } from '../../../server/test/helpers/builders.ts';
import { fileAfter } from '../../../server/test/helpers/cleanup.ts';
import { axeViolations } from '../helpers/axe.ts';
import { eventually, type Member, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio({ RATE_LIMITS: 'off' }, fileAfter, 'full');
const PATH = '/settings/notifications';
const NEWS = '/api/v1/team/account/news';

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  isClosed: boolean;
  onclick(): void;
}
interface Recording {
  shown: Shown[];
  hide(isHidden: boolean): void;
}

/** Records notifications, and lets a test say which tab is visible. */
function record(): void {
  const scope = globalThis as unknown as Recording & { Notification: unknown };
  const { Notification: real } = window;
  scope.shown = [];
  scope.Notification = class {
    static get permission() {
      return real.permission;
    }
    static requestPermission() {
      return real.requestPermission();
    }
    isClosed = false;
    constructor(title: string, options: NotificationOptions) {
      for (const one of scope.shown) one.isClosed ||= one.tag === options.tag;
      scope.shown.push(Object.assign(this, { title, ...options }) as unknown as Shown);
    }
    close() {
      this.isClosed = true;
    }
  };
  let isHidden = false;
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  scope.hide = (next) => {
    isHidden = next;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}

const shownIn = (page: Page) => page.evaluate(() => (globalThis as unknown as Recording).shown);
const hide = (page: Page, isHidden = true) =>
  page.evaluate((value) => (globalThis as unknown as Recording).hide(value), isHidden);
const click = (page: Page) => page.evaluate(() => (globalThis as unknown as Recording).shown.at(-1)?.onclick());

const newTickets = (page: Page) =>
  page.getByRole('region', { name: 'This browser' }).getByLabel('New tickets in my projects');

/** Records news requests from now on. */
function newsRequests(context: BrowserContext): readonly string[] {
  const urls: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes(NEWS)) urls.push(request.url());
  });
  return urls;
}

/** Opens two tabs of one member and browser. The first switched notifications on. */
async function twoTabs(t: TestContext, player: Player) {
  const member = await studio.member('agent', { projectIds: [player.project.id] });
  const first = await studio.open(t, { as: member, path: PATH, permissions: ['notifications'] });
  await first.context().addInitScript(record);
  await first.reload();
  await first.getByRole('switch', { name: 'Show notifications of this browser' }).click();
  await newTickets(first).waitFor();
  const second = await first.context().newPage();
  await second.goto('/queue');
  const visible = async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].filter(({ mode }) => mode === 'shared').length;
  };
  await eventually(async () => (await second.evaluate(visible)) === 2);
  const tabs = [first, second];
  /** Reads what tabs showed, without the first, which says that they are on. */
  const shown = async () => (await Promise.all(tabs.map(shownIn))).flat().slice(1);
  const titles = async () => (await shown()).map(({ title }) => title);
  return { member, first, second, shown, titles };
}

/** A tab must ask for news after the action. */
async function asked(context: BrowserContext, action: () => Promise<unknown>): Promise<unknown> {
  const [response] = await Promise.all([context.waitForEvent('response', (one) => one.url().includes(NEWS)), action()]);
  return (await response.json()).news;
}

const assign = (member: Pick<Member, 'call'>, ticketId: string, assigneeId: string) =>
  member.call('PATCH', `/tickets/${ticketId}`, { assigneeId });

test('two tabs show one notification, only while none of them is visible', async (t) => {
  const player = await aPlayer(studio);
  const { member, first, second, shown, titles } = await twoTabs(t, player);
  const context = first.context();
  const requests = newsRequests(context);
  assert.equal((await shownIn(first))[0]?.body, 'Notifications of this browser are on.');
  await settled(first);
  assert.deepEqual(await axeViolations(first), []);

  await hide(first);
  const seen = await aTicket(studio, player, { subject: 'Seen in the queue' });
  await second.getByText('Seen in the queue').waitFor();
  assert.deepEqual(requests, [], 'a tab is visible');

  await asked(context, () => hide(second));
  const subject = `<b>Stuck</b> ${'x'.repeat(105)}`;
  const ticket = await aTicket(studio, player, { subject });
  await eventually(async () => (await shown()).length > 0);
  const [one] = await shown();
  assert.deepEqual([one?.title, one?.body], ['New ticket', [...subject].slice(0, 100).join('')]);

  for (let index = 0; index < 2; index++) await aTicket(studio, player);
  await eventually(async () => (await titles()).at(-1) === '3 new tickets');
  assert.equal(new Set((await shown()).map(({ tag }) => tag)).size, 1, 'each replaces the one before');

  const before = await titles();
  await asked(context, () => assign(member, seen, member.id));
  assert.deepEqual(await titles(), before, 'the own action');
  await team(studio, 'PATCH', `/tickets/${ticket}`, { assigneeId: member.id });
  await eventually(async () => (await titles()).at(-1) === '3 new tickets, 1 assigned to you');

  await hide(first, false);
  await eventually(async () => (await shown()).every(({ isClosed }) => isClosed));
  const count = (await shown()).length;
  await asked(context, () => hide(first));
  await playerReply(studio, player, seen);
  await eventually(async () => (await shown()).length > count);
  assert.deepEqual(
    (await titles()).filter((title) => title === 'Reply to your ticket').length,
    1,
    'what was seen is not told again',
  );

  const [leader, other] = (await shownIn(first)).length > 1 ? [first, second] : [second, first];
  await click(leader);
  await leader.waitForURL(`**/tickets/${seen}`);
  await hide(leader, false);
  await asked(context, () => hide(leader));
  await Promise.all([aTicket(studio, player), playerReply(studio, player, ticket)]);
  await eventually(async () => (await titles()).at(-1) === '1 new ticket, replies to 1 ticket');
  assert.doesNotMatch(other.url(), /tickets/);
  await click(leader);
  await leader.waitForURL('**/queue**');

  const told = (await shownIn(other)).length;
  await asked(context, () => leader.close());
  await aTicket(studio, player);
  await eventually(async () => (await shownIn(other)).length === told + 1);
});

test('nothing is shown in quiet hours, of a kind that is not chosen, and after it was switched off', async (t) => {
  const player = await aPlayer(studio);
  const { member, first, second, titles } = await twoTabs(t, player);
  const context = first.context();
  const hour = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString().slice(11, 16);
  const quiet = { timeZone: 'UTC', quietFrom: hour(-2), quietTo: hour(2) };
  assert.equal((await member.call('PATCH', '/account/notifications', quiet)).status, 200);
  await hide(second);
  await asked(context, () => hide(first));
  assert.deepEqual(await asked(context, () => aTicket(studio, player)), []);

  const none = { quietFrom: null, quietTo: null };
  assert.equal((await member.call('PATCH', '/account/notifications', none)).status, 200);
  await hide(first, false);
  await newTickets(first).uncheck();
  await asked(context, () => hide(first));
  const ticket = await aTicket(studio, player);
  await team(studio, 'PATCH', `/tickets/${ticket}`, { assigneeId: member.id });
  await eventually(async () => (await titles()).length > 0);
  assert.deepEqual(await titles(), ['Assigned to you']);

  await hide(first, false);
  await first.getByRole('switch').click();
  const requests = newsRequests(context);
  await hide(first);
  await aTicket(studio, player);
  await second.waitForFunction(() => document.title.startsWith('(3) '));
  assert.deepEqual([requests, await titles()], [[], ['Assigned to you']]);
  await second.reload();
  await second.goto(PATH);
  await until(() => second.getByRole('switch').isChecked(), false);
});

test('a browser that refused says so', async (t) => {
  const page = await studio.open(t, { as: await studio.member('viewer'), path: PATH });
  await page.context().addInitScript(() => {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'denied';
      return 'denied';
    };
  });
  await page.reload();
  const control = page.getByRole('switch', { name: 'Show notifications of this browser' });
  await control.click();
  await page.getByText('This browser does not allow it.').waitFor();
  await until(() => Promise.all([control.isChecked(), control.isDisabled()]), [false, true]);
  await until(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('desktop'))), false);
});
