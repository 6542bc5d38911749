import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aProject, aTicket, type Project, poll, team } from '../../../server/test/helpers/builders.ts';
import { copyTicket } from '../../../server/test/helpers/ticket-copies.ts';
import {
  addRoute,
  busy,
  cutConnection,
  type Fault,
  failNext,
  failReads,
  foreignPage,
  lostResponse,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { eventually, openStudio, PASSWORD } from '../helpers/studio.ts';
import { assertCount, until } from '../helpers/until.ts';

const studio = await openStudio();

interface Failure {
  readonly fault: Fault;
  /** On the page. Undefined: the change is sent again. */
  readonly refused?: string;
}

const CHANGED_BY_OTHERS = 'Someone else has changed this. Reload and check it before you try again.';

const FAULTS: Readonly<Record<string, Failure>> = {
  'a 400': {
    fault: problem(400, 'validation', { errors: { tags: ['Must not be that.'] } }),
    refused: 'Must not be that.',
  },
  'a 409': {
    fault: problem(409, 'ticket-changed'),
    refused: CHANGED_BY_OTHERS,
  },
  'a 429': { fault: tooMany },
  'a 503': { fault: busy },
  'no answer': { fault: cutConnection },
  'a lost answer': { fault: lostResponse },
  'a page of another server': { fault: foreignPage },
};

/** The first gives a change up, the second sends it again: see `api-client.test.ts`. */
const [FINAL, TEMPORARY] = ['a 409', 'a 503'];

const agentOf = ({ id }: Project, name = 'Grace Hopper') => studio.member('agent', { name, projectIds: [id] });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const composer = (page: Page) => page.getByLabel('Reply to the player');

async function closeAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: text });
  await alert.getByRole('button', { name: 'Close' }).click();
  await alert.waitFor({ state: 'detached' });
}

/** Of one ticket: the button's label before and after, and what to do. */
const CHANGES = [
  {
    before: 'Priority: High',
    after: 'Priority: Urgent',
    path: (id: string) => `/tickets/${id}`,
    async choose(page: Page) {
      await button(page, this.before).click();
      await page.getByRole('menuitemradio', { name: 'Urgent' }).click();
    },
  },
  {
    before: 'Assignee: Nobody',
    after: 'Assignee: Grace Hopper',
    path: (id: string) => `/tickets/${id}`,
    async choose(page: Page) {
      await button(page, this.before).click();
      await page.getByRole('option', { name: 'Grace Hopper' }).click();
    },
  },
  {
    before: 'Tags: crash',
    after: 'Tags: crash, refund',
    path: () => '/tickets',
    async choose(page: Page) {
      await button(page, this.before).click();
      await page.getByRole('combobox', { name: 'Add a tag' }).or(page.getByLabel('Add a tag')).first().fill('refund');
      await page.getByRole('option', { name: 'Add “refund”' }).click();
      await page.keyboard.press('Escape');
    },
  },
] as const;

async function resolve(page: Page): Promise<void> {
  await button(page, 'Status: Open').click();
  await page.getByRole('menuitemradio', { name: 'Resolved' }).click();
  await button(page, 'Status: Resolved').waitFor();
}

/** Of selected tickets: how to make them, and the rows' text after. */
const MANY_CHANGES = [
  { menu: 'Status', entry: 'Closed', after: () => 'Left this view' },
  { menu: 'Priority', entry: 'Urgent', after: () => 'Priority: Urgent' },
  { menu: 'Assign', entry: 'Me', after: (name: string) => `Assigned to ${name}` },
] as const;

