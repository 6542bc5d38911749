import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { aPlayer, aProject, aTicket, type Project, poll, setStatus, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

/** Notices come in the player's language with the project's texts. */

const set = async (server: TestServer, { id }: Project, at: string, body: string, title = '{{ticket.subject}}') => {
  const reply = await team(server, 'PUT', `/projects/${id}/notices/${at}`, { title, body });
  assert.equal(reply.status, 200, reply.text);
};

const CHANGES = {
  UpdateTicket: (server: TestServer, id: string) => setStatus(server, id, 'resolved'),
  UpdateTickets: (server: TestServer, id: string) =>
    team(server, 'PATCH', '/tickets', { ticketIds: [id], status: 'resolved' }),
  ReplyToTicket: (server: TestServer, id: string) =>
    team(server, 'POST', `/tickets/${id}/replies`, { message: 'Done.', status: 'resolved' }),
} as const;

type Change = (server: TestServer, ticketId: string) => Promise<{ readonly status: number; readonly text: string }>;

/** Returns the notice that a new player gets for a new ticket. */
async function told(server: TestServer, project: Project, locale: unknown, change: Change = CHANGES.UpdateTicket) {
  const player = await aPlayer(server, project);
  const id = await aTicket(server, player, locale === undefined ? {} : { context: { locale } });
  const { status, text } = await change(server, id);
  assert.ok(status < 300, text);
  const notices = (await poll(server, player)).body.messages.filter(
    ({ type }: { type: string }) => type === 'ticket_status',
  );
  assert.equal(notices.length, 1);
  assert.equal(notices[0].ticketId, id);
  return [notices[0].title, notices[0].body];
}

const ENGLISH = 'This ticket was marked as resolved. If you still need help, reply to it and it opens again.';
const GERMAN =
  'Dieses Ticket wurde als gelöst markiert. Brauchst du noch Hilfe? Dann antworte einfach, und es wird wieder geöffnet.';

suite('a player is told', () => {
  for (const [operation, change] of Object.entries(CHANGES)) {
    test(`by ${operation}: the text of the project in the language of the ticket`, async (t) => {
      const server = await startServer(t);
      const [project, other] = [await aProject(server, 'Castle'), await aProject(server, 'Other')];
      assert.deepEqual(await told(server, project, 'de-AT', change), ['Stuck', GERMAN]);
      await set(server, other, 'ticket-resolved/de', 'Woanders.');
      await set(server, project, 'ticket-closed/de', 'Zu.');
      assert.deepEqual(await told(server, project, 'de-AT', change), ['Stuck', GERMAN]);
      await set(server, project, 'ticket-resolved/de', 'Gelöst! Dein {{project.name}}', 'Zu „{{ticket.subject}}“');
      assert.deepEqual(await told(server, project, 'de-AT', change), ['Zu „Stuck“', 'Gelöst! Dein Castle']);
      await set(server, project, 'ticket-resolved/de-AT', 'Passt.');
      assert.deepEqual(await told(server, project, 'de_AT', change), ['Stuck', 'Passt.']);
      assert.deepEqual(await told(server, project, 'de-CH', change), ['Zu „Stuck“', 'Gelöst! Dein Castle']);
      assert.deepEqual(await told(server, other, 'de-AT', change), ['Stuck', 'Woanders.']);
    });
  }

  test('in English if the locale is unknown, absent or no locale, and never gets an error', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const project = await aProject(server);
    await set(server, project, 'ticket-resolved/de', 'Gelöst.');
    for (const locale of [undefined, null, '', 'tlh', '__proto__', '💥', "'; --", 'x'.repeat(30), '{{project.name}}']) {
      assert.deepEqual(await told(server, project, locale), ['Stuck', ENGLISH], String(locale));
    }
    await set(server, project, 'ticket-resolved/en', 'Solved.');
    assert.deepEqual(await told(server, project, undefined), ['Stuck', 'Solved.']);
    assert.deepEqual(await told(server, project, 'tlh'), ['Stuck', 'Solved.']);
    assert.deepEqual(await told(server, project, 'fr-CA').then(([, body]) => /résolu/.test(String(body))), true);
  });

  test('in the locale of the installation if the ticket came without one', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server, undefined, { context: { locale: 'de-DE' } });
    const id = await aTicket(server, player);
    await setStatus(server, id, 'resolved');
    assert.equal((await poll(server, player)).body.messages[0].body, GERMAN);
  });

  test('the default again when the text is deleted; what was written before stays as it is', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const player = await aPlayer(server, project);
    const id = await aTicket(server, player, { context: { locale: 'de' } });
    const bodies = async () => (await poll(server, player)).body.messages.map(({ body }: { body: string }) => body);
    await set(server, project, 'ticket-resolved/de', 'Erste Fassung.');
    await setStatus(server, id, 'resolved');
    await set(server, project, 'ticket-resolved/de', 'Zweite Fassung.');
    assert.deepEqual(await bodies(), ['Erste Fassung.']);
    await setStatus(server, id, 'open');
    server.clock.advance(1000);
    await setStatus(server, id, 'resolved');
    assert.deepEqual(await bodies(), ['Zweite Fassung.', 'Erste Fassung.']);
    assert.equal((await team(server, 'DELETE', `/projects/${project.id}/notices/ticket-resolved/de`)).status, 204);
    await setStatus(server, id, 'open');
    server.clock.advance(1000);
    await setStatus(server, id, 'resolved');
    assert.deepEqual(await bodies(), [GERMAN, 'Zweite Fassung.', 'Erste Fassung.']);
  });

  test('nothing more than the subject, if the subject looks like a variable', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server, 'Castle');
    const player = await aPlayer(server, project);
    const id = await aTicket(server, player, { subject: '{{project.name}} $& <b>' });
    await set(server, project, 'ticket-closed/en', '{{ticket.subject}}');
    await setStatus(server, id, 'closed');
    const [{ title, body }] = (await poll(server, player)).body.messages;
    assert.deepEqual([title, body], ['{{project.name}} $& <b>', '{{project.name}} $& <b>']);
  });
});
