import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playerOperations, teamOperations } from '../../../src/operations/all.ts';
import { STATEMENTS } from '../../../src/operations/statements.ts';
import {
  aMember,
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
} from '../../helpers/builders.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { type Reply, startServer } from '../../helpers/harness.ts';
import { LIVE } from '../../helpers/scenarios-live.ts';
import { watchStatements } from '../../helpers/statements.ts';
import { credentials, requestOf, send } from '../../helpers/team-requests.ts';

const operations = [...playerOperations, ...teamOperations];
const ACCOUNTS = /\/team\/(?:sessions?|account|members|invitations|api-keys|audit)\b/;
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
  const claimed = await aPlayer(server, project, { userId: 'u1' });
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
    // Word to other nodes goes over the connection that listens, whenever there is some.
    const own = sent.filter(({ text }) => !text.startsWith('SELECT pg_notify'));
    const statements = own.filter(({ text }) => !TRANSACTION.test(text));
    const operation = operations.find((one) => one.id === id) ?? assert.fail(id);
    const authenticates = operation.auth !== 'none' && operation.read === undefined;
    measured.set(id, [...(measured.get(id) ?? []), statements.length - Number(authenticates)]);

    const begins = sent.filter(({ text }) => text === 'BEGIN').length;
    assert.ok(begins <= 1, `${id} has one transaction at most`);
    assert.equal(own.length - statements.length, 2 * begins, `${id} ends what it begins`);
    for (const { text, name } of statements) {
      assert.doesNotMatch(text, /(?<!count\()\*/i, `${id} names its columns`);
      // The queue's page, its counts and the log's page are built for each request.
      const isQueue = /^(?:ListTickets|CountTickets|GetTicketFacets)$/.test(id) && text.includes('from (select');
      const isBuilt = isQueue || (id === 'ListAuditEntries' && text.includes('"audit_entry"'));
      assert.ok(name !== undefined || isBuilt, `${id}: ${text}`);
    }
  }

  await costs('IdentifyPlayer', 200, () => identify(server, project, { installationId: at.installationId }));
  await costs('IdentifyPlayer', 200, () => identify(server, project));
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
  const triage = { assigneeId: null, priority: 'high', tags: ['vip'] };
  await costs('UpdateTicket', 200, () => setStatus(server, one, 'closed'));
  await costs('UpdateTicket', 200, () => team(server, 'PATCH', `/tickets/${one}`, { status: 'open', ...triage }));
  await costs('UpdateTicket', 200, () => setStatus(server, one, 'closed'));
  await costs('ReplyToTicket', 201, () => teamReply(server, one));
  await costs('UpdateTicket', 200, () => setStatus(server, one, 'resolved'));
  const keyed = (kind: string, body: object) => {
    const path = `/api/v1/team/tickets/${one}/${kind}`;
    return server.call('POST', path, { token: server.teamKey, body, headers: { 'idempotency-key': 'k' } });
  };
  const { messages } = (await team(server, 'GET', `/tickets/${one}`)).body;
  const closing = { message: 'Done.', status: 'closed', afterMessageId: messages.at(-1).id };
  await costs('ReplyToTicket', 201, () => keyed('replies', closing));
  await costs('ReplyToTicket', 201, () => keyed('replies', closing));
  await costs('AddNote', 201, () => teamNote(server, one));
  await costs('AddNote', 201, () => keyed('notes', { message: 'm' }));
  await costs('UpdateTickets', 200, () => team(server, 'PATCH', '/tickets', { ticketIds: [one], priority: 'low' }));
  const all = { ticketIds: [one], status: 'resolved', ...triage, tags: undefined, addTags: ['new'] };
  await costs('UpdateTickets', 200, () => team(server, 'PATCH', '/tickets', all));
  await costs('GetTeamTicket', 200, () => team(server, 'GET', `/tickets/${one}`));
  await costs('ListTickets', 200, () => team(server, 'GET', `/tickets?view=all&projectId=${project.id}`));
  await costs('ListTickets', 200, () => team(server, 'GET', '/tickets?view=all'));
  await costs('CountTickets', 200, () => team(server, 'GET', '/tickets/counts'));
  await costs('GetTicketFacets', 200, () => team(server, 'GET', '/tickets/facets'));
  await costs('ListTicketsOfPlayer', 200, () => team(server, 'GET', `/players/${player.id}/tickets`));
  await costs('ListInstallations', 200, () => team(server, 'GET', `/players/${player.id}/installations`));
  await costs('ListInstallations', 200, () => team(server, 'GET', `/players/${claimed.id}/installations`));
  await costs('CreateMacro', 201, () => team(server, 'POST', '/macros', { name: 'n', body: 'b' }));
  await costs('CreateMacro', 201, () =>
    team(server, 'POST', '/macros', { name: 'n', body: 'b', projectId: project.id }),
  );
  await costs('ListMacros', 200, () => team(server, 'GET', '/macros'));
  const macro = (await team(server, 'GET', '/macros')).body.macros[0].id;
  await costs('UpdateMacro', 200, () => team(server, 'PATCH', `/macros/${macro}`, { name: 'Renamed' }));
  await costs('UpdateMacro', 200, () => team(server, 'PATCH', `/macros/${macro}`, { projectId: project.id }));
  await costs('DeleteMacro', 204, () => team(server, 'DELETE', `/macros/${macro}`));
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
  const member = await aMember(server);
  await costs('SetPresence', 204, () => member.call('POST', '/presence', { ticketId: one, state: 'viewing' }));
  await costs('StreamEvents', 200, () => LIVE.StreamEvents[200](server));
  await costs('ListAnnouncements', 200, () => team(server, 'GET', '/announcements'));
  await costs('DeleteAnnouncement', 204, () => team(server, 'DELETE', `/announcements/${announcement}`));

  for (const operation of teamOperations.filter(({ url }) => ACCOUNTS.test(url))) {
    const member = await aMember(server, 'owner');
    const request = await requestOf(operation, server, project, member);
    const options = await credentials(server, operation, operation.auth === 'none' ? undefined : member);
    await costs(operation.id, operation.success.status, () => send(server, request, options));
  }
  // One more round where there are keys to suspend.
  const access = { name: 'n', role: 'admin' };
  const creator = await aMember(server, 'owner');
  const { key, apiKey } = (await creator.call('POST', '/api-keys', access)).body;
  await server.call('POST', '/api/v1/team/api-keys', { token: key, body: access });
  await costs('DeleteApiKey', 204, () => team(server, 'DELETE', `/api-keys/${apiKey.id}`));
  await creator.call('POST', '/api-keys', access);
  await costs('UpdateMember', 200, () => team(server, 'PATCH', `/members/${creator.id}`, { disabled: true }));

  const table = Object.fromEntries(
    operations.map(({ id }) => {
      const counts = measured.get(id) ?? [];
      return [id, { usual: counts[0], most: Math.max(...counts) }];
    }),
  );
  assert.deepEqual(table, STATEMENTS);
});
