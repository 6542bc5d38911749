import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import {
  aPlayer,
  aTicket,
  getTicket,
  listTickets,
  type Player,
  poll,
  team,
} from '../../../server/test/helpers/builders.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();
const agent = await studio.member('agent', { name: 'Grace Hopper' });

async function aWaitingTicket(userId = 'mira'): Promise<{ player: Player; id: string }> {
  const context = { platform: 'android', appVersion: '2.4.1', locale: 'de-DE' };
  const player = await aPlayer(studio, undefined, { userId, context });
  return { player, id: await aTicket(studio, player) };
}

const composer = (page: Page) => page.getByLabel('Reply to the player');
const kind = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Message type' }).getByText(name, { exact: true });
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** Polls are rate limited, so a refused one is repeated. */
async function inbox(player: Player): Promise<string[]> {
  const { status, body } = await poll(studio, player);
  if (status === 200) return body.messages.map((message: { body: string }) => message.body);
  assert.ok([429, 503].includes(status), `${status}`);
  await setTimeout(1000);
  return inbox(player);
}

const arrived = (player: Player, text: string) =>
  eventually(async () => {
    const found = (await inbox(player)).includes(text);
    if (!found) await setTimeout(1000);
    return found;
  });

async function publicMessages(id: string): Promise<string[]> {
  const { messages } = (await team(studio, 'GET', `/tickets/${id}`)).body;
  return messages
    .filter(({ visibility }: { visibility: string }) => visibility === 'public')
    .map(({ message }: { message: string }) => message);
}

