import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { anAnnouncement, aPlayer, aProject, markRead, poll, team } from '../../../server/test/helpers/builders.ts';
import { aLinkedTicket } from '../../../server/test/helpers/known-issues.ts';
import {
  alertShown,
  busy,
  cutConnection,
  failNext,
  failReads,
  late,
  lostResponse,
  MESSAGES,
  problem,
  refuseNext,
  tooMany,
} from '../helpers/faults.ts';
import { holdTime } from '../helpers/hold-time.ts';
import { eventually, openStudio } from '../helpers/studio.ts';
import { until } from '../helpers/until.ts';

const studio = await openStudio();

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });

/** Finds a field, not its list of options. */
const input = (place: Locator, name: string) =>
  place.locator('input:not([type=hidden])').and(place.getByLabel(name, { exact: true }));

suite('announcements', { concurrency: 2 }, () => {
  test('are written in two languages for an audience that is counted, in another time zone', async (t) => {
    const project = await aProject(studio, 'Night Market');
    const { player, issueId } = await aLinkedTicket(studio, project, {
      userId: 'mira',
      context: { platform: 'iOS', locale: 'de-AT', appVersion: '2.4.1' },
    });
    await aPlayer(studio, project, { context: { platform: 'Android', locale: 'en' } });
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    await button(page, 'Create announcement').click();
    const dialog = page.getByRole('dialog', { name: 'Create announcement' });
    const count = dialog.getByRole('status');
    await count.getByText('Players seen in the last 30 days: 2').waitFor();

    await dialog.getByLabel('Title').fill('A crash is fixed');
    await dialog.getByLabel('Text').fill('Update now: https://game.example/update. <b>Thanks</b>');
    const preview = dialog.getByRole('region', { name: 'In a dark game' });
    await until(
      () => preview.getByRole('link', { name: 'https://game.example/update' }).getAttribute('href'),
      'https://game.example/update',
    );
    await preview.getByText('<b>Thanks</b>').last().waitFor();
    await input(dialog, 'Language').fill('German');
    await page.getByRole('option', { name: 'German (de)', exact: true }).click();
    await dialog.getByText('This language has no text. Its players get this one.').waitFor();
    await dialog.getByLabel('Title').fill('Ein Absturz ist behoben');
    await preview.getByText('Ein Absturz ist behoben').waitFor();

    await input(dialog, 'Platforms').fill('ios');
    await input(dialog, 'Platforms').press('Enter');
    await count.getByText('Players seen in the last 30 days: 1').waitFor();
    await dialog.getByLabel('From build').fill('newest');
    await count.getByText('Players are counted when the audience is valid.').waitFor();
    await dialog.getByLabel('From build').fill('2.4');
    await dialog.getByLabel('Only these players').fill('mira\nnobody');
    await input(dialog, 'Only players of a known issue').click();
    await page.getByRole('option', { name: 'Crash' }).click();
    await count.getByText('Players seen in the last 30 days: 1').waitFor();

    await input(dialog, 'Time zone').fill('Asia/Nowhere');
    await dialog.getByText('Choose a time zone of the list.').waitFor();
    await input(dialog, 'Time zone').fill('Europe/Berlin');
    await dialog.getByLabel('Starts').fill('2099-03-29T02:30');
    await dialog.getByText(/The clocks skip this time\. It becomes .*3:30/).waitFor();
    await dialog.getByLabel('Starts').fill('2099-07-01T18:00');

    const schedule = async () => {
      await button(dialog, 'Schedule announcement').click();
      await button(page, 'Schedule').click();
    };
    await schedule();
    await dialog.getByLabel('Text').and(page.locator('[aria-invalid=true]')).waitFor();
    await dialog.getByLabel('Text').fill('Bitte aktualisieren.');
    for (const { fault, message } of [
      { fault: tooMany, message: MESSAGES.tooMany },
      { fault: busy, message: MESSAGES.busy },
      { fault: cutConnection, message: MESSAGES.noResponse },
    ]) {
      await refuseNext(page, 'POST', '/announcements', fault);
      await schedule();
      await alertShown(dialog, message);
      await until(() => dialog.getByLabel('Text').inputValue(), 'Bitte aktualisieren.');
    }
    // Created once, although the first response is lost.
    await refuseNext(page, 'POST', '/announcements', lostResponse);
    await schedule();
    const created = async () => (await admin.call('GET', '/announcements')).body.announcements;
    await eventually(async () => (await created()).length === 1);
    await alertShown(dialog, MESSAGES.noResponse);
    await schedule();
    await dialog.waitFor({ state: 'detached' });

    const [made, ...others] = await created();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [made.title, made.texts, made.startsAt, made.endsAt, made.timeZone],
      [
        'A crash is fixed',
        { de: { title: 'Ein Absturz ist behoben', body: 'Bitte aktualisieren.' } },
        '2099-07-01T16:00:00.000Z',
        null,
        'Europe/Berlin',
      ],
    );
    assert.deepEqual(made.audience, {
      platforms: ['ios'],
      minBuild: '2.4',
      players: ['mira', 'nobody'],
      knownIssueId: issueId,
    });
    const row = page.getByRole('listitem').filter({ hasText: 'A crash is fixed' });
    await row.getByText('known issue “Crash”').waitFor();

    await button(page, 'Edit A crash is fixed').click();
    const editing = page.getByRole('dialog', { name: 'Edit announcement' });
    await until(() => input(editing, 'Time zone').inputValue(), 'Europe/Berlin');
    await until(() => editing.getByLabel('Starts').inputValue(), '2099-07-01T18:00');
    await until(() => editing.getByLabel('Only these players').inputValue(), 'mira\nnobody');
    await editing.getByLabel('Starts').fill('');
    await button(editing, 'Publish now').click();
    await page.getByText('1 player of \u2068Night Market\u2069').waitFor();
    await button(page, 'Publish').click();
    await editing.waitFor({ state: 'detached' });
    await admin.call('PATCH', `/announcements/${made.id}`, { startsAt: null });
    const [shown] = (await poll(studio, player)).body.messages;
    assert.deepEqual([shown.id, shown.title], [made.id, 'Ein Absturz ist behoben']);
  });

  test('go to the game of the navigation, after a question with the count, and can be undone for a minute', async (t) => {
    const [farm, castle] = [await aProject(studio, 'Farm'), await aProject(studio, 'Castle of Chickens')];
    const player = await aPlayer(studio, castle);
    await aPlayer(studio, castle);
    const admin = await studio.member('admin', { projectIds: [farm.id, castle.id] });
    const page = await studio.open(t, { as: admin, path: `/queue?project=${castle.id}` });
    const created = async () => (await admin.call('GET', '/announcements')).body.announcements;
    const creating = page.getByRole('dialog', { name: 'Create announcement' });
    const question = page.getByRole('dialog', { name: 'Publish this announcement?' });
    const projectField = input(creating, 'Project');
    await page.getByRole('link', { name: 'Announcements' }).click();
    await button(page, 'Create announcement').click();
    await until(() => projectField.inputValue(), 'Castle of Chickens');
    await creating.getByLabel('Text').fill('Free eggs.');
    await creating.getByLabel('Title').fill('Eggs');
    // Enter asks. A second Enter does not publish.
    await page.keyboard.press('Enter');
    await question.getByText('2 players of \u2068Castle of Chickens\u2069').waitFor();
    await until(() => page.evaluate(() => document.activeElement?.textContent), 'Cancel');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    assert.deepEqual(await created(), []);

    const releaseTime = await holdTime(page, 10_000);
    await creating.getByLabel('Title').press('Enter');
    await button(question, 'Publish').click();
    const row = page.getByRole('listitem').filter({ hasText: 'Eggs' });
    await row.getByText('Begins soon').waitFor();
    const [made] = await created();
    assert.deepEqual([made.projectId, Date.parse(made.startsAt) - Date.parse(made.createdAt)], [castle.id, 60_000]);
    assert.deepEqual((await poll(studio, player)).body.messages, []);
    await until(() => page.evaluate(() => document.activeElement?.textContent), 'Undo');
    await refuseNext(page, 'DELETE', `/announcements/${made.id}`, lostResponse);
    await page.keyboard.press('Enter');
    await until(() => creating.getByLabel('Title').inputValue(), 'Eggs');
    assert.deepEqual(await created(), []);
    await until(() => creating.getByLabel('Text').inputValue(), 'Free eggs.');
    await page.keyboard.press('Escape');
    await button(page, 'Go on editing').click();
    await button(creating, 'Publish now').click();
    await button(question, 'Publish').click();
    await row.getByText('Begins soon').waitFor();
    await releaseTime();
    await admin.call('PATCH', `/announcements/${(await created())[0].id}`, { startsAt: null });
    await row.getByText('Active').waitFor();
    await until(() => button(row, 'Undo the announcement “Eggs”').count(), 0);
    assert.equal((await poll(studio, player)).body.messages[0].title, 'Eggs');

    await button(page, 'Project: Castle of Chickens').click();
    await page.getByRole('menuitemradio', { name: 'All projects' }).click();
    await page.getByRole('link', { name: 'Announcements' }).click();
    await button(page, 'Create announcement').click();
    await creating.getByLabel('Title').fill('To whom?');
    await creating.getByLabel('Text').fill('?');
    await button(creating, 'Publish now').click();
    await projectField.and(page.locator('[aria-invalid=true]')).waitFor();
    await until(() => projectField.inputValue(), '');
    await button(creating, 'Cancel').click();
    await button(page, 'Discard').click();
    await page.getByRole('link', { name: 'Known issues' }).click();
    await button(page, 'New known issue').click();
    const issue = page.getByRole('dialog', { name: 'New known issue' });
    await issue.getByLabel('Title').fill('Crash');
    await button(issue, 'Save').click();
    await input(issue, 'Project').and(page.locator('[aria-invalid=true]')).waitFor();
    assert.deepEqual((await admin.call('GET', '/known-issues')).body.knownIssues, []);
  });

  test('that were undone give back their texts after the dialog that is open, and none that has begun is deleted', async (t) => {
    const player = await aPlayer(studio);
    const { project } = player;
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const soon = async (title: string, startsInSeconds = 60): Promise<string> => {
      const body = { projectId: project.id, title, body: 'An hour of work', startsInSeconds };
      return (await admin.call('POST', '/announcements', body)).body.id;
    };
    const [one, two] = [await soon('One'), await soon('Two')];
    const live = await anAnnouncement(studio, project, { title: 'Concert', startsAt: '2099-07-01T16:00:00Z' });
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    await button(page, 'Edit Concert').waitFor();
    const releaseTime = await holdTime(page, 10_000);
    const answers = [
      await failNext(page, 'DELETE', `/announcements/${one}`, late),
      await failNext(page, 'DELETE', `/announcements/${two}`, late),
    ];
    await button(page, 'Undo the announcement “One”').click();
    await button(page, 'Undo the announcement “Two”').click();
    await button(page, 'Edit Concert').click();
    const editing = page.getByRole('dialog', { name: 'Edit announcement' });
    await editing.getByLabel('Title').fill('Concert in the park');
    for (const answer of answers) answer();
    const listed = page.getByRole('listitem', { includeHidden: true });
    await until(() => listed.filter({ hasText: 'An hour of work' }).count(), 0);
    await until(() => editing.getByLabel('Title').inputValue(), 'Concert in the park');
    await until(() => page.getByRole('dialog').count(), 1);
    await button(editing, 'Save').click();
    const creating = page.getByRole('dialog', { name: 'Create announcement' });
    const found: string[] = [];
    for (let dialog = 1; dialog <= 2; dialog += 1) {
      await until(async () => found.includes(await creating.getByLabel('Title').inputValue()), false);
      await until(() => creating.getByLabel('Text').inputValue(), 'An hour of work');
      found.push(await creating.getByLabel('Title').inputValue());
      await page.keyboard.press('Escape');
      await button(page, 'Discard').click();
    }
    assert.deepEqual(found.sort(), ['One', 'Two']);
    await creating.waitFor({ state: 'detached' });

    await button(page, 'Edit Concert in the park').click();
    await editing.getByLabel('Starts').fill('');
    await button(editing, 'Publish now').click();
    await button(page, 'Publish').click();
    const undo = button(page, 'Undo the announcement “Concert in the park”');
    await undo.waitFor();
    await refuseNext(page, 'DELETE', `/announcements/${live}`, async (route) => {
      assert.equal(new URL(route.request().url()).search, '?ifNotBegun=true');
      await problem(409, 'announcement-begun')(route);
    });
    await undo.click();
    await alertShown(page, 'Players may have seen this announcement');
    await button(page, 'Retract Concert in the park').waitFor();
    await until(() => undo.count(), 0);
    assert.deepEqual(
      (await admin.call('GET', '/announcements')).body.announcements.map(({ title }: { title: string }) => title),
      ['Concert in the park'],
    );
    await releaseTime();
  });

  test('are created once, although the time of a second attempt is too close to the start', async (t) => {
    const project = await aProject(studio);
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    await button(page, 'Create announcement').click();
    const dialog = page.getByRole('dialog', { name: 'Create announcement' });
    await dialog.getByLabel('Title').fill('Once');
    await dialog.getByLabel('Text').fill('Only once.');
    await input(dialog, 'Time zone').fill('UTC');
    await dialog.getByLabel('Starts').fill('2099-07-01T18:00');
    const publish = async () => {
      await dialog.getByLabel('Title').press('Enter');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(?:Schedule|Publish)$/ })
        .click();
    };
    await refuseNext(page, 'POST', '/announcements', lostResponse);
    await publish();
    await alertShown(dialog, MESSAGES.noResponse);
    await page.evaluate(() => {
      Date.now = () => Date.parse('2099-07-01T17:59:30Z');
    });
    await publish();
    await dialog.waitFor({ state: 'detached' });
    const created = async () =>
      (await admin.call('GET', '/announcements')).body.announcements.map(
        ({ title, startsAt }: { title: string; startsAt: string }) => [title, startsAt],
      );
    assert.deepEqual(await created(), [['Once', '2099-07-01T18:00:00.000Z']]);

    // Other content under the same key.
    await button(page, 'Create announcement').click();
    await dialog.getByLabel('Title').fill('Sale');
    await dialog.getByLabel('Text').fill('Today.');
    await refuseNext(page, 'POST', '/announcements', lostResponse);
    await publish();
    await alertShown(dialog, MESSAGES.noResponse);
    await dialog.getByLabel('Title').fill('Sales');
    const restore = await failReads(page, '/announcements');
    await publish();
    await alertShown(dialog, MESSAGES.noResponse);
    await restore();
    await publish();
    await alertShown(dialog, 'This was already sent with different content.');
    assert.equal((await created()).length, 2);
    await publish();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await created()).length, 3);
  });

  test('are retracted after a question, another page shows it live, and the numbers stay', async (t) => {
    const player = await aPlayer(studio);
    const { project } = player;
    const id = await anAnnouncement(studio, project, { title: 'Sale' });
    assert.equal((await markRead(studio, player, id)).status, 200);
    const admin = await studio.member('admin', { projectIds: [project.id] });
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    const viewer = await studio.member('viewer', { projectIds: [project.id] });
    const other = await studio.open(t, { as: viewer, path: '/announcements' });
    await button(other, 'Reach and reads of Sale').click();
    await other.getByText('Read by: 1 · Reached: 1').waitFor();
    await until(() => button(other, 'Retract Sale').count(), 0);

    await button(page, 'Retract Sale').click();
    const confirming = page.getByRole('dialog', { name: 'Retract this announcement?' });
    for (const { fault, message } of [
      { fault: cutConnection, message: MESSAGES.noResponse },
      {
        fault: problem(409, 'announcement-not-shown'),
        message: 'Players do not see this announcement any more, or not yet.',
      },
      { fault: busy, message: MESSAGES.busy },
    ]) {
      await refuseNext(page, 'POST', `/announcements/${id}/retract`, fault);
      await button(confirming, 'Retract the announcement').click();
      await alertShown(confirming, message);
    }
    assert.equal((await poll(studio, player)).body.messages.length, 1);
    await button(confirming, 'Retract the announcement').click();
    await confirming.waitFor({ state: 'detached' });
    for (const one of [page, other]) await one.getByText('Retracted', { exact: true }).waitFor();
    assert.deepEqual((await poll(studio, player)).body.messages, []);
    await other.getByText('Read by: 1 · Reached: 1').waitFor();
    await until(() => button(page, 'Retract Sale').count(), 0);
  });

  test('of an author who lost access are not sent, a page shows it live, and an edit sends them', async (t) => {
    const project = await aProject(studio);
    const [author, admin] = [await studio.member('admin'), await studio.member('admin')];
    const body = { projectId: project.id, title: 'Party', body: 'Soon.', startsAt: '2099-07-01T16:00:00Z' };
    const made = await author.call('POST', '/announcements', body);
    assert.equal(made.status, 201, made.text);
    const page = await studio.open(t, { as: admin, path: '/announcements' });
    const row = page.getByRole('listitem').filter({ hasText: 'Party' });
    await row.getByText('Scheduled', { exact: true }).waitFor();
    const disabled = await team(studio, 'PATCH', `/members/${author.id}`, { disabled: true });
    assert.equal(disabled.status, 200, disabled.text);
    await row.getByText('Not sent: its author lost access', { exact: true }).waitFor();
    await until(() => button(row, 'Reach and reads of Party').count(), 0);

    await button(page, 'Edit Party').click();
    const editing = page.getByRole('dialog', { name: 'Edit announcement' });
    await editing.getByLabel('Ends').fill('');
    await button(editing, 'Save').click();
    await editing.waitFor({ state: 'detached' });
    await row.getByText('Scheduled', { exact: true }).waitFor();
  });
});
