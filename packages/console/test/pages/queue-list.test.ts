import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COUNT_CAP } from '@player-support/contract/limits';
import type { Page } from 'playwright-core';
import {
  aPlayer,
  aProject,
  aTicket,
  block,
  type Project,
  setStatus,
  team,
  unlimited,
} from '../../../server/test/helpers/builders.ts';
import { executeSql } from '../../../server/test/helpers/databases.ts';
import { aKnownIssue } from '../../../server/test/helpers/known-issues.ts';
import { copyTicket } from '../../../server/test/helpers/ticket-copies.ts';
import { axeViolations } from '../helpers/axe.ts';
import { addRoute } from '../helpers/faults.ts';
import { queueRow as row, queueRows as rows } from '../helpers/queue-rows.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';
import { turnWheel } from '../helpers/wheel.ts';

const MANY = COUNT_CAP;
const FIRST_LIMIT = 30;
const HOUR = 3_600_000;
const studio = await openStudio();

const agentOf = (...projects: Project[]) => studio.member('agent', { projectIds: projects.map(({ id }) => id) });
const link = (page: Page, subject: string) => row(page, subject).getByRole('link');
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Views' }).getByRole('link', { name, exact: true });
const isCurrent = (page: Page, subject: string) => link(page, subject).and(page.locator(':focus')).waitFor();
/** Reads the rows' subjects in the order on the screen. */
const subjects = (page: Page) =>
  rows(page).evaluateAll((items) =>
    items
      .map((item) => ({ top: item.getBoundingClientRect().top, text: item.querySelector('.queue-row-subject') }))
      .sort((a, b) => a.top - b.top)
      .map(({ text }) => text?.textContent ?? ''),
  );
const setWait = (id: string, since: number) =>
  executeSql(studio.databaseUrl, `UPDATE ticket SET attention_since = ${since} WHERE ticket_id = '${id}'`);

async function ticketsOf(project: Project, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const subject of names) ids.push(await aTicket(studio, await aPlayer(studio, project), { subject }));
  return ids;
}

/** Named by the age of 20,000 tickets: `Age 1` is the newest. */
async function manyTickets(): Promise<Project> {
  const project = await aProject(studio, 'Many');
  await unlimited(studio, project);
  const id = await aTicket(studio, await aPlayer(studio, project), { subject: 'Age 1' });
  await copyTicket(studio.databaseUrl, id, MANY - 1, {
    subject: `'Age ' || (number.n + 1)`,
    created_at: 'ticket.created_at - number.n * 1000',
  });
  return project;
}

