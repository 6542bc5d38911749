import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPlayer, aTicket, type Player, setStatus, team } from '../../../server/test/helpers/builders.ts';
import { busy, cutConnection, type Fault, MESSAGES, problem, refuseNext, tooMany } from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, type Member, openStudio, settled } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const ticket = async (id: string) => (await team(studio, 'GET', `/tickets/${id}`)).body;
/** Waits until the ticket is shown and handles keys. */
async function ready(page: Page): Promise<void> {
  await page.getByLabel('Reply to the player').waitFor();
  await settled(page);
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Snooze/ });
const radio = (page: Page, name: string) => dialog(page).getByRole('radio', { name });
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** Adds tickets that an agent may answer. */
async function tickets(count: number): Promise<{ player: Player; ids: string[]; own: Member }> {
  const player = await aPlayer(studio, undefined, { context: { appVersion: '2.4.1' } });
  const ids: string[] = [];
  for (let index = 1; index <= count; index++) ids.push(await aTicket(studio, player, { subject: `Stuck ${index}` }));
  return { player, ids, own: await studio.member('agent', { projectIds: [player.project.id] }) };
}

suite('snoozing', { concurrency: 4 }, () => {
  test('a ticket by keyboard: until tomorrow, undone, until a build, and back', async (t) => {
    const { ids, own } = await tickets(1);
    const [id = ''] = ids;
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await ready(page);
    const releaseTime = await holdTime(page);
    await page.keyboard.press('z');
    await radio(page, 'Tomorrow at nine').check();
    await page.keyboard.press('Enter');
    await page.getByText('Snoozing “\u2068Stuck 1\u2069”', { exact: true }).waitFor();
    await button(page, /^Snoozed until .*9:00/).waitFor();
    await page.keyboard.press('Control+z');
    await button(page, 'Snooze…').waitFor();
    assert.equal((await ticket(id)).snooze, null);
    await releaseTime();

    await page.keyboard.press('z');
    await radio(page, 'Until the player has a certain build').check();
    await dialog(page).getByText('The player has 2.4.1').waitFor();
    const submit = dialog(page).getByRole('button', { name: 'Snooze', exact: true });
    await until(() => submit.isDisabled(), true);
    await dialog(page).getByLabel('Build', { exact: true }).fill('next one');
    await dialog(page).getByText('Enter a build, such as 2.4.1 or 1234.').waitFor();
    await until(() => submit.isDisabled(), true);
    await dialog(page).getByLabel('Build', { exact: true }).fill('2.4');
    await dialog(page).getByText('The player already has this build or a later one.').waitFor();
    await until(() => submit.isDisabled(), true);
    await dialog(page).getByLabel('Build', { exact: true }).fill('2.4.2');
    await page.keyboard.press('Enter');
    await button(page, 'Snoozed until build \u20682.4.2\u2069').waitFor();
    await conversation(page)
      .getByText(/snoozed the ticket until build \u20682\.4\.2\u2069/)
      .waitFor();
    assert.equal((await ticket(id)).snooze.untilBuild, '2.4.2');

    await page.keyboard.press('z');
    await radio(page, 'End the snooze').waitFor();
    await page.keyboard.press('Enter');
    await conversation(page)
      .getByText(/ended the snooze/)
      .waitFor();
    assert.deepEqual([(await ticket(id)).snooze, (await ticket(id)).status], [null, 'open']);
  });

  test('another time must be in the future, and is sent as the time of this browser', async (t) => {
    const { ids, own } = await tickets(1);
    const [id = ''] = ids;
    const page = await studio.open(t, { as: own, path: `/tickets/${id}`, timezoneId: 'Asia/Tokyo' });
    await ready(page);
    await page.keyboard.press('z');
    await radio(page, 'Another time').check();
    const field = dialog(page).getByLabel('Date and time');
    const submit = dialog(page).getByRole('button', { name: 'Snooze', exact: true });
    await field.fill('2020-01-01T09:00');
    await dialog(page).getByText('In the future, at most 365 days ahead.').waitFor();
    await until(() => submit.isDisabled(), true);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await field.fill(`${day}T09:30`);
    await submit.click();
    await eventually(async () => (await ticket(id)).snooze !== null);
    assert.equal((await ticket(id)).snooze.until, `${day}T00:30:00.000Z`);
  });

  test('selected rows in bulk; those that are done are named; the view Snoozed has the others', async (t) => {
    const { ids, own } = await tickets(3);
    await setStatus(studio, ids[0] ?? '', 'resolved');
    const page = await studio.open(t, { as: own, path: '/queue?view=all' });
    await page.getByText('3 tickets', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all loaded tickets' }).click();
    await button(page, 'Snooze…').click();
    await dialog(page).getByText('Snooze 3 tickets').waitFor();
    await radio(page, 'Until the player writes').check();
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: '2 tickets changed.' });
    await alert.getByText(/1 ticket is resolved or closed and was not snoozed\./).waitFor();
    assert.deepEqual(
      (await Promise.all(ids.map(ticket))).map(({ snooze }) => snooze?.untilReply ?? null),
      [null, true, true],
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'Snoozed' }).waitFor();
    const list = page.getByRole('main');
    await list.getByText('until player writes').first().waitFor();
    await until(() => Promise.all([list.getByText('Stuck 1').count(), list.getByText('Stuck 2').count()]), [0, 1]);
  });

  test('is not offered to a viewer, nor for a ticket that is resolved', async (t) => {
    const { ids, own, player } = await tickets(1);
    const [id = ''] = ids;
    const viewer = await studio.member('viewer', { projectIds: [player.project.id] });
    const seen = await studio.open(t, { as: viewer, path: `/tickets/${id}` });
    await conversation(seen).waitFor();
    await settled(seen);
    await seen.keyboard.press('z');
    await setStatus(studio, id, 'resolved');
    const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
    await ready(page);
    await page.keyboard.press('z');
    for (const one of [seen, page]) {
      await one.keyboard.press('n');
      await one.getByLabel('Internal note', { exact: true }).and(one.locator(':focus')).waitFor();
      await until(() => Promise.all([button(one, 'Snooze…').count(), dialog(one).count()]), [0, 0]);
    }
  });
});