async function changeSelected(page: Page, menu: string, entry: string): Promise<void> {
  await page
    .getByRole('group', { name: 'Actions for the selected tickets' })
    .getByRole('button', { name: menu })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

suite('a change that fails with', { concurrency: 4 }, () => {
  for (const [name, { fault, refused }] of Object.entries(FAULTS)) {
    test(`${name} is ${refused === undefined ? 'tried again' : 'rolled back'}, and the unfinished reply stays`, async (t) => {
      const project = await aProject(studio);
      const id = await aTicket(studio, await aPlayer(studio, project));
      await team(studio, 'PATCH', `/tickets/${id}`, { priority: 'high', tags: ['crash'] });
      const read = async () => (await team(studio, 'GET', `/tickets/${id}`)).body;
      const before = await read();
      const page = await studio.open(t, { as: await agentOf(project), path: `/tickets/${id}` });
      await composer(page).fill('Have you tri');
      const allowReads = await failReads(page, `/tickets/${id}`);
      for (const change of CHANGES) {
        const fail = await failNext(page, 'PATCH', change.path(id), fault);
        await change.choose(page);
        await button(page, change.after).waitFor();
        fail();
        if (refused === undefined) continue;
        await button(page, change.before).waitFor();
        await closeAlert(page, `1 ticket was not changed. ${refused}`);
      }
      await until(() => composer(page).inputValue(), 'Have you tri');
      if (refused !== undefined) {
        assert.deepEqual(await read(), before);
        for (const change of CHANGES) {
          await change.choose(page);
          await button(page, change.after).waitFor();
        }
      }
      await eventually(async () => (await read()).tags.length === 2);
      const { priority, assigneeId, events } = await read();
      assert.deepEqual([priority, assigneeId !== null], ['urgent', true]);
      assert.equal(events.length, before.events.length + CHANGES.length, 'each change was made once');
      for (const { after } of CHANGES) await button(page, after).waitFor();
      await allowReads();
      for (const { after } of CHANGES) await button(page, after).waitFor();
      await until(() => composer(page).inputValue(), 'Have you tri');
    });

    if (name !== FINAL && name !== TEMPORARY) continue;
    test(`${name} while a ticket is resolved is ${refused === undefined ? 'tried again' : 'rolled back'}`, async (t) => {
      const player = await aPlayer(studio);
      const id = await aTicket(studio, player);
      const page = await studio.open(t, { as: await agentOf(player.project), path: `/tickets/${id}` });
      const fail = await failNext(page, 'PATCH', `/tickets/${id}`, fault);
      await resolve(page);
      fail();
      if (refused !== undefined) {
        await closeAlert(page, `1 ticket was not changed. ${refused}`);
        await button(page, 'Status: Open').waitFor();
        assert.deepEqual((await team(studio, 'GET', `/tickets/${id}`)).body.events, []);
        await resolve(page);
      }
      // An overloaded server refuses a poll.
      await eventually(async () => (await poll(studio, player)).body.messages?.length === 1);
      await button(page, 'Status: Resolved').waitFor();
      await assertCount(page.getByRole('alert'), 0);
    });

    test(`${name} while many tickets change is ${refused === undefined ? 'tried again' : 'rolled back'}`, async (t) => {
      const project = await aProject(studio);
      // One player's tickets would share a row.
      const players = await Promise.all(Array.from({ length: 3 }, () => aPlayer(studio, project)));
      const [ticket = ''] = await Promise.all(players.map((player) => aTicket(studio, player)));
      const own = await agentOf(project);
      const page = await studio.open(t, { as: own, path: '/queue' });
      await page.getByText('3 tickets', { exact: true }).waitFor();
      const rows = page.getByRole('list', { name: /^Tickets/ }).getByRole('listitem');
      const allowReads = await failReads(page, '/tickets');
      for (const { menu, entry, after } of refused === undefined ? [MANY_CHANGES[1]] : MANY_CHANGES) {
        if (!(await page.getByText('3 of 3 selected').isVisible())) {
          await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
        }
        const changed = rows.filter({ hasText: after(own.name) });
        const fail = await failNext(page, 'PATCH', '/tickets', fault);
        await changeSelected(page, menu, entry);
        await changed.nth(2).waitFor();
        fail();
        if (refused === undefined) continue;
        await changed.first().waitFor({ state: 'detached' });
        await closeAlert(page, `3 tickets were not changed. ${refused}`);
        await until(() => rows.count(), 3);
        await page.getByText('3 of 3 selected').waitFor();
      }
      await allowReads();
      const read = async () => (await team(studio, 'GET', `/tickets/${ticket}`)).body;
      if (refused !== undefined) {
        const { status, priority, assigneeId, events } = await read();
        assert.deepEqual([status, priority, assigneeId, events], ['open', 'normal', null, []]);
        await changeSelected(page, 'Priority', 'Urgent');
      }
      await eventually(async () => (await read()).priority === 'urgent');
      assert.equal((await read()).events.length, 1);
      await rows.filter({ hasText: 'Priority: Urgent' }).nth(2).waitFor();
    });
  }
});

suite('the page shows what the server has', { concurrency: 2 }, () => {
  test('after two refused changes of one field', async (t) => {
    const project = await aProject(studio);
    const id = await aTicket(studio, await aPlayer(studio, project));
    const page = await studio.open(t, { as: await agentOf(project), path: `/tickets/${id}` });
    const fail = await failNext(page, 'PATCH', `/tickets/${id}`, problem(409, 'ticket-changed'));
    for (const [before, after] of [
      ['Normal', 'High'],
      ['High', 'Urgent'],
    ] as const) {
      await button(page, `Priority: ${before}`).click();
      await page.getByRole('menuitemradio', { name: after }).click();
      await button(page, `Priority: ${after}`).waitFor();
    }
    await refuseNext(page, 'PATCH', `/tickets/${id}`, problem(409, 'ticket-changed'));
    fail();
    await button(page, 'Priority: Normal').waitFor();
  });

  test('after a new status that the server made, but whose answer was lost', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player);
    const page = await studio.open(t, { as: await agentOf(player.project), path: `/tickets/${id}` });
    let attempts = 0;
    await addRoute(page, `**/api/v1/team/tickets/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH' || ++attempts > 1) return route.fallback();
      await lostResponse(route);
    });
    await resolve(page);
    await eventually(async () => attempts === 2);
    await button(page, 'Status: Resolved').waitFor();
    assert.equal((await poll(studio, player)).body.messages.length, 1);
    assert.equal((await team(studio, 'GET', `/tickets/${id}`)).body.events.length, 1);
  });
});

suite('nothing is lost', { concurrency: 2 }, () => {
  test('if the server refuses after the first 100 of 110 tickets: the other ten stay selected', async (t) => {
    const project = await aProject(studio);
    await copyTicket(studio.databaseUrl, await aTicket(studio, await aPlayer(studio, project)), 109);
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue?view=all' });
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .first()
      .waitFor();
    await page.mouse.move(800, 500);
    await eventually(async () => {
      await page.mouse.wheel(0, 4000);
      return page.locator('[aria-setsize="110"]').first().isVisible();
    });
    await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
    await page.getByText('110 of 110 selected').waitFor();
    let sent = 0;
    await addRoute(page, '**/api/v1/team/tickets', (route) => {
      const isSecond = route.request().method() === 'PATCH' && ++sent === 2;
      return isSecond ? problem(403, 'forbidden')(route) : route.fallback();
    });
    const closeAll = async (count: number) => {
      await changeSelected(page, 'Status', 'Closed');
      const question = page.getByRole('dialog', { name: `Close ${count} tickets?` });
      await question.getByRole('button', { name: `Close ${count} tickets` }).click();
    };
    await closeAll(110);
    await closeAlert(page, '100 tickets changed. 10 tickets were not changed.');
    await page.getByText('10 of 110 selected').waitFor();
    const views = page.getByRole('group', { name: 'Views' });
    await views.getByRole('link', { name: 'Closed 100' }).waitFor();
    await views.getByRole('link', { name: 'Open 10' }).waitFor();
    await closeAll(10);
    await views.getByRole('link', { name: 'Closed 110' }).waitFor();
    assert.equal(sent, 3);
  });

  test('if the session has ended: after the next sign-in the change is made once, and the reply is there', async (t) => {
    const project = await aProject(studio);
    const id = await aTicket(studio, await aPlayer(studio, project));
    const own = await agentOf(project);
    const page = await studio.open(t, { as: own });
    // The live stream would also report the session's end.
    await page.context().route('**/api/v1/team/events', (route) => route.abort());
    await page.goto(`/tickets/${id}`);
    await composer(page).fill('Have you tri');
    // The page's last read would report it too.
    await page.getByText('No other tickets.').waitFor();
    // Without updates the page checks the session, and again after half a minute.
    await page.getByText('Reconnecting').first().waitFor();
    assert.equal((await own.call('DELETE', '/session')).status, 204);
    await button(page, 'Status: Open').click();
    await page.getByRole('menuitemradio', { name: 'Resolved' }).click();
    await button(page, 'Resolve anyway').click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill(own.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/tickets/${id}`);
    await button(page, 'Status: Resolved').waitFor();
    await until(() => composer(page).inputValue(), 'Have you tri');
    const read = async () => (await team(studio, 'GET', `/tickets/${id}`)).body;
    await eventually(async () => (await read()).status === 'resolved');
    assert.equal((await read()).events.length, 1);
  });

  test('if a reply is refused: it is a draft again, and the page says why', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player);
    const page = await studio.open(t, { as: await agentOf(player.project), path: `/tickets/${id}` });
    await refuseNext(page, 'POST', `/tickets/${id}/replies`, problem(409, 'ticket-closed'));
    await composer(page).fill('Jump twice.');
    await button(page, 'Send').click();
    await page.getByText('Not sent. This ticket is closed. Reopen it first.').waitFor();
    await until(() => composer(page).inputValue(), 'Jump twice.');
    assert.deepEqual((await poll(studio, player)).body.messages, []);
    await button(page, 'Send').click();
    await eventually(async () => (await poll(studio, player)).body.messages?.length === 1);
  });

  test('if a page of another server answers a reply: it is sent again, and arrives once', async (t) => {
    const player = await aPlayer(studio);
    const id = await aTicket(studio, player);
    const page = await studio.open(t, { as: await agentOf(player.project), path: `/tickets/${id}` });
    await refuseNext(page, 'POST', `/tickets/${id}/replies`, foreignPage);
    await composer(page).fill('Jump twice.');
    await button(page, 'Send').click();
    await page.getByRole('region', { name: 'Conversation' }).getByText('Not yet seen').waitFor();
    const { messages } = (await poll(studio, player)).body;
    assert.deepEqual(
      messages.map(({ body }: { body: string }) => body),
      ['Jump twice.'],
    );
    await until(() => composer(page).inputValue(), '');
  });
});
