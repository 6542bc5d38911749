import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import type { Page } from 'playwright-core';
import {
  aPlayer,
  aProject,
  aTicket,
  eventually,
  setStatus,
  team,
  unlimited,
} from '../../../server/test/helpers/builders.ts';
import { axeViolations } from '../helpers/axe.ts';
import { countKeys } from '../helpers/count-keys.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { queueRow } from '../helpers/queue-rows.ts';
import { openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const rows = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem');
const row = (page: Page, subject: string) =>
  rows(page).filter({ has: page.locator('.queue-row-subject').getByText(subject, { exact: true }) });
const focused = (page: Page, subject: string) =>
  row(page, subject).getByRole('link').and(page.locator(':focus')).waitFor();
const ticket = async (id: string | undefined) => (await team(studio, 'GET', `/tickets/${id}`)).body;
const title = (page: Page, subject: string) => page.getByRole('heading', { level: 1, name: subject }).waitFor();

/** `count` tickets share the phrase (`Number 1` and so on), others do not. */
async function aCrowd(phrase: string, count: number, others: number) {
  const project = await aProject(studio, phrase);
  await unlimited(studio, project);
  const ids: string[] = [];
  for (let number = 1; number <= count + others; number++) {
    const message = number <= count ? `I see a ${phrase} since the update` : 'Something else';
    ids.push(await aTicket(studio, await aPlayer(studio, project), { subject: `Number ${number}`, message }));
    // Tickets of one millisecond have no fixed order.
    await sleep(2);
  }
  const agent = await studio.member('agent', { projectIds: [project.id] });
  const q = encodeURIComponent(phrase);
  await eventually(async () => (await agent.call('GET', `/search?q=${q}&limit=50`)).body.results.length === count);
  return { project, agent, ids, q };
}

type Crowd = Awaited<ReturnType<typeof aCrowd>>;

async function openSearch(t: TestContext, { agent, q }: Crowd) {
  const page = await studio.open(t, { as: agent, path: `/search?q=${q}` });
  await rows(page).first().waitFor();
  await settled(page);
  return page;
}

/** Lists the ids of changed tickets in the member's projects, first one first. */
const changed = async ({ agent }: Crowd, isChanged: (one: QueueTicketResponse) => boolean) => {
  const { tickets } = (await agent.call('GET', '/tickets?view=all&sort=created&limit=100')).body;
  return tickets.filter(isChanged).map(({ id }: QueueTicketResponse) => id);
};

suite('many tickets by few keys', { concurrency: 2 }, () => {
  test('30 duplicates of a search are linked and then resolved in at most 40 keys each', async (t) => {
    const crowd = await aCrowd('black screen', 30, 3);
    const { ids, agent, project } = crowd;
    const issue = { projectId: project.id, title: 'Black screen', description: '' };
    const { body } = await team(studio, 'POST', '/known-issues', issue);
    const page = await studio.open(t, { as: agent, path: '/announcements' });
    await settled(page);
    const keys = await countKeys(page);
    const { keyboard } = page;
    await keyboard.press('/');
    await keyboard.type('black screen');
    await page.getByText('30 results').waitFor();
    await keyboard.press('ArrowDown');
    await focused(page, 'Number 30');
    await keyboard.press('Control+a');
    await page.getByText('30 of 30 selected').waitFor();
    await keyboard.press('i');
    await page.getByRole('dialog').getByLabel('Search known issues').and(page.locator(':focus')).waitFor();
    await keyboard.type('black');
    await page.getByText('Enter links to “\u2068Black screen\u2069”.').waitFor();
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Link 30 tickets to this known issue?' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    assert.ok((await keys()) <= 40, `linked in ${await keys()} keys`);
    t.diagnostic(`linked in ${await keys()} keys`);
    await until(() => changed(crowd, ({ knownIssue }) => knownIssue?.id === body.id), ids.slice(0, 30));
    await focused(page, 'Number 30');
    const askForIssue = async () => {
      await page.getByRole('dialog').getByLabel('Search known issues').and(page.locator(':focus')).waitFor();
      await keyboard.type('black');
      await page.getByText('Enter links to “\u2068Black screen\u2069”.').waitFor();
      await keyboard.press('Enter');
    };
    await keyboard.press('Control+a');
    await keyboard.press('i');
    await askForIssue();
    await page.getByRole('dialog', { name: 'Link 30 tickets to this known issue?' }).locator(':focus').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Link 30 tickets to a known issue' }).locator(':focus').waitFor();
    await keyboard.press('Escape');
    await focused(page, 'Number 30');
    await keyboard.press('Escape');
    await keyboard.press('x');
    await page.getByRole('group', { name: 'Actions for the selected tickets' }).getByTitle('(I)').click();
    await askForIssue();
    await focused(page, 'Number 30');

    await keyboard.press('Control+a');
    await keyboard.press('e');
    await page.getByRole('dialog', { name: 'Resolve 30 tickets?' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await until(() => changed(crowd, ({ status }) => status === 'resolved'), ids.slice(0, 30));
    await until(() => rows(page).filter({ hasText: 'Resolved' }).count(), await rows(page).count());
  });

  test('30 neighbours of the queue are resolved in at most 35 keys', async (t) => {
    const crowd = await aCrowd('stuck door', 30, 3);
    const { ids, agent } = crowd;
    const page = await studio.open(t, { as: agent, path: '/queue?view=all&sort=created' });
    await queueRow(page, 'Number 1').waitFor();
    await settled(page);
    const keys = await countKeys(page);
    const { keyboard } = page;
    await keyboard.press('j');
    await keyboard.down('Shift');
    for (let more = 0; more < 29; more++) await keyboard.press('J');
    await keyboard.up('Shift');
    await page.getByText('30 of 33 selected').waitFor();
    await keyboard.press('e');
    await page.getByRole('dialog', { name: 'Resolve 30 tickets?' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    assert.ok((await keys()) <= 35, `resolved in ${await keys()} keys`);
    t.diagnostic(`resolved in ${await keys()} keys`);
    await until(() => changed(crowd, ({ status }) => status === 'resolved'), ids.slice(0, 30));
  });
});

suite('the rows of a search', { concurrency: 2 }, () => {
  test('lead to their tickets, to the next ones by J, and back by U to the last one', async (t) => {
    const { agent } = await aCrowd('green fog', 34, 0);
    const page = await studio.open(t, { as: agent, path: '/announcements' });
    await settled(page);
    await page.keyboard.press('/');
    await page.keyboard.type('green fog');
    await page.getByText('34 results').waitFor();
    await page.keyboard.press('ArrowDown');
    for (let more = 0; more < 31; more++) await page.keyboard.press('j');
    await focused(page, 'Number 3');
    await page.keyboard.press('o');
    await title(page, 'Number 3');
    await page.getByText('32 of 34').waitFor();
    await page.keyboard.press('j');
    await title(page, 'Number 2');
    await page.getByText('33 of 34').waitFor();
    await page.keyboard.press('k');
    await title(page, 'Number 3');
    await page.keyboard.press('j');
    await title(page, 'Number 2');
    await page.keyboard.press('j');
    await title(page, 'Number 1');
    await page.keyboard.press('u');
    await focused(page, 'Number 1');
    assert.equal(new URL(page.url()).searchParams.get('q'), 'green fog');
    // The last opened ticket's row was below the list: it is in sight.
    const isInSight = (link: Element) => {
      const list = link.closest('.queue-scroll')?.getBoundingClientRect();
      return list !== undefined && link.getBoundingClientRect().bottom <= list.bottom;
    };
    await until(() => row(page, 'Number 1').getByRole('link').evaluate(isInSight), true);
    await page.keyboard.press('x');
    await until(() => row(page, 'Number 1').getByRole('checkbox').isChecked(), true);
    await page.keyboard.press('Escape');
    await until(() => row(page, 'Number 1').getByRole('checkbox').isChecked(), false);
    await focused(page, 'Number 1');
    // Escape leads to the field, then to what was before the search.
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search messages' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/announcements');
  });

  test('show what changes, are marked when they no longer match, and undo what the keys did', async (t) => {
    const crowd = await aCrowd('purple rain', 3, 0);
    const [first, second] = crowd.ids;
    const page = await openSearch(t, { ...crowd, q: `${crowd.q}&status=open` });
    await until(() => row(page, 'Number 2').locator('mark').allInnerTexts(), ['purple', 'rain']);
    assert.deepEqual(await axeViolations(page), []);
    await setStatus(studio, first ?? '', 'resolved');
    await row(page, 'Number 1').and(page.locator('[data-left-view]')).waitFor();
    await team(studio, 'PATCH', '/tickets', { ticketIds: [second], addTags: ['weather'] });
    await row(page, 'Number 2').getByText('weather').waitFor();
    const releaseTime = await holdTime(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.keyboard.press('e');
    await page.getByText('Resolving “\u2068Number 3\u2069”').waitFor();
    await page.keyboard.press('Control+z');
    await row(page, 'Number 3').getByText('Open').waitFor();
    await until(() => rows(page).getByRole('checkbox').first().isChecked(), false);
    await releaseTime();
    assert.equal((await ticket(crowd.ids[2])).status, 'open');
  });
});