suite('the list', { concurrency: 2 }, () => {
  test('a row that somebody else answered is without the status of the view, and not selected', async (t) => {
    const project = await aProject(studio);
    const [id = ''] = await ticketsOf(project, ['Answered', 'Waiting']);
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue?view=open' });
    await row(page, 'Answered').getByText('Open', { exact: true }).waitFor();
    await team(studio, 'PATCH', `/tickets/${id}`, { status: 'pending' });
    await row(page, 'Answered').getByText('Left this view').waitFor();
    await until(() => row(page, 'Answered').getByText('Open', { exact: true }).count(), 0);
    await row(page, 'Waiting').getByRole('checkbox').check();
    await page.keyboard.press('Control+a');
    await page.getByText(/^1 of \d+ selected/).waitFor();
    await until(() => row(page, 'Answered').getByRole('checkbox').isDisabled(), true);
    await until(() => row(page, 'Answered').getByRole('checkbox').isChecked(), false);
    assert.deepEqual(await axeViolations(page), []);
  });

  test('has the most urgent ticket first, then the one that is due first, and can be sorted', async (t) => {
    const project = await aProject(studio);
    const [low = '', late = '', urgent = '', soon = ''] = await ticketsOf(project, ['Low', 'Late', 'Urgent', 'Soon']);
    await team(studio, 'PATCH', `/tickets/${low}`, { priority: 'low' });
    await team(studio, 'PATCH', `/tickets/${urgent}`, { priority: 'urgent' });
    const now = Date.now();
    // An hour, a day (for two of them), and three days.
    for (const [id, hours] of [
      [urgent, 0.8],
      [soon, 27],
      [late, 2],
      [low, 100],
    ] as const) {
      await setWait(id, now - hours * HOUR);
    }
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue', timezoneId: 'UTC' });
    await rows(page).nth(3).waitFor();
    assert.deepEqual(await subjects(page), ['Urgent', 'Soon', 'Late', 'Low']);
    const level = (subject: string) => row(page, subject).locator('time').getAttribute('data-level');
    assert.deepEqual(await Promise.all(['Urgent', 'Soon', 'Late', 'Low'].map(level)), [
      'warning',
      'overdue',
      'normal',
      'overdue',
    ]);
    await row(page, 'Soon').getByText('Overdue by 3h').waitFor();
    await row(page, 'Late').getByText('21h left').waitFor();
    await row(page, 'Late').getByText('Waiting 2h').waitFor();
    await row(page, 'Soon').getByText('Waiting 1d').waitFor();
    // Local time equals UTC, so it is shown once.
    const title = await row(page, 'Soon').locator('time').getAttribute('title');
    assert.match(title ?? '', /^Waiting since [^\n]+ UTC\n\nReply due [^\n]+ UTC$/);

    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Due soonest first' }).click();
    await page.waitForURL(/sort=due/);
    await eventually(async () => (await subjects(page)).join() === 'Low,Soon,Urgent,Late');
    await page.getByRole('button', { name: 'Sort: Due soonest first' }).click();
    await page.getByRole('menuitemradio', { name: 'Newest first' }).click();
    await page.waitForURL(/sort=-created/);
    await eventually(async () => (await subjects(page)).join() === 'Soon,Urgent,Late,Low');
    await page.keyboard.press('o');
    await page.getByRole('heading', { level: 1, name: 'Soon' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Urgent' }).waitFor();
    await page.keyboard.press('u');
    await isCurrent(page, 'Urgent');
    assert.deepEqual(await subjects(page), ['Soon', 'Urgent', 'Late', 'Low']);
  });

  test('reaches the last of 20,000 tickets with one key, and loads backwards from there', async (t) => {
    const project = await manyTickets();
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue?view=all' });
    await link(page, 'Age 1').first().waitFor();
    let requests = 0;
    page.on('request', (request) => {
      if (/\/team\/tickets\?/.test(request.url())) requests++;
    });
    await page.keyboard.press('End');
    await isCurrent(page, `Age ${MANY}`);
    assert.ok(requests <= 6, `${requests} requests`);

    const seen: number[] = [];
    const read = async () => {
      for (const subject of (await subjects(page)).reverse()) {
        const age = Number(subject.slice(4));
        if (!seen.includes(age)) seen.push(age);
      }
    };
    await page.mouse.move(800, 500);
    for (await read(); seen.length < 350; await read()) await turnWheel(page, -400);
    const last = seen.at(-1) ?? 0;
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: MANY - last + 1 }, (_, index) => last + index),
    );

    await page.keyboard.press('End');
    await isCurrent(page, `Age ${MANY}`);
    const { tickets } = (await team(studio, 'GET', `/tickets?view=all&projectId=${project.id}&sort=created&limit=1`))
      .body;
    await team(studio, 'PATCH', `/tickets/${tickets[0].id}`, { priority: 'urgent' });
    await row(page, `Age ${MANY}`).getByText('Priority: Urgent').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Age ${MANY}` }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: `Age ${MANY - 1}` }).waitFor();
    await page.keyboard.press('u');
    await isCurrent(page, `Age ${MANY - 1}`);

    await page.keyboard.press('Home');
    await isCurrent(page, 'Age 1');
    await page.goto(`/queue?view=all&sort=created`);
    await link(page, `Age ${MANY}`).waitFor();
    await page.keyboard.press('End');
    await isCurrent(page, 'Age 1');
    await ticketsOf(project, ['The newest of all']);
    await page.getByRole('button', { name: '1 new ticket' }).click();
    await link(page, 'The newest of all').waitFor();
  });

  test('goes on from a ticket beyond the loaded rows, and counts all tickets of the view', async (t) => {
    const project = await manyTickets();
    const page = await studio.open(t, { as: await agentOf(project), path: '/known-issues' });
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await addRoute(page, /\/team\/tickets\?.*cursor=/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${studio.url}/queue?view=all`);
    const total = MANY.toLocaleString('en');
    await view(page, `All tickets ${total}`).waitFor();
    await link(page, 'Age 1').waitFor();
    const heading = (age: number) => page.getByRole('heading', { level: 1, name: `Age ${age}`, exact: true });
    for (let age = 1; age <= FIRST_LIMIT; age++) await page.keyboard.press('j');
    await isCurrent(page, `Age ${FIRST_LIMIT}`);
    await page.keyboard.press('Enter');
    await heading(FIRST_LIMIT).waitFor();
    await page.getByText(`${FIRST_LIMIT} of ${total}`, { exact: true }).waitFor();
    await page.keyboard.press('j');
    answer();
    await heading(FIRST_LIMIT + 1).waitFor();
    await page.getByText(`${FIRST_LIMIT + 1} of ${total}`, { exact: true }).waitFor();
    await page.keyboard.press('j');
    await heading(FIRST_LIMIT + 2).waitFor();
    await page.keyboard.press('u');
    await isCurrent(page, `Age ${FIRST_LIMIT + 2}`);
    await page.keyboard.press('Enter');
    await heading(FIRST_LIMIT + 2).waitFor();
    await page.reload();
    await page.getByText(`${FIRST_LIMIT + 2} of ${total}`, { exact: true }).waitFor();
  });

  test('says that a ticket was the last one only if the server has no more', async (t) => {
    const project = await aProject(studio, 'Last');
    await ticketsOf(project, ['First']);
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue' });
    await view(page, 'Needs attention 1').waitFor();
    await link(page, 'First').click();
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next ticket' }).and(page.locator(':disabled')).waitFor();
    await ticketsOf(project, ['Second']);
    const resolve = async () => {
      await page.getByLabel('Reply to the player').fill('Done.');
      await page.getByRole('button', { name: 'Send and resolve' }).click();
    };
    await resolve();
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
    await resolve();
    await page.getByText('This was the last ticket of the queue.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  });

  test('folds the open tickets of a player into one row', async (t) => {
    const project = await aProject(studio);
    const mira = await aPlayer(studio, project, { userId: 'mira' });
    const ids: string[] = [];
    for (const subject of ['First', 'Second', 'Third']) ids.push(await aTicket(studio, mira, { subject }));
    const [other] = await ticketsOf(project, ['Of another']);
    // Tickets of one millisecond have no fixed order.
    for (const [index, id] of ids.entries()) await setWait(id, Date.now() - HOUR + index * 1000);
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue' });
    const more = page.getByRole('button', { name: '+2 more of this player' });
    await more.waitFor();
    assert.deepEqual(await subjects(page), ['First', 'Of another']);
    await page.getByText('4 tickets', { exact: true }).waitFor();

    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog').getByText('→', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await isCurrent(page, 'First');
    await page.keyboard.press('ArrowRight');
    await link(page, 'Third').waitFor();
    await until(() => more.getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await subjects(page), ['First', 'Second', 'Third', 'Of another']);
    await page.keyboard.press('j');
    await isCurrent(page, 'Second');
    await page.keyboard.press('ArrowLeft');
    await isCurrent(page, 'First');
    await eventually(async () => (await subjects(page)).join() === 'First,Of another');
    await more.click();
    await link(page, 'Third').waitFor();
    await more.click();
    await link(page, 'Third').waitFor({ state: 'detached' });

    // A range has only rows on the screen; "all" tells the folded ones, and asks.
    await page.getByRole('checkbox', { name: 'Select: First' }).click();
    await page.getByRole('checkbox', { name: 'Select: Of another' }).click({ modifiers: ['Shift'] });
    await page.getByText('2 of 4 selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Deselect' }).click();
    await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
    await page.getByText('4 of 4 selected, 2 of them folded', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    // The dialogs of tags and priority would follow the question.
    for (const key of ['a', 't', 'p']) {
      await page.keyboard.press(key);
      const question = page.getByRole('dialog', { name: 'Change 4 tickets?' });
      await question.getByText('2 of them are folded into the rows of other tickets.').waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Deselect' }).click();

    await link(page, 'First').focus();
    await page.keyboard.press('e');
    await row(page, 'First').getByText('Left this view').waitFor();
    await row(page, 'Second').getByRole('button', { name: '+1 more of this player' }).waitFor();
    await view(page, 'Resolved 1').waitFor();
    const statuses = await Promise.all(
      ids.map(async (id) => (await team(studio, 'GET', `/tickets/${id}`)).body.status),
    );
    assert.deepEqual(statuses, ['resolved', 'open', 'open']);

    await row(page, 'Second').getByText('Second', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor();
    // Back leads to the row of the last opened ticket, even a folded one.
    await page.keyboard.press('u');
    await isCurrent(page, 'Third');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Of another' }).waitFor();
    await page.getByRole('button', { name: 'Next ticket' }).and(page.locator(':disabled')).waitFor();
    await setStatus(studio, other ?? '', 'resolved');
    await page.getByRole('button', { name: 'Status: Resolved' }).waitFor();
    await page.keyboard.press('u');
    await link(page, 'Of another').waitFor({ state: 'detached' });
    await isCurrent(page, 'Third');
  });

  test('has room for 16 rows, for subjects before tags, and for the names of views', async (t) => {
    const project = await aProject(studio);
    const ids = await ticketsOf(
      project,
      Array.from({ length: 17 }, (_, index) => `My castle is empty after the update ${index}`),
    );
    await team(studio, 'PATCH', `/tickets/${ids[0]}`, { tags: ['castle', 'save-game', 'vip'] });
    const knownIssueId = await aKnownIssue(studio, project, { title: 'Castles are empty after the update' });
    await team(studio, 'PATCH', `/tickets/${ids[1]}`, { knownIssueId });
    const agent = await agentOf(project);
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await studio.open(t, { as: agent, path: '/queue', viewport: { width: 1440, height: 900 }, locale });
      await rows(page).nth(15).waitFor();
      await row(page, 'My castle is empty after the update 0').getByText('castle', { exact: true }).waitFor();
      const room = await page.evaluate(() => {
        const end = document.querySelector('.queue-scroll')?.getBoundingClientRect().bottom ?? 0;
        const inSight = [...document.querySelectorAll('.queue-row')].filter(
          (one) => one.getBoundingClientRect().bottom <= end,
        );
        for (const count of document.querySelectorAll('.nav-count')) count.textContent = '20.000+';
        const clipped = [...document.querySelectorAll('.main-nav .mantine-NavLink-label')].filter(
          (label) => label.scrollWidth > label.clientWidth,
        );
        return { rows: inSight.length, clipped: clipped.map(({ textContent }) => textContent) };
      });
      assert.deepEqual(room, { rows: 16, clipped: [] }, locale);
      await page.setViewportSize({ width: 1024, height: 768 });
      const subject = row(page, 'My castle is empty after the update 0').locator('.queue-row-subject');
      // Tags have no room. The row has their number, and the known issue.
      const number = row(page, 'My castle is empty after the update 0').locator('.queue-row-more');
      await until(() => number.evaluate((one) => getComputedStyle(one, '::after').content), '"+3"');
      const bug = row(page, 'My castle is empty after the update 1').locator('.queue-row-issue svg');
      for (const width of [1440, 390, 1024]) {
        await page.setViewportSize({ width, height: 768 });
        await until(
          () =>
            bug.evaluate((one) => {
              const { left, top, width, height } = one.getBoundingClientRect();
              const points = [left + 1, left + width - 1].map((x) => document.elementFromPoint(x, top + height / 2));
              return width === 12 && points.every((point) => point !== null && one.parentNode?.contains(point));
            }),
          true,
        );
      }
      await until(() => subject.evaluate((text) => text.clientWidth > 240), true);
      await row(page, 'My castle is empty after the update 0')
        .getByTitle('castle, save-game, vip')
        .waitFor({ state: 'attached' });
    }
  });

  test('marks a ticket with a text that was not sent', async (t) => {
    const project = await aProject(studio);
    await ticketsOf(project, ['With a draft', 'Without']);
    const page = await studio.open(t, { as: await agentOf(project), path: '/queue' });
    await link(page, 'With a draft').click();
    await page.getByRole('textbox', { name: 'Reply' }).fill('Not finished');
    await page.goBack();
    await row(page, 'With a draft').getByText('Draft', { exact: true }).waitFor();
    await until(() => row(page, 'Without').getByText('Draft', { exact: true }).count(), 0);
  });

  test('all actions for selected tickets can be reached at every width, in every language', async (t) => {
    const project = await aProject(studio);
    await ticketsOf(project, ['Crash', 'Lag']);
    const agent = await agentOf(project);
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await studio.open(t, { as: agent, path: '/queue', viewport: { width: 390, height: 844 }, locale });
      await page.locator('.queue-sort').waitFor();
      await page.locator('.queue-row').first().getByRole('checkbox').check();
      const actions = page.locator('.queue-bulk').getByRole('button');
      await actions.nth(6).waitFor();
      await until(() => actions.count(), 7);
      for (const width of [390, 1024, 1180, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        const covered = await actions.evaluateAll((buttons) =>
          buttons
            .filter((button) => {
              const { left, right, top, height } = button.getBoundingClientRect();
              // Its edges, because a scrolling list shows only a part.
              const points = [left + 2, right - 2].map((x) => document.elementFromPoint(x, top + height / 2));
              return points.some((point) => !button.contains(point));
            })
            .map(({ textContent }) => textContent),
        );
        assert.deepEqual(covered, [], `${locale} ${width}`);
      }
      const titles = await actions.evaluateAll(
        (buttons) => buttons.filter((one) => one.getAttribute('title') === null).length,
      );
      assert.equal(titles, 0, 'without a text it has a title');
      await actions.last().click();
      await page.locator('.queue-sort').waitFor();
    }
  });

  test('says who, where and by when at every width, and marks blocked players', async (t) => {
    const [project, other] = [await aProject(studio, 'Castle of Chickens'), await aProject(studio, '星の城')];
    await unlimited(studio, project);
    const context = { platform: 'playstation', appVersion: '2.14.1', locale: 'pt-BR' };
    for (const [subject, userId] of [
      ['Latin', 'mira.the.brave'],
      ['Chinese', '玩家龙之传说'],
      ['Arabic', 'لاعب_الأسطورة'],
      ['Nameless', undefined],
      ['Angry', 'blocked.player'],
    ] as const) {
      const player = await aPlayer(studio, project, { context, ...(userId && { userId }) });
      const id = await aTicket(studio, player, { subject, context });
      await setWait(id, Date.now() - 47 * HOUR);
      if (subject === 'Angry') await block(studio, player);
    }
    const own = await agentOf(project, other);
    for (const [colorScheme, locale] of [
      ['light', 'en-GB'],
      ['dark', 'de-DE'],
    ] as const) {
      const page = await studio.open(t, { as: own, path: '/queue', colorScheme, locale });
      const list = page.locator('.queue-row');
      await list.nth(3).waitFor();
      await until(() => list.count(), 4, 'blocked players are not in "Needs attention"');
      await page.goto('/queue?view=open');
      await list.nth(4).waitFor();
      const angry = list.filter({ hasText: 'Angry' });
      await angry.getByText(locale === 'en-GB' ? 'Blocked' : 'Gesperrt', { exact: true }).waitFor();
      await untilMatch(
        () => list.filter({ hasText: 'Nameless' }).locator('.queue-row-name').textContent(),
        /^\w+ \w+ \d\d$/,
      );
      for (const path of ['/queue', '/queue?view=open']) {
        await page.goto(path);
        for (const width of [390, 1024, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          await list.nth(3).waitFor();
          // Until the page has the new width.
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
          const clipped = await page.evaluate(() => {
            const parts =
              '.queue-row-name, .queue-row-clip, .queue-row-time, .queue-row-exact, .queue-status, .queue-row-blocked';
            const problems: string[] = [];
            for (const item of document.querySelectorAll('.queue-row')) {
              const box = item.getBoundingClientRect();
              const shown = [...item.querySelectorAll<HTMLElement>(parts)].filter(({ offsetWidth }) => offsetWidth > 0);
              for (const part of shown) {
                const { left, right, top, bottom } = part.getBoundingClientRect();
                const isInside = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
                if (!isInside || part.scrollWidth > part.clientWidth + 1) problems.push(part.textContent ?? '');
                for (const second of shown) {
                  const next = second.getBoundingClientRect();
                  const isApart =
                    next.left >= right - 1 ||
                    next.right <= left + 1 ||
                    next.top >= bottom - 1 ||
                    next.bottom <= top + 1;
                  if (part !== second && !part.contains(second) && !second.contains(part) && !isApart) {
                    problems.push(`${part.textContent} covers ${second.textContent}`);
                  }
                }
              }
              for (const text of ['Castle of Chickens', 'playstation', '2.14.1 · pt-BR']) {
                if (!shown.some(({ textContent }) => textContent === text)) problems.push(`without ${text}`);
              }
            }
            return problems;
          });
          assert.deepEqual(clipped, [], `${path} at ${width}, ${locale}`);
          assert.deepEqual(await axeViolations(page), []);
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      }
    }
  });
});