suite('what an agent writes', { concurrency: 3 }, () => {
  test("is in the player's inbox if it is a reply, but not if it is a note", async (t) => {
    const { player, id } = await aWaitingTicket();
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await kind(page, 'Note').click();
    await page.getByLabel('Internal note', { exact: true }).fill('Known bug 118, never tell.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await kind(page, 'Reply').click();
    await composer(page).fill('Jump twice at the door.\n<3');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await conversation(page).getByText('Sending').first().waitFor();
    await arrived(player, 'Jump twice at the door.\n<3');
    await conversation(page).getByText('Not yet seen').waitFor();

    const seen = await getTicket(studio, player, id);
    const everything = [seen, await listTickets(studio, player), await poll(studio, player)].map(({ text }) => text);
    assert.match(everything.join(''), /Jump twice/);
    assert.doesNotMatch(everything.join(''), /118|never tell/);
    const { messages } = (await team(studio, 'GET', `/tickets/${id}`)).body;
    assert.deepEqual(
      messages.map(({ visibility, author }: { visibility: string; author: { name: string } | null }) => [
        visibility,
        author?.name,
      ]),
      [
        ['public', undefined],
        ['internal', 'Grace Hopper'],
        ['public', 'Grace Hopper'],
      ],
    );
    await conversation(page).getByText('Seen by the player').waitFor();
  });

  test('can be undone for five seconds, and is a draft again', async (t) => {
    const { player, id } = await aWaitingTicket();
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await composer(page).fill('Too quick.');
    const releaseTime = await holdTime(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await until(() => composer(page).inputValue(), '');
    await conversation(page).getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Too quick.');
    await releaseTime();
    await composer(page).fill('Well considered.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await arrived(player, 'Well considered.');
    assert.deepEqual(await inbox(player), ['Well considered.']);
  });

  test('is sent once if the page is closed within the five seconds and opened again', async (t) => {
    const { player, id } = await aWaitingTicket();
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await composer(page).fill('One last thing.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await conversation(page).getByText('Sending').waitFor();
    const context = page.context();
    const again = await context.newPage();
    await page.close({ runBeforeUnload: true });
    await arrived(player, 'One last thing.');
    await again.goto(`/tickets/${id}`);
    await conversation(again).getByText('Not yet seen').waitFor();
    await eventually(() => again.evaluate(() => Object.keys(localStorage).every((key) => !key.startsWith('outbox:'))));
    await until(() => composer(again).inputValue(), '');
    assert.deepEqual(await publicMessages(id), ['I cannot leave level 3.', 'One last thing.']);
    assert.deepEqual(await inbox(player), ['One last thing.']);
  });

  test('is kept as a draft of its ticket after a reload', async (t) => {
    const [one, other] = [await aWaitingTicket(), await aWaitingTicket()];
    const page = await studio.open(t, { as: agent, path: `/tickets/${one.id}` });
    await composer(page).fill('Half a thou');
    await page.reload();
    await composer(page).waitFor();
    await until(() => composer(page).inputValue(), 'Half a thou');
    await page.goto(`/tickets/${other.id}`);
    await composer(page).waitFor();
    await until(() => composer(page).inputValue(), '');
    await page.goto(`/tickets/${one.id}`);
    await until(() => composer(page).inputValue(), 'Half a thou');
  });

  test('can be a macro, found with / and filled with values of the ticket', async (t) => {
    const body =
      'Hello {{player.userId}}, thank you for playing {{player.appVersion}} on {{player.platform}}. {{member.name}}';
    await team(studio, 'POST', '/macros', { name: 'Greeting', body });
    const { player, id } = await aWaitingTicket('{{member.name}}');
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await composer(page).click();
    await page.keyboard.type('/greet');
    await page.getByRole('option', { name: /Greeting/ }).waitFor();
    await page.keyboard.press('Enter');
    const text = 'Hello {{member.name}}, thank you for playing 2.4.1 on android. Grace Hopper';
    await page.waitForFunction((expected) => document.querySelector('textarea')?.value === expected, text);
    await page.keyboard.press('Control+Enter');
    // The user id looks like a variable, so the member is asked.
    await page.getByRole('dialog').getByRole('button', { name: 'Send anyway' }).click();
    await arrived(player, text);
  });
});

suite('the ticket itself', { concurrency: 3 }, () => {
  test('is resolved with a reply, and the next ticket opens', async (t) => {
    const player = await aPlayer(studio);
    const [first, second] = [
      await aTicket(studio, player, { subject: 'The first one' }),
      await aTicket(studio, player, { subject: 'The second one' }),
    ];
    const own = await studio.member('agent', { projectIds: [player.project.id] });
    const page = await studio.open(t, { as: own, path: '/queue' });
    await page.getByText('The first one', { exact: true }).click();
    await composer(page).fill('Done.');
    await page.getByRole('button', { name: 'Send and resolve' }).click();
    await page.getByRole('heading', { level: 1, name: 'The second one' }).waitFor();
    await page.waitForURL(`**/tickets/${second}`);
    await arrived(player, 'Done.');
    assert.equal((await team(studio, 'GET', `/tickets/${first}`)).body.status, 'resolved');
    assert.equal((await team(studio, 'GET', `/tickets/${second}`)).body.status, 'open');
  });

  test('has a status, priority, assignee and tags that can be changed', async (t) => {
    const { id } = await aWaitingTicket();
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await page.getByRole('button', { name: 'Priority: Normal' }).click();
    await page.getByRole('menuitemradio', { name: 'Urgent' }).click();
    await page.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Assignee: Grace Hopper' }).waitFor();
    await page.getByRole('button', { name: 'Status: Open' }).click();
    await page.getByRole('menuitemradio', { name: 'Waiting for player' }).click();
    await page.getByRole('button', { name: 'Status: Waiting for player' }).waitFor();
    const read = async () => (await team(studio, 'GET', `/tickets/${id}`)).body;
    await eventually(async () => (await read()).status === 'pending');
    const { priority, assigneeId, events } = await read();
    assert.deepEqual([priority, assigneeId], ['urgent', agent.id]);
    assert.deepEqual(
      events.map(({ kind }: { kind: string }) => kind),
      ['priority', 'assignee', 'status'],
    );
  });
});
