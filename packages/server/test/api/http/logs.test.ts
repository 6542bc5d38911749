import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allOperations } from '../../../src/http/all-operations.ts';
import {
  aMember,
  anAnnouncement,
  aPlayer,
  aTicket,
  block,
  createTicket,
  directMessage,
  getTicket,
  identify,
  listTickets,
  markRead,
  type Player,
  playerReply,
  poll,
  setStatus,
  team,
  teamNote,
  teamReply,
  updateProject,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { executeSql } from '../../helpers/databases.ts';
import { everyExtension } from '../../helpers/extensions.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { everyTeamOperation } from '../../helpers/operation/every-operation.ts';
import { HIDDEN } from '../../helpers/operation/requests.ts';
import { exchange, rawRequest } from '../../helpers/raw-http.ts';

/** Words that only these texts have. */
const WORDS = {
  userId: 'quokka',
  sessionId: 'wombat',
  context: 'dingo',
  subject: 'koala',
  message: 'platypus',
  reply: 'echidna',
  answer: 'kangaroo',
  note: 'wallaby',
  title: 'numbat',
  body: 'bilby',
  tag: 'bandicoot',
};

async function everything(server: TestServer): Promise<Player> {
  const { userId, sessionId, context } = WORDS;
  const player = await aPlayer(server, undefined, { userId, sessionId, context: { deviceModel: context } });
  const ticketId = await aTicket(server, player, { subject: WORDS.subject, message: WORDS.message });
  await playerReply(server, player, ticketId, WORDS.reply);
  await teamReply(server, ticketId, WORDS.answer);
  await teamNote(server, ticketId, WORDS.note);
  const texts = { title: WORDS.title, body: WORDS.body };
  await directMessage(server, player, texts);
  const announcement = await anAnnouncement(server, player.project, texts);
  await listTickets(server, player);
  await getTicket(server, player, ticketId);
  await poll(server, player);
  await markRead(server, player, announcement);
  await setStatus(server, ticketId, 'resolved');
  await team(server, 'PATCH', '/tickets', { ticketIds: [ticketId], addTags: [WORDS.tag] });
  const { id: macro } = (await team(server, 'POST', '/macros', { name: WORDS.title, body: WORDS.body })).body;
  await team(server, 'PATCH', `/macros/${macro}`, { body: WORDS.answer });
  await updateProject(server, player.project, { name: 'Renamed' });
  for (const path of [
    '/projects',
    `/projects/${player.project.id}`,
    '/tickets',
    `/tickets?view=all&tag=${WORDS.tag}&platform=${WORDS.context}`,
    '/tickets/counts',
    '/tickets/facets',
    `/tickets/${ticketId}`,
    `/players/${player.id}`,
    `/players/${player.id}/tickets`,
    `/players/${player.id}/installations`,
    '/macros',
    '/announcements',
  ]) {
    assert.equal((await team(server, 'GET', path)).status, 200);
  }
  await team(server, 'DELETE', `/announcements/${announcement}`);
  await team(server, 'DELETE', `/macros/${macro}`);
  await block(server, player, false);
  await everyExtension(server, player.project, server.clock.now);
  await everyTeamOperation(server, player.project);
  return player;
}

/** Puts secrets and texts in right and wrong places. Returns statuses. */
async function failures(server: TestServer, player: Player): Promise<number[]> {
  const { token, installationId, project } = player;
  const { message } = WORDS;
  const ticketId = await aTicket(server, player);
  const idempotent = { token, headers: { 'idempotency-key': 'key-1' } };
  const replies: Reply[] = [
    await identify(server, project, { installationId, userId: 7, [message]: message }),
    await identify(server, { ...project, publicKey: `${project.publicKey}x` }, { installationId }),
    await server.call('POST', '/api/v1/player/identify', { raw: `{"installationId":"${installationId}", ${message}` }),
    await server.call('POST', `/api/v1/player/identify?token=${token}`, { body: {} }),
    await server.call('GET', `/api/v1/player/inbox?access_token=${token}`, { token }),
    await server.call('GET', `/api/v1/player/inbox?projectPublicKey=${token}`, { token }),
    await server.call('GET', `/api/v1/team/tickets?x=${server.teamKey}`, { token: server.teamKey }),
    await server.call('GET', `/nowhere?x=${token}&y=${server.teamKey}&z=${installationId}`, { token }),
    await server.call('PUT', `/api/v1/tickets?x=${token}`, { token, body: { message } }),
    await server.call('GET', `/api/v1/tickets/${ticketId}`, { token: `${token}x` }),
    await server.call('GET', `/api/v1/tickets/%zz?x=${token}`, { token }),
    await server.call('POST', '/api/v1/tickets', { token, raw: message, headers: { 'content-type': 'text/plain' } }),
    await server.call('POST', '/api/v1/tickets', { token, raw: message.repeat(10_000) }),
    await createTicket(server, player, { subject: message.repeat(20), type: message.repeat(5) }),
    await createTicket(server, player, {}, { ...idempotent, body: { message } }),
    await playerReply(server, player, ticketId.replace(/.$/, '0'), message),
    await exchange(server.url, `GET /?x=${token} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nbroken header\r\n\r\n`),
    await exchange(server.url, `${token} ${message}\r\n\r\n`),
    await exchange(server.url, rawRequest('GET', `http://[${token}/`)),
    await exchange(server.url, rawRequest('GET', '/', [`X: ${token.repeat(300)}`])),
  ];
  await executeSql(server.databaseUrl, 'ALTER TABLE message RENAME TO lost');
  replies.push(await createTicket(server, player, { message }, idempotent));
  replies.push(await playerReply(server, player, ticketId, message));
  await createTicket(server, player);
  return replies.map(({ status }) => status);
}

suite('the log at level trace', () => {
  test('has JSON lines; one for each response has the request id, operation and status', async (t) => {
    const server = await startServer(t, { env: { LOG_LEVEL: 'trace' } });
    await everything(server);
    const id = '4bf92f3577b34da6a3ce929d0e0e4736';
    const reply = await server.call('GET', '/healthz', { headers: { 'x-request-id': id } });
    assert.equal(reply.headers.get('x-request-id'), id);
    const lines = server.log.map((line) => {
      assert.match(line, /^\{.*\}\n$/);
      return JSON.parse(line);
    });
    const answered = lines.filter(({ msg }) => msg === 'answered');
    for (const { requestId, method, status, milliseconds } of answered) {
      assert.match(requestId, /^[A-Za-z0-9._:-]{1,128}$/);
      assert.match(method, /^[A-Z]+$/);
      assert.ok(status >= 200 && milliseconds >= 0);
    }
    assert.equal(new Set(answered.map(({ requestId }) => requestId)).size, answered.length);
    assert.ok(answered.some(({ requestId }) => requestId === id));
    const logged = new Set(answered.map(({ operation, status }) => `${operation} ${status}`));
    server.responses.delete('StreamEvents 200');
    for (const response of server.responses) assert.ok(logged.has(response), response);
    for (const { id, success } of allOperations) {
      // Its client closes the stream, so the response is never complete.
      if (id === 'StreamEvents') continue;
      assert.ok(logged.has(`${id} ${success.status}`), id);
    }
  });

  test('contains no token, key, installation id or text of a person', async (t) => {
    const server = await startServer(t, { env: { LOG_LEVEL: 'trace' } });
    const player = await everything(server);
    const statuses = await failures(server, player);
    for (const status of [400, 401, 404, 405, 413, 415, 431, 500]) {
      assert.ok(statuses.includes(status), `${status} is not among ${statuses}`);
    }
    const log = server.log.join('');
    assert.ok(server.log.length > 40);
    const { token, installationId, project } = player;
    const secrets = { token, installationId, teamKey: server.teamKey, publicKey: project.publicKey, HIDDEN, ...WORDS };
    for (const [what, secret] of Object.entries(secrets)) {
      const line = server.log.find((one) => one.toLowerCase().includes(secret.toLowerCase()));
      assert.equal(line, undefined, what);
    }
    assert.ok(!log.includes(token.slice(-32)) && !log.includes(server.teamKey.slice(-32)));
    assert.doesNotMatch(log, /pat_|psk_|ppk_/);
    const rows = await server.store.apiKeys.list();
    for (const { key_hash } of rows) assert.ok(!log.includes(key_hash));
  });

  test('has the id of the caller: a player, a member or a key', async (t) => {
    const server = await startServer(t, { env: { LOG_LEVEL: 'debug' } });
    const player = await aPlayer(server);
    const member = await aMember(server, 'viewer');
    await poll(server, player);
    await member.call('GET', '/projects');
    await team(server, 'GET', '/projects');
    await member.call('POST', '/projects', { name: 'Refused' });
    await poll(server, { ...player, token: 'pat_wrong' });
    const lines = server.log.map((line) => JSON.parse(line)).slice(-5);
    const [key] = await server.store.apiKeys.list();
    const ids = [player.id, member.id, key?.api_key_id, member.id, undefined];
    assert.deepEqual(
      lines.map(({ caller }) => caller),
      ids,
    );
    for (const { address } of lines) assert.equal(address, '127.0.0.0/24');
  });

  test('has no request id from outside that does not look like one; the response still has it', async (t) => {
    const server = await startServer(t, { env: { LOG_LEVEL: 'trace' } });
    for (const outside of [
      'ada.lovelace',
      '4111111111111111',
      `${'a'.repeat(15)}`,
      'inv_0123456789abcdef',
      'x'.repeat(128),
    ]) {
      const reply = await server.call('GET', '/healthz', { headers: { 'x-request-id': outside } });
      assert.equal(reply.headers.get('x-request-id'), outside);
      assert.ok(!server.log.join('').includes(outside), outside);
      assert.match(JSON.parse(server.log.at(-1) ?? '').requestId, /^outside-[0-9a-f]{16}$/);
    }
    server.store.projects.list = async () => {
      throw new Error('broken');
    };
    const headers = { 'x-request-id': 'ada.lovelace' };
    await server.call('GET', '/api/v1/team/projects', { token: server.teamKey, headers });
    assert.doesNotMatch(server.log.join(''), /lovelace/);
    const [failure, answered] = server.log.slice(-2).map((line) => JSON.parse(line).requestId);
    assert.equal(failure, answered, 'all lines of a request have the same id');
  });

  test('contains no token from a path', async (t) => {
    const server = await startServer(t, { env: { LOG_LEVEL: 'trace' } });
    const { token } = await aPlayer(server);
    await server.call('GET', `/api/v1/tickets/${token}`, { token });
    await server.call('GET', `/${token}`);
    await server.call('GET', `/api/v1/team/projects/${server.teamKey}`, { token: server.teamKey });
    assert.doesNotMatch(server.log.join(''), /pat_|psk_/);
  });

  test('contains no query of a request that fails', async (t) => {
    const server = await startServer(t, { env: { LOG_LEVEL: 'trace' } });
    server.store.projects.list = async () => {
      throw new Error('broken');
    };
    const reply = await server.call('GET', '/api/v1/team/projects?note=a-secret', { token: server.teamKey });
    assert.equal(reply.status, 500);
    const log = server.log.join('');
    assert.match(log, /broken/);
    assert.doesNotMatch(log, /a-secret/);
  });
});

test('at the default level, successful reads are not logged; everything else is', async (t) => {
  const server = await startServer(t, { env: { LOG_LEVEL: 'info' } });
  const player = await aPlayer(server);
  server.log.length = 0;
  await poll(server, player);
  assert.deepEqual(server.log, []);
  await poll(server, { ...player, token: 'pat_wrong' });
  await createTicket(server, player);
  assert.deepEqual(
    server.log.map((line) => JSON.parse(line)).map(({ operation, status }) => `${operation} ${status}`),
    ['GetPlayerInbox 401', 'CreateTicket 201'],
  );
});
