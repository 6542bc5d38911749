import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playerOperations, STATEMENTS, teamOperations } from '../src/operations.ts';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  directMessage,
  eventually,
  getTicket,
  identify,
  listTickets,
  markRead,
  playerReply,
  poll,
  setStatus,
  team,
  teamNote,
  teamReply,
  updateProject,
} from './builders.ts';
import { postgresSchema } from './databases.ts';
import { type Reply, startServer } from './harness.ts';
import { watchStatements } from './statements.ts';

const operations = [...playerOperations, ...teamOperations];
const TRANSACTION = /^(?:BEGIN|COMMIT)$/;

test('every operation sends as few statements as its row says, prepared ones wherever they are always the same', async (t) => {
  const sent = watchStatements(t);
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t), RATE_LIMITS: 'off' } });
  // What is known of projects is forgotten once the connection listens; from then on only this test changes any.
  await eventually(async () => sent.some(({ text }) => text.startsWith('LISTEN')));
  const project = await aProject(server);
  const player = await aPlayer(server, project);
  const at = await aPlayer(server, project);
  const full = await aPlayer(server, project);
  for (let count = 0; count < 10; count++) {
    const id = await aTicket(server, full);
    if (count < 3) await setStatus(server, id, 'resolved');
  }
  const one = await aTicket(server, player);
  const announcement = await anAnnouncement(server, project);
  const direct = await directMessage(server, player);
  const withKey = (key: string) => ({ token: player.token, headers: { 'idempotency-key': key } });
  const reply = (ticketId: string, key: string) =>
    server.call('POST', `/api/v1/tickets/${ticketId}/messages`, { ...withKey(key), body: { message: 'More.' } });
  // Its own word of the new announcement may still be on the way back, and a poll would read it anew.
  await eventually(async () => {
    await poll(server, player);
    sent.length = 0;
    await poll(server, player);
    return sent.length === 1;
  });

  const measured = new Map<string, number[]>();
  async function costs(id: string, status: number, request: () => Promise<Reply>): Promise<void> {
    sent.length = 0;
    const answer = await request();
    assert.equal(answer.status, status, `${id}: ${answer.text}`);
    const statements = sent.filter(({ text }) => !TRANSACTION.test(text));
    const operation = operations.find((one) => one.id === id) ?? assert.fail(id);
    const authenticates = operation.auth !== 'none' && operation.readSession === undefined;
    measured.set(id, [...(measured.get(id) ?? []), statements.length - Number(authenticates)]);

    const begins = sent.filter(({ text }) => text === 'BEGIN').length;
    assert.ok(begins <= 1, `${id} has one transaction at most`);
    assert.equal(sent.length - statements.length, 2 * begins, `${id} ends what it begins`);
    for (const { text, name } of statements) {
      assert.doesNotMatch(text, /(?<!count\()\*/i, `${id} names its columns`);
      // The queue's page is built for each request; word to other nodes goes over the connection that listens.
      const isBuilt = id === 'ListTickets' && text.includes('from (select');
      assert.ok(name !== undefined || isBuilt || text.startsWith('SELECT pg_notify'), `${id}: ${text}`);
    }
  }

  await costs('IdentifyPlayer', 200, () => identify(server, project));
  await costs('IdentifyPlayer', 200, () => identify(server, project, { installationId: at.installationId }));
  await costs('GetPlayerInbox', 200, () => poll(server, player));
  await costs('GetPlayerInbox', 200, () => poll(server, full, '&since=2026-01-01T00:00:00Z'));
  await costs('ListPlayerTickets', 200, () => listTickets(server, player));
  await costs('MarkInboxMessageRead', 200, () => markRead(server, player, direct));
  await costs('MarkInboxMessageRead', 200, () => markRead(server, player, announcement));
  await costs('CreateTicket', 201, () => createTicket(server, player));
  await costs('CreateTicket', 201, () => createTicket(server, full));
  await costs('CreateTicket', 201, () => createTicket(server, player, {}, withKey('new')));
  await costs('CreateTicket', 201, () => createTicket(server, player, {}, withKey('new')));
  const { headers } = withKey('full');
  await costs('CreateTicket', 201, () => createTicket(server, full, {}, { token: full.token, headers }));
  await costs('AddTicketMessage', 200, () => playerReply(server, player, one));
  await costs('GetTicket', 200, () => getTicket(server, player, one));
  await costs('ReplyToTicket', 201, () => teamReply(server, one));
  await costs('AddTicketMessage', 200, () => reply(one, 'reply'));
  await costs('GetTicket', 200, () => getTicket(server, player, one));
  await costs('GetTicket', 200, () => getTicket(server, player, one));
  await costs('UpdateTicket', 200, () => setStatus(server, one, 'closed'));
  await costs('ReplyToTicket', 201, () => teamReply(server, one));
  await costs('UpdateTicket', 200, () => setStatus(server, one, 'resolved'));
  await costs('AddNote', 201, () => teamNote(server, one));
  await costs('GetTeamTicket', 200, () => team(server, 'GET', `/tickets/${one}`));
  await costs('ListTickets', 200, () => team(server, 'GET', `/tickets?view=all&projectId=${project.id}`));
  await costs('ListTickets', 200, () => team(server, 'GET', '/tickets?view=all'));
  await costs('GetPlayer', 200, () => team(server, 'GET', `/players/${player.id}`));
  await costs('UpdatePlayer', 200, () => block(server, player));
  await costs('MessagePlayer', 201, () =>
    team(server, 'POST', `/players/${player.id}/messages`, { title: 't', body: 'b' }),
  );
  await costs('CreateProject', 201, () => team(server, 'POST', '/projects', { name: 'Other' }));
  await costs('ListProjects', 200, () => team(server, 'GET', '/projects'));
  await costs('GetProject', 200, () => team(server, 'GET', `/projects/${project.id}`));
  await costs('UpdateProject', 200, () => updateProject(server, project, { name: 'Renamed' }));
  await costs('CreateAnnouncement', 201, () =>
    team(server, 'POST', '/announcements', { projectId: project.id, title: 't', body: 'b' }),
  );
  await costs('ListAnnouncements', 200, () => team(server, 'GET', '/announcements'));
  await costs('DeleteAnnouncement', 204, () => team(server, 'DELETE', `/announcements/${announcement}`));

  const table = Object.fromEntries(
    operations.map(({ id }) => {
      const counts = measured.get(id) ?? [];
      return [id, { usual: counts[0], most: Math.max(...counts) }];
    }),
  );
  assert.deepEqual(table, STATEMENTS);
});
