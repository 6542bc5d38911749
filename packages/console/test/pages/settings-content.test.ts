import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  identify,
  playerReply,
  poll,
  seenPlayer,
  team,
} from '../../../server/test/helpers/builders.ts';
import { pasteInZsh } from '../../../server/test/helpers/paste-in-zsh.ts';
import {
  alertShown,
  busy,
  cutConnection,
  foreignPage,
  lostResponse,
  MESSAGES,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';

/** Each change for players and content: first refused without loss, then accepted. */

const studio = await openStudio();

const DAY_MS = 86_400_000;

/** The write does not reach the server. The dialog shows the message. */
const REFUSALS = [
  { fault: problem(401, 'unauthorized'), message: 'You are signed out. Sign in again.' },
  { fault: tooMany, message: MESSAGES.tooMany },
  { fault: busy, message: MESSAGES.busy },
  { fault: cutConnection, message: MESSAGES.noResponse },
  { fault: foreignPage, message: MESSAGES.noResponse },
];

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });

suite('on the page of a player', () => {
  test('an agent blocks the player, sends a direct message, and unblocks the player', async (t) => {
    const player = await aPlayer(studio, undefined, { userId: 'mira' });
    const id = await aTicket(studio, player, { type: 'report_player', subject: 'An aim bot' });
    const path = `/players/${player.id}`;
    const announcement = await anAnnouncement(studio, player.project, { title: 'The night market opens' });
    const agent = await studio.member('agent', { projectIds: [player.project.id] });
    const page = await studio.open(t, { as: agent, path: `/tickets/${id}` });
    await page.getByRole('link', { name: 'mira', exact: true }).click();
    await page.waitForURL(`**${path}`);
    const row = page.getByRole('region', { name: 'Tickets' }).getByRole('listitem');
    for (const text of ['An aim bot', 'Report a player', 'Open'])
      await row.getByText(text).filter({ visible: true }).waitFor();
    await until(() => row.getByRole('link').getAttribute('href'), `/tickets/${id}`);
    const facts = page.getByRole('complementary', { name: 'About the player' });
    await facts.getByText(player.id).waitFor();
    const announcements = page.getByRole('region', { name: 'Announcements in the inbox' });
    await announcements
      .getByRole('listitem')
      .filter({ hasText: 'The night market opens' })
      .getByText('Not read')
      .waitFor();
    assert.equal((await team(studio, 'DELETE', `/announcements/${announcement}`)).status, 204);
    await page.setViewportSize({ width: 390, height: 800 });
    const isBelow = async () => {
      const [above, below] = await Promise.all([row.boundingBox(), facts.boundingBox()]);
      return above !== null && below !== null && below.y >= above.y + above.height;
    };
    await eventually(isBelow);
    await until(() => page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.setViewportSize({ width: 1280, height: 800 });
    const isBlocked = async () => (await seenPlayer(studio, player.id)).blocked;
    const badge = page.getByText('Blocked', { exact: true }).filter({ visible: true });

    await button(page, 'Block').click();
    const confirming = page.getByRole('dialog', { name: 'Block this player?' });
    await refuseNext(page, 'PATCH', path, busy);
    await button(confirming, 'Block').click();
    await confirming.waitFor({ state: 'detached' });
    await badge.waitFor();
    assert.equal(await isBlocked(), false);
    await eventually(isBlocked);
    assert.equal((await createTicket(studio, player)).status, 409);

    await button(page, 'Message the player').click();
    const writing = page.getByRole('dialog', { name: 'Message the player' });
    await writing.getByLabel('Title').fill('About your ban');
    await writing.getByLabel('Message').fill('It ends tonight.\n<3');
    await refuseNext(page, 'POST', `${path}/messages`, cutConnection);
    await button(writing, 'Send message').click();
    await alertShown(writing, MESSAGES.noResponse);
    assert.deepEqual((await poll(studio, player)).body.messages, []);
    await button(writing, 'Send message').click();
    await page.getByText('The message was sent.').waitFor();
    await writing.waitFor({ state: 'detached' });
    const [message] = (await poll(studio, player)).body.messages;
    assert.deepEqual([message.title, message.body], ['About your ban', 'It ends tonight.\n<3']);

    await button(page, 'Unblock').click();
    const ending = page.getByRole('dialog', { name: 'Unblock this player?' });
    await refuseNext(page, 'PATCH', path, busy);
    await button(ending, 'Unblock').click();
    await badge.waitFor({ state: 'detached' });
    await eventually(async () => !(await isBlocked()));
    assert.equal((await createTicket(studio, player)).status, 201);
  });
});

suite('a direct message that the player can reply to', () => {
  test('is refused without loss, sent once although no answer came, and the reply enters the queue live', async (t) => {
    const player = await aPlayer(studio, undefined, { userId: 'noor' });
    const path = `/players/${player.id}`;
    const agent = await studio.member('agent', { projectIds: [player.project.id] });
    const [page, queue] = [
      await studio.open(t, { as: agent, path }),
      await studio.open(t, { as: agent, path: '/queue?view=attention' }),
    ];
    await button(page, 'Message the player').click();
    const dialog = page.getByRole('dialog', { name: 'Message the player' });
    const option = dialog.getByRole('checkbox', { name: 'The player can reply' });
    await until(() => option.isChecked(), false);
    await dialog.getByLabel('Title').fill('Your bug report');
    await dialog.getByLabel('Message').fill('Is it gone now?');
    await option.check();
    const inbox = async () => (await poll(studio, player)).body.messages;
    const limit = 'This player has too many open tickets.';
    for (const { fault, message } of [...REFUSALS, { fault: problem(409, 'open-ticket-limit'), message: limit }]) {
      await refuseNext(page, 'POST', `${path}/messages`, fault);
      await button(dialog, 'Send message').click();
      await alertShown(dialog, message);
      await until(() => dialog.getByLabel('Message').inputValue(), 'Is it gone now?');
      await until(() => option.isChecked(), true);
    }
    assert.deepEqual(await inbox(), []);

    await refuseNext(page, 'POST', `${path}/messages`, lostResponse);
    await button(dialog, 'Send message').click();
    await eventually(async () => (await inbox()).length === 1);
    await alertShown(dialog, MESSAGES.noResponse);
    await button(dialog, 'Send message').click();
    await dialog.waitFor({ state: 'detached' });
    const [message, ...others] = await inbox();
    assert.deepEqual([message.title, others], ['Your bug report', []]);
    await page.getByRole('link', { name: /Your bug report/ }).waitFor();

    // Another page's queue is empty until the player replies.
    const subject = queue.getByRole('link', { name: 'Your bug report' });
    await aTicket(studio, await aPlayer(studio, player.project), { subject: 'Written later' });
    const later = queue.getByRole('link', { name: 'Written later' });
    await later.or(queue.getByRole('button', { name: '1 new ticket' })).waitFor();
    await until(() => subject.count(), 0);
    assert.equal((await playerReply(studio, player, message.ticketId, 'No, it is still there.')).status, 200);
    await subject.or(queue.getByRole('button', { name: '1 new ticket' })).waitFor();
    await page.goto(`/tickets/${message.ticketId}`);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('Is it gone now?').waitFor();
    await conversation.getByText('No, it is still there.').waitFor();
  });

  test('cannot be sent to a blocked player', async (t) => {
    const player = await aPlayer(studio);
    await block(studio, player);
    const agent = await studio.member('agent', { projectIds: [player.project.id] });
    const page = await studio.open(t, { as: agent, path: `/players/${player.id}` });
    await button(page, 'Message the player').click();
    const option = page.getByRole('checkbox', { name: 'The player can reply' });
    await option.waitFor();
    await until(() => option.isDisabled(), true);
    await page.getByText('This player is blocked and cannot reply.').waitFor();
  });
});

suite('an admin', { concurrency: 3 }, () => {
  test('creates an announcement that every player reads, and deletes it', async (t) => {
    const player = await aPlayer(studio);
    const admin = await studio.member('admin', { projectIds: [player.project.id] });
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    const read = async () => (await poll(studio, player)).body.messages.map(({ title }: { title: string }) => title);

    await button(page, 'Create announcement').click();
    const dialog = page.getByRole('dialog', { name: 'Create announcement' });
    await dialog.getByLabel('Title').fill('The night market opens');
    await dialog.getByLabel('Text').fill('Ten new stalls.');
    await refuseNext(page, 'POST', '/announcements', busy);
    const publish = async () => {
      await button(dialog, 'Publish now').click();
      await button(page, 'Publish').click();
    };
    await publish();
    await alertShown(dialog, MESSAGES.busy);
    await until(() => dialog.getByLabel('Text').inputValue(), 'Ten new stalls.');
    assert.deepEqual(await read(), []);
    await publish();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('listitem').filter({ hasText: 'The night market opens' });
    await row.getByText('Begins soon').waitFor();
    const [{ id }] = (await admin.call('GET', '/announcements')).body.announcements;
    await admin.call('PATCH', `/announcements/${id}`, { startsAt: null });
    await row.getByText('Active').waitFor();
    assert.deepEqual(await read(), ['The night market opens']);

    await button(page, 'Delete The night market opens').click();
    const confirming = page.getByRole('dialog', { name: 'Delete this announcement?' });
    await refuseNext(page, 'DELETE', `/announcements/${id}`, cutConnection);
    await button(confirming, 'Delete').click();
    await alertShown(confirming, MESSAGES.noResponse);
    await until(() => row.count(), 1);
    await button(confirming, 'Delete').click();
    await page.getByText('No announcements yet').waitFor();
    assert.deepEqual(await read(), []);
  });

  test('edits an announcement until it begins, and loses nothing when that is refused', async (t) => {
    const player = await aPlayer(studio);
    const { project } = player;
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
    const id = await anAnnouncement(studio, project, {
      title: 'Night market',
      body: 'Ten stalls.',
      startsAt: tomorrow,
    });
    await anAnnouncement(studio, project, { title: 'Begun long ago' });
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    const stored = async () =>
      (await admin.call('GET', '/announcements')).body.announcements.find((one: { id: string }) => one.id === id);

    await button(page, 'Delete Begun long ago').waitFor();
    await until(() => button(page, 'Edit Begun long ago').count(), 0);
    await button(page, 'Edit Night market').click();
    const dialog = page.getByRole('dialog', { name: 'Edit announcement' });
    const [title, text] = [dialog.getByLabel('Title'), dialog.getByLabel('Text')];
    await until(() => Promise.all([title.inputValue(), text.inputValue()]), ['Night market', 'Ten stalls.']);
    await untilMatch(() => dialog.getByLabel('Starts').inputValue(), /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    await text.fill('Twelve stalls.');
    const before = await stored();
    for (const { fault, message } of REFUSALS) {
      await refuseNext(page, 'PATCH', `/announcements/${id}`, fault);
      await button(dialog, 'Save').click();
      await alertShown(dialog, message);
      await until(() => text.inputValue(), 'Twelve stalls.');
    }
    const wrong = problem(400, 'validation', { errors: { endsAt: ['Must be in the future and after startsAt.'] } });
    await refuseNext(page, 'PATCH', `/announcements/${id}`, wrong);
    await button(dialog, 'Save').click();
    await dialog.getByText('Must be in the future and after the start.').waitFor();
    assert.deepEqual(await stored(), before);

    await admin.call('PATCH', `/announcements/${id}`, { title: 'Day market', body: 'Eleven stalls.' });
    await button(dialog, 'Save').click();
    await alertShown(dialog, 'Someone else has changed this announcement.');
    await dialog.getByText('Eleven stalls.').waitFor();
    await until(() => text.inputValue(), 'Twelve stalls.');
    assert.equal((await stored()).body, 'Eleven stalls.');
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'detached' });
    const { revision: _other, ...after } = await stored();
    const { revision: _own, ...expected } = { ...before, title: 'Day market', body: 'Twelve stalls.' };
    assert.deepEqual(after, expected, 'only the text was replaced, and the start has its seconds');
    const row = page.getByRole('listitem').filter({ hasText: 'Day market' });
    await row.getByText('Twelve stalls.').waitFor();

    await button(page, 'Edit Day market').click();
    await text.fill('Too late.');
    await admin.call('PATCH', `/announcements/${id}`, { startsAt: null });
    await button(dialog, 'Save').click();
    await alertShown(dialog, 'Retract it, and create a new one.');
    await until(() => text.inputValue(), 'Too late.');
    const [shown] = (await poll(studio, player)).body.messages;
    assert.deepEqual([shown.id, shown.body], [id, 'Twelve stalls.']);
    await button(dialog, 'Cancel').click();
    await button(page, 'Discard').click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'Edit Day market').waitFor({ state: 'detached' });
  });

  test('starts an announcement in a minute, and another page shows it live', async (t) => {
    const player = await aPlayer(studio);
    const admin = await studio.member('admin', { projectIds: [player.project.id] });
    const startsAt = new Date(Date.now() + DAY_MS).toISOString();
    const id = await anAnnouncement(studio, player.project, { title: 'Sale', startsAt });
    const [page, other] = [
      await studio.open(t, { as: admin, path: '/announcements' }),
      await studio.open(t, { as: admin, path: '/announcements' }),
    ];
    await other.getByText('Scheduled', { exact: true }).waitFor();
    await button(page, 'Edit Sale').click();
    const dialog = page.getByRole('dialog', { name: 'Edit announcement' });
    await dialog.getByLabel('Title').fill('Sale now');
    await dialog.getByLabel('Starts').fill('');
    await button(dialog, 'Publish now').click();
    await button(page, 'Publish').click();
    await dialog.waitFor({ state: 'detached' });
    const row = other.getByRole('listitem').filter({ hasText: 'Sale now' });
    await row.getByText('Scheduled').waitFor();
    await admin.call('PATCH', `/announcements/${id}`, { startsAt: null });
    await row.getByText('Active').waitFor();
    assert.equal((await poll(studio, player)).body.messages[0].title, 'Sale now');
  });

  test('creates a macro, changes it, uses it in a ticket, and deletes it', async (t) => {
    const player = await aPlayer(studio, undefined, { userId: 'mira' });
    const admin = await studio.member('admin', { projectIds: [player.project.id] });
    const page = await studio.open(t, { as: admin, path: '/settings/macros' });

    await button(page, 'Create macro').click();
    const creating = page.getByRole('dialog', { name: 'Create macro' });
    await creating.getByLabel('Name').fill('Greeting');
    const refused = page.waitForResponse((response) => response.status() === 400);
    await creating.getByLabel('Text').fill('Hello {{player.nam}}');
    await button(creating, 'Save').click();
    await refused;
    await creating.getByText('Unknown or incomplete variable: {{player.nam}}').waitFor();
    await creating.getByLabel('Text').fill('Hello ');
    await button(creating, '{{player.userId}}').click();
    const problems = [{ field: 'name', code: 'too-long' as const, parameters: { max: 5 } }];
    const wrong = { errors: { name: ['Must have at most 5 characters.'] }, problems };
    await refuseNext(page, 'POST', '/macros', problem(400, 'validation', wrong));
    await button(creating, 'Save').click();
    await creating.getByText('At most 5 characters.').waitFor();
    await until(() => creating.getByLabel('Text').inputValue(), 'Hello {{player.userId}}');
    await button(creating, 'Save').click();
    await creating.waitFor({ state: 'detached' });

    const macros = async () => (await admin.call('GET', '/macros')).body.macros;
    const [{ id, projectId }] = await macros();
    assert.equal(projectId, player.project.id);
    await button(page, 'Edit Greeting').click();
    const editing = page.getByRole('dialog', { name: 'Edit macro' });
    await editing.getByLabel('Text').fill('Welcome, {{player.userId}}!');
    await refuseNext(page, 'PATCH', `/macros/${id}`, busy);
    await button(editing, 'Save').click();
    await alertShown(editing, MESSAGES.busy);
    assert.equal((await macros())[0].body, 'Hello {{player.userId}}');
    await button(editing, 'Save').click();
    await editing.waitFor({ state: 'detached' });
    await page.getByText('Welcome, {{player.userId}}!').waitFor();

    const ticket = await studio.open(t, { as: admin, path: `/tickets/${await aTicket(studio, player)}` });
    const composer = ticket.getByLabel('Reply to the player');
    await composer.click();
    await ticket.keyboard.type('/greet');
    await ticket.getByRole('option', { name: /Greeting/ }).waitFor();
    await ticket.keyboard.press('Enter');
    await ticket.waitForFunction(() => document.querySelector('textarea')?.value === 'Welcome, mira!');

    await button(page, 'Delete Greeting').click();
    const confirming = page.getByRole('dialog', { name: 'Delete this macro?' });
    await refuseNext(page, 'DELETE', `/macros/${id}`, busy);
    await button(confirming, 'Delete').click();
    await alertShown(confirming, MESSAGES.busy);
    await until(() => button(page, 'Delete Greeting').count(), 1);
    await button(confirming, 'Delete').click();
    await page.getByText('No macros yet').waitFor();
    assert.deepEqual(await macros(), []);
    await composer.fill('');
    await ticket.keyboard.type('/greet');
    await ticket.getByText('There are no macros yet.').waitFor();
  });

  test('creates a project, changes it, and disables it', async (t) => {
    const owner = await studio.member('owner');
    await aProject(studio, 'Castle of Chickens');
    const page = await studio.open(t, { as: owner, path: '/settings/projects' });
    const projectNamed = async (name: string) =>
      (await owner.call('GET', '/projects')).body.projects.find((project: { name: string }) => project.name === name);

    await button(page, 'Create project').click();
    const creating = page.getByRole('dialog', { name: 'Create project' });
    await creating.getByLabel('Name').fill('Space Cats');
    await refuseNext(page, 'POST', '/projects', problem(409, 'already-exists'));
    await button(creating, 'Create project').click();
    await alertShown(creating, 'This already exists.');
    await until(() => creating.getByLabel('Name').inputValue(), 'Space Cats');
    assert.equal(await projectNamed('Space Cats'), undefined);
    await button(creating, 'Create project').click();
    await creating.waitFor({ state: 'detached' });
    const card = page.getByRole('region', { name: 'Space Cats' });
    await card.getByRole('tab', { name: 'curl' }).click();
    const snippet = (await card.getByRole('tabpanel', { name: 'curl' }).locator('pre').textContent()) ?? '';
    // Without PUBLIC_URL games use the console's address.
    assert.ok(snippet.includes(studio.url), snippet);
    assert.match(await pasteInZsh(snippet), /"ticketId":"tkt_/);
    const { id, publicKey } = await projectNamed('Space Cats');
    await until(() => card.getByLabel('Public key').first().inputValue(), publicKey);
    await button(page, 'Edit Space Cats').click();
    const editing = page.getByRole('dialog', { name: 'Space Cats' });
    await editing.getByLabel('Name').fill('Space Cats 2');
    await editing.getByLabel('Days until resolved tickets close').fill('3');
    await button(editing, 'Remove type 1').click();
    await editing.getByText('German', { exact: true }).click();
    await until(() => editing.getByLabel('Label of type 1', { exact: true }).inputValue(), 'Zahlung');
    await editing.getByLabel('Label of type 1', { exact: true }).fill(' ');
    await editing.getByText('Other languages', { exact: true }).click();
    await button(editing, 'Save').click();
    await editing.getByText(/^German: This field is required/).waitFor();
    await editing.getByText('German', { exact: true }).click();
    await editing.getByLabel('Label of type 1', { exact: true }).fill('Bezahlung');
    await editing.getByLabel('Label of type 2', { exact: true }).fill('');
    await refuseNext(page, 'PATCH', `/projects/${id}`, busy);
    await button(editing, 'Save').click();
    await alertShown(editing, MESSAGES.busy);
    await until(() => editing.getByLabel('Name').inputValue(), 'Space Cats 2');
    await until(() => card.count(), 1, 'behind the dialog nothing has changed');
    const before = await projectNamed('Space Cats');
    await button(editing, 'Save').click();
    await editing.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 2, name: 'Space Cats 2' }).waitFor();
    const { autoCloseDays, ticketTypes } = await projectNamed('Space Cats 2');
    const [, payment, account, ...others] = before.ticketTypes;
    assert.deepEqual(
      [autoCloseDays, ticketTypes],
      [3, [{ ...payment, labels: { de: 'Bezahlung' } }, { ...account, labels: {} }, ...others]],
    );

    const project = { id, publicKey };
    assert.equal((await identify(studio, project)).status, 200);
    await button(page, 'Edit Space Cats 2').click();
    const closing = page.getByRole('dialog', { name: 'Space Cats 2' });
    await closing.getByRole('switch', { name: 'Enabled' }).uncheck();
    await refuseNext(page, 'PATCH', `/projects/${id}`, cutConnection);
    await button(closing, 'Save').click();
    await alertShown(closing, MESSAGES.noResponse);
    assert.equal((await identify(studio, project)).status, 200);
    await button(closing, 'Save').click();
    await page.getByRole('region', { name: 'Space Cats 2' }).getByText('Disabled').waitFor();
    assert.equal((await identify(studio, project)).status, 404);
    assert.equal((await team(studio, 'GET', `/projects/${id}`)).body.status, 'disabled');
  });
});
