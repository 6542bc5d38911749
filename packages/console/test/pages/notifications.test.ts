import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { aPlayer, aTicket, setStatus } from '../../../server/test/helpers/builders.ts';
import { aMailServer } from '../../../server/test/helpers/mail-server.ts';
import { aReceiver } from '../../../server/test/helpers/notifications.ts';
import { openStudio } from '../helpers/studio.ts';
import { until, untilMatch } from '../helpers/until.ts';

const studio = await openStudio({ WEBHOOK_ALLOW_PRIVATE: 'on', RATE_LIMITS: 'off' });
const PATH = '/settings/notifications';

suite('notifications', () => {
  test('a webhook is saved, tried, refused and removed', async (t) => {
    const receiver = await aReceiver(t);
    const member = await studio.member('agent');
    const page = await studio.open(t, { as: member, path: PATH });
    const form = page.getByRole('form', { name: 'Slack, Discord or webhook' });
    const button = (name: string) => form.getByRole('button', { name, exact: true });
    await page.getByText('This server does not send mail.').waitFor();
    await form.getByLabel('Address').fill('http://169.254.169.254/latest');
    await button('Save').click();
    await form.getByText('Must not lead to a private network. The operator of the server can allow it').waitFor();

    await form.getByText('Webhook', { exact: true }).click();
    await form.getByLabel('Address').fill(receiver.url);
    const newTickets = form.getByRole('checkbox', { name: 'New tickets in my projects' });
    await until(() => newTickets.isChecked(), true, 'a new webhook tells something');
    const replies = form.getByRole('checkbox', { name: 'Replies of players to my tickets' });
    const assigned = form.getByRole('checkbox', { name: 'Tickets that others assign to me' });
    const mentions = form.getByRole('checkbox', { name: 'Notes that mention me' });
    for (const choice of [replies, assigned, mentions]) await until(() => choice.isChecked(), true, 'also about mine');
    await button('Save').click();
    await untilMatch(() => form.getByRole('textbox', { name: 'Signing secret' }).inputValue(), /^whsec_/);
    await form.getByText(`Saved: ${new URL(receiver.url).origin}/…`).waitFor();
    await button('Send a test').click();
    await page.getByText('The test was sent.').waitFor();
    assert.equal(receiver.requests[0]?.body.type, 'test');
    receiver.answer = (response) => void response.writeHead(404).end();
    await button('Send a test').click();
    await form.getByText('The service responded with the status 404.').waitFor();
    await form.getByLabel('Address').fill(`${receiver.url}/other`);
    await button('Save').click();
    await form.getByText('The service responded with the status 404.').waitFor({ state: 'detached' });

    await page.reload();
    for (const choice of [newTickets, replies, assigned, mentions]) await choice.uncheck();
    await button('Save').click();
    await page.getByText('Saved. Nothing is chosen, so you get only tests.').waitFor();
    await form.getByRole('checkbox', { name: 'Replies of players to my tickets' }).check();
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    await until(() => form.getByRole('checkbox', { name: 'Replies of players to my tickets' }).isChecked(), true);
    await until(() => form.getByRole('textbox', { name: 'Signing secret' }).count(), 0);
    await button('Remove').click();
    await button('Remove').waitFor({ state: 'detached' });
    assert.equal((await member.call('GET', '/account/notifications')).body.webhookAddress, null);
  });

  test('quiet hours begin with the time zone of the browser', async (t) => {
    const member = await studio.member('viewer');
    const page = await studio.open(t, { as: member, path: PATH, timezoneId: 'Asia/Tokyo' });
    const form = page.getByRole('form', { name: 'When' });
    await form.getByLabel('Quiet from').fill('22:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Set both quietFrom and quietTo, or neither.').waitFor();
    await form.getByLabel('Quiet until').fill('07:30');
    await form.getByLabel('A ticket waits too long after').selectOption('1 day');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { quietFrom, quietTo, timeZone, waitingMinutes } = (await member.call('GET', '/account/notifications')).body;
    assert.deepEqual([quietFrom, quietTo, timeZone, waitingMinutes], ['22:00', '07:30', 'Asia/Tokyo', 1440]);
  });

  test('a time zone and a language that the member chose stay, and others come from the browser', async (t) => {
    const receiver = await aReceiver(t);
    const open = async (chosen: object) => {
      const member = await studio.member('viewer');
      await member.call('PATCH', '/account/notifications', { ...chosen, mail: [] });
      const page = await studio.open(t, { as: member, path: PATH, timezoneId: 'Asia/Tokyo', locale: 'de-DE' });
      const form = page.getByRole('form', { name: 'Slack, Discord oder Webhook' });
      await form.getByLabel('Adresse').fill(receiver.url);
      await form.getByRole('button', { name: 'Speichern' }).click();
      await page.getByText('Gespeichert.').waitFor();
      const { timeZone, language } = (await member.call('GET', '/account/notifications')).body;
      return [timeZone, language];
    };
    assert.deepEqual(await open({}), ['Asia/Tokyo', 'de']);
    assert.deepEqual(await open({ timeZone: 'UTC', language: 'en' }), ['UTC', 'en']);
  });

  test('the title of the tab counts what needs attention, as it changes', async (t) => {
    const player = await aPlayer(studio);
    const member = await studio.member('viewer', { projectIds: [player.project.id] });
    const page = await studio.open(t, { as: member, path: PATH });
    const title = (text: string) => page.waitForFunction((expected) => document.title === expected, text);
    await title('Notifications - Player Support');
    const [first] = [await aTicket(studio, player), await aTicket(studio, player)];
    await title('(2) Notifications - Player Support');
    await setStatus(studio, first, 'resolved');
    await title('(1) Notifications - Player Support');
  });
});

test('with a mail server, choices and the daily summary are saved, and a mail arrives', async (t) => {
  const { url, mails } = await aMailServer(t);
  const env = { SMTP_URL: url, PUBLIC_URL: 'https://support.example', MAIL_FROM: 'support@studio.example' };
  const withMail = await openStudio(env, t);
  const member = await withMail.member('agent');
  const page = await withMail.open(t, { as: member, path: PATH });
  const form = page.getByRole('form', { name: 'Mail', exact: true });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Nothing is chosen, so you get only tests.').waitFor();
  await form.getByRole('checkbox', { name: 'My tickets that wait too long' }).check();
  await form.getByLabel('Daily summary at').fill('08:00');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const { mail, digestAt } = (await member.call('GET', '/account/notifications')).body;
  assert.deepEqual([mail, digestAt], [['waiting'], '08:00']);
  await form.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test was sent.').waitFor();
  assert.equal(mails.at(-1)?.header('Subject'), 'Test from Player Support');
  const inviting = await withMail.open(t, { as: await withMail.member('admin'), path: '/settings/members' });
  await inviting.getByRole('button', { name: 'Invite' }).click();
  await inviting.getByText('The server mails a link to this address.').waitFor();
});