/** The fault, and what the page says. Undefined: it is sent again. */
const FAULTS: Readonly<Record<string, readonly [Fault, string | undefined]>> = {
  'a 400': [problem(400, 'validation', { errors: { 'snooze.until': ['Must not be that.'] } }), 'Must not be that.'],
  'a 409': [problem(409, 'ticket-held'), 'This ticket is held. Release it first.'],
  'a 429': [tooMany, undefined],
  'a 503': [busy, undefined],
  'no response': [cutConnection, undefined],
};

suite('a snooze that fails with', { concurrency: 6 }, () => {
  for (const [name, [fault, refused]] of Object.entries(FAULTS)) {
    test(`${name} is ${refused === undefined ? 'tried again, and happens once' : 'rolled back'}`, async (t) => {
      const { ids, own } = await tickets(1);
      const [id = ''] = ids;
      const page = await studio.open(t, { as: own, path: `/tickets/${id}` });
      await ready(page);
      await refuseNext(page, 'PATCH', `/tickets/${id}`, fault);
      await page.keyboard.press('z');
      await radio(page, 'Until the player writes').check();
      await page.keyboard.press('Enter');
      await button(page, 'Snoozed until the player writes').waitFor();
      if (refused === undefined) {
        await eventually(async () => (await ticket(id)).snooze !== null);
        assert.equal((await ticket(id)).events.length, 1);
        return;
      }
      await page.getByRole('alert').getByText(refused).waitFor();
      await button(page, 'Snooze…').waitFor();
      assert.deepEqual((await ticket(id)).events, []);
    });
  }
});

suite('the next ticket', { concurrency: 4 }, () => {
  test('opens with one key from the queue and from a ticket, and says when nothing waits', async (t) => {
    const { ids, own } = await tickets(2);
    const [first = '', second = ''] = ids;
    const page = await studio.open(t, { as: own, path: '/queue?view=open' });
    for (const way of ['q', 'u', 'q']) {
      if (way === 'q')
        await page
          .getByText(/Stuck \d/)
          .first()
          .waitFor();
      await page.keyboard.press(way);
      await page.waitForURL(way === 'q' ? `**/tickets/${first}` : '**/queue?view=open');
      if (way === 'q') await page.getByRole('heading', { level: 1, name: 'Stuck 1' }).waitFor();
      await settled(page);
    }
    await page.keyboard.press('q');
    await page.waitForURL(`**/tickets/${second}`);
    // Until the page follows the address, the composer is the previous ticket's.
    await page.getByRole('heading', { level: 1, name: 'Stuck 2' }).waitFor();
    await settled(page);
    await page.keyboard.press('q');
    await page.waitForURL(`**/tickets/${first}`);
    await page.getByRole('heading', { level: 1, name: 'Stuck 1' }).waitFor();
    await settled(page);
    for (const id of ids) await setStatus(studio, id, 'pending');
    await page.keyboard.press('q');
    await page.getByText('No ticket to take now.').waitFor();
  });

  for (const [name, [fault, text]] of Object.entries({
    'a 429': [tooMany, MESSAGES.tooMany],
    'a 503': [busy, MESSAGES.busy],
    'no response': [cutConnection, MESSAGES.noResponse],
  } as const)) {
    test(`${name}: the page says so, and the key works again`, async (t) => {
      const { ids, own } = await tickets(2);
      const page = await studio.open(t, { as: own, path: `/tickets/${ids[0]}` });
      await ready(page);
      await refuseNext(page, 'POST', '/tickets/next', fault);
      await page.keyboard.press('q');
      await page.getByRole('alert').getByText(text).waitFor();
      await page.keyboard.press('q');
      await page.waitForURL(`**/tickets/${ids[1]}`);
    });
  }

  test('a session that has ended leads to the sign-in page', async (t) => {
    const { ids, own } = await tickets(1);
    const page = await studio.open(t, { as: own, path: `/tickets/${ids[0]}` });
    await ready(page);
    await refuseNext(page, 'POST', '/tickets/next', problem(401, 'unauthorized'));
    await page.keyboard.press('q');
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
  });
});
