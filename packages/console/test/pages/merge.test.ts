import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  aPlayer,
  aTicket,
  getTicket,
  listTickets,
  mergeTicket,
  type Player,
  poll,
  team,
  unmergeTicket,
} from '../../../server/test/helpers/builders.ts';
import {
  busy,
  cutConnection,
  type Fault,
  failNext,
  foreignPage,
  late,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, type Member, openStudio } from '../helpers/studio.ts';
import { assertCount, until } from '../helpers/until.ts';

const studio = await openStudio();

const ticket = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;
const composer = (page: Page) => page.getByLabel('Reply to the player');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const banner = (page: Page) => page.getByRole('region', { name: 'Merged ticket' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Merge into another ticket' });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

const told = async (player: Player): Promise<number> => (await poll(studio, player)).body.messages.length;

interface TwoTickets {
  readonly player: Player;
  readonly source: string;
  readonly target: string;
  readonly own: Member;
}

/** Adds them, and a member who may write to their player. */
async function twoTickets(): Promise<TwoTickets> {
  const player = await aPlayer(studio);
  const source = await aTicket(studio, player, { subject: 'No coins', message: 'I bought coins.' });
  const target = await aTicket(studio, player, { subject: 'Where are my coins?', message: 'Still no coins.' });
  return { player, source, target, own: await studio.member('agent', { projectIds: [player.project.id] }) };
}

/** Merges into the only other ticket, which is chosen already. */
async function submitMerge(page: Page): Promise<void> {
  await composer(page).waitFor();
  await page.keyboard.press('m');
  await dialog(page).getByRole('radio').and(page.locator(':checked')).waitFor();
  await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click();
}

const willBeMerged = (page: Page) => banner(page).getByText('Will be merged into').waitFor();

async function merge(page: Page): Promise<void> {
  await submitMerge(page);
  await page.getByRole('heading', { level: 1, name: 'Where are my coins?' }).waitFor();
  await page.goBack();
}

function allSent(page: Page): Promise<void> {
  return eventually(() => page.evaluate(() => Object.keys(localStorage).every((key) => !key.startsWith('outbox:'))));
}

suite('merging tickets', { concurrency: 4 }, () => {
  test('says what the player will see, and shows the conversation of both', async (t) => {
    const { player, source, target, own } = await twoTickets();
    const page = await studio.open(t, { as: own, path: `/tickets/${source}` });
    await button(page, 'Merge…').click();
    await dialog(page)
      .getByText(/The player then sees one ticket/)
      .waitFor();
    const submit = dialog(page).getByRole('button', { name: 'Merge', exact: true });
    const choice = dialog(page).getByRole('radio', { name: 'Where are my coins?' });
    await dialog(page).getByText('Still no coins.').waitFor();
    await until(() => choice.isChecked(), true);
    const releaseTime = await holdTime(page);
    await submit.click();
    await toast(page, 'Merging “\u2068No coins\u2069” into another ticket').waitFor();
    await page.waitForURL(`**/tickets/${target}`);
    await page.goBack();
    await willBeMerged(page);
    await composer(page).waitFor({ state: 'detached' });
    await until(() => button(page, 'Merge…').count(), 0);
    assert.equal((await ticket(source)).mergedInto, null);
    await releaseTime();
    await banner(page)
      .getByText(/^\s*Merged into/)
      .waitFor();
    assert.equal((await ticket(source)).mergedInto, target);
    assert.equal(await told(player), 1);

    await banner(page).getByRole('link', { name: 'Where are my coins?' }).click();
    await page.waitForURL(`**/tickets/${target}`);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    const first = conversation.getByRole('listitem').filter({ hasText: 'I bought coins.' });
    await first.getByRole('link', { name: 'No coins' }).waitFor();
    const second = conversation.getByRole('listitem').filter({ hasText: 'Still no coins.' });
    await second.waitFor();
    await until(() => second.getByRole('link').count(), 0);
    await conversation.getByText(/are now one ticket/).waitFor();
    await conversation.getByText(`\u2068${own.name}\u2069 merged another ticket into this one`).waitFor();
    await composer(page).fill('They are there now.');
    await button(page, 'Send').click();
    await eventually(async () => (await told(player)) === 2);
    const shown = await getTicket(studio, player, source);
    assert.equal(shown.body.messages.at(-1).message, 'They are there now.');
    await page.goto(`/players/${player.id}`);
    await page.getByRole('listitem').filter({ hasText: 'No coins' }).getByText('Merged').waitFor();
  });

  test('has the focus at the first ticket, also if the tickets come late', async (t) => {
    const { player, source, target, own } = await twoTickets();
    const page = await studio.open(t, { as: own, path: `/tickets/${source}` });
    await page.setViewportSize({ width: 900, height: 800 });
    await composer(page).waitFor();
    const answer = await failNext(page, 'GET', `/players/${player.id}/tickets`, late);
    await page.reload();
    await composer(page).waitFor();
    await page.keyboard.press('m');
    const close = dialog(page).getByRole('button', { name: 'Close' });
    await until(() => close.evaluate((one) => one === document.activeElement), true);
    answer();
    const choice = dialog(page).getByRole('radio', { name: 'Where are my coins?' });
    await until(() => choice.evaluate((one) => one === document.activeElement), true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/tickets/${target}`);
  });

  test('is undone with Ctrl+Z, and the player never hears of it', async (t) => {
    const { player, source, own } = await twoTickets();
    const page = await studio.open(t, { as: own, path: `/tickets/${source}` });
    await composer(page).fill('Have you tri');
    await page.getByRole('heading', { level: 1 }).click();
    const releaseTime = await holdTime(page);
    await submitMerge(page);
    await willBeMerged(page);
    await page.keyboard.press('Control+z');
    await composer(page).waitFor();
    await until(() => composer(page).inputValue(), 'Have you tri');
    await allSent(page);
    await releaseTime();
    await page.getByRole('heading', { level: 1 }).click();
    await submitMerge(page);
    await willBeMerged(page);
    await eventually(async () => (await ticket(source)).mergedInto !== null);
    assert.equal((await ticket(source)).events.length, 1);
    assert.equal(await told(player), 1);
    await until(() => page.getByLabel('Draft of your reply').inputValue(), 'Have you tri');
  });

  test('is undone on another page', async (t) => {
    const { player, source, own } = await twoTickets();
    const page = await studio.open(t, { as: own, path: `/tickets/${source}` });
    const releaseTime = await holdTime(page);
    await merge(page);
    await page.getByRole('link', { name: /^Needs attention/ }).click();
    const left = page.getByText('Left this view');
    await left.waitFor();
    await button(page, 'Undo').click();
    await left.waitFor({ state: 'detached' });
    await releaseTime();
    await allSent(page);
    assert.deepEqual([(await ticket(source)).events, await told(player)], [[], 0]);
  });

  test('happens exactly once if the tab is lost', async (t) => {
    const { player, source, target, own } = await twoTickets();
    const page = await studio.open(t, { as: own, path: `/tickets/${source}` });
    await merge(page);
    const again = await page.context().newPage();
    await page.close({ runBeforeUnload: true });
    await eventually(async () => (await ticket(source)).mergedInto === target);
    // The next page repeats it. Another member has undone it.
    assert.equal((await unmergeTicket(studio, source)).status, 200);
    await again.goto('/queue');
    await again
      .getByRole('list', { name: /^Tickets/ })
      .getByRole('listitem')
      .first()
      .waitFor();
    await allSent(again);
    const { mergedInto, status } = await ticket(source);
    assert.deepEqual([mergedInto, status, await told(player)], [null, 'open', 1]);
  });

  test('is undone later, after five seconds in which that can be undone too', async (t) => {
    const { player, source, target, own } = await twoTickets();
    await mergeTicket(studio, source, target);
    const page = await studio.open(t, { as: own, path: `/tickets/${source}` });
    const releaseTime = await holdTime(page);
    await button(page, 'Undo merge').click();
    await toast(page, 'Undoing the merge of “\u2068No coins\u2069”').waitFor();
    await button(page, 'Undo').click();
    await button(page, 'Undo merge').waitFor();
    await allSent(page);
    assert.equal((await ticket(source)).mergedInto, target);
    await releaseTime();
    await button(page, 'Undo merge').click();
    await composer(page).waitFor();
    assert.equal((await ticket(source)).status, 'open');
    assert.equal((await listTickets(studio, player)).body.tickets.length, 2);
  });

  test('by another member shows at once, and a merge in the other direction is refused', async (t) => {
    const { source, target, own } = await twoTickets();
    const page = await studio.open(t, { as: own, path: `/tickets/${source}` });
    await merge(page);
    assert.equal((await mergeTicket(studio, target, source)).status, 200);
    const alert = page.getByRole('alert').filter({ hasText: '“\u2068No coins\u2069” was not merged.' });
    await alert.getByText(/These tickets cannot be merged/).waitFor();
    await composer(page).waitFor();
    await page
      .getByRole('region', { name: 'Conversation' })
      .getByRole('link', { name: 'Where are my coins?' })
      .waitFor();
    assert.equal((await ticket(source)).mergedInto, null);
  });

  test('is not offered to a viewer, without another ticket, or for a ticket that has merged ones', async (t) => {
    const { player, source, target, own } = await twoTickets();
    await mergeTicket(studio, source, target);
    const viewer = await studio.member('viewer', { projectIds: [player.project.id] });
    const seen = await studio.open(t, { as: viewer, path: `/tickets/${source}` });
    await banner(seen)
      .getByText(/^\s*Merged into/)
      .waitFor();
    await until(() => Promise.all([button(seen, 'Undo merge').count(), button(seen, 'Merge…').count()]), [0, 0]);
    const page = await studio.open(t, { as: own, path: `/tickets/${target}` });
    await button(page, 'Merge…').click();
    await dialog(page)
      .getByText(/This ticket has merged tickets/)
      .waitFor();
    const single = await aTicket(studio, await aPlayer(studio, player.project));
    await page.goto(`/tickets/${single}`);
    await button(page, 'Merge…').click();
    await dialog(page).getByText('This player has no other ticket.').waitFor();
    await until(() => dialog(page).getByRole('button', { name: 'Merge', exact: true }).isDisabled(), true);
  });

  test('leaves a merged ticket out of a change of many, and says so', async (t) => {
    const { player, source, target, own } = await twoTickets();
    const other = await aTicket(studio, player);
    await mergeTicket(studio, source, target);
    const page = await studio.open(t, { as: own, path: '/queue?view=all' });
    await page.getByText('3 tickets', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
    const actions = page.getByRole('group', { name: 'Actions for the selected tickets' });
    await actions.getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('menuitem', { name: 'Urgent', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: '2 tickets changed.' });
    await alert.getByText(/1 ticket is merged into another one and was not changed\./).waitFor();
    const priorities = (await Promise.all([source, target, other].map(ticket))).map(({ priority }) => priority);
    assert.deepEqual(priorities, ['normal', 'urgent', 'urgent']);
  });
});

/** The fault, and what the page says. Undefined: it is sent again. */
const FAULTS: Readonly<Record<string, readonly [Fault, string | undefined]>> = {
  'a 400': [problem(400, 'validation', { errors: { into: ['Must not be that.'] } }), 'Must not be that.'],
  'a 409': [problem(409, 'merge-refused'), 'These tickets cannot be merged, or the merge cannot be undone.'],
  'a 429': [tooMany, undefined],
  'a 503': [busy, undefined],
  'no response': [cutConnection, undefined],
  'a page of another server': [foreignPage, undefined],
};

suite('a merge that fails with', { concurrency: 6 }, () => {
  for (const [name, [fault, refused]] of Object.entries(FAULTS)) {
    test(`${name} is ${refused === undefined ? 'tried again, and happens once' : 'rolled back'}`, async (t) => {
      const { player, source, target, own } = await twoTickets();
      const page = await studio.open(t, { as: own, path: `/tickets/${source}` });
      await refuseNext(page, 'POST', `/tickets/${source}/merge`, fault);
      await merge(page);
      if (refused !== undefined) {
        const alert = page.getByRole('alert').filter({ hasText: '“\u2068No coins\u2069” was not merged.' });
        await alert.getByText(refused).waitFor();
        await composer(page).waitFor();
        assert.deepEqual([(await ticket(source)).events, await told(player)], [[], 0]);
        await alert.getByRole('button', { name: 'Close' }).click();
        await merge(page);
      }
      await banner(page)
        .getByText(/^\s*Merged into/)
        .waitFor();
      assert.equal((await ticket(source)).mergedInto, target);
      assert.deepEqual([(await ticket(source)).events.length, await told(player)], [1, 1]);
      await assertCount(page.getByRole('alert'), 0);
    });
  }
});
