import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  mergeTicket,
  playerReply,
  setStatus,
  team,
  updateProject,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { executeSql, postgresSchema, postgresUrl, queryPostgres } from '../../helpers/databases.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import { lockRows } from '../../helpers/postgres-nodes.ts';
import { watchStatements } from '../../helpers/statements.ts';

/** PostgreSQL does these with one statement. */

const isCombined = ({ text }: { readonly text: string }) => text.startsWith('WITH allowed');

test('replies and changes of status at the same time: each reply once, and in the order of its number', async (t) => {
  const sent = watchStatements(t);
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t), RATE_LIMITS: 'off' } });
  const player = await aPlayer(server, await aProject(server));
  const ticketId = await aTicket(server, player);
  const statuses = ['pending', 'resolved', 'closed', 'open'] as const;
  const replies = Array.from({ length: 60 }, (_, index) => playerReply(server, player, ticketId, `reply ${index}`));
  const changes = Array.from({ length: 20 }, (_, index) =>
    setStatus(server, ticketId, statuses[index % statuses.length] ?? 'open'),
  );
  const [answers] = await Promise.all([Promise.all(replies), Promise.all(changes)]);

  const accepted = answers.filter(({ status }) => status === 200).map(({ body }) => body.messageId);
  assert.deepEqual(
    [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 409].includes(status)),
    [],
  );
  const rows = await queryPostgres<{ seq: number; id: string }>(
    server.databaseUrl,
    `SELECT seq, message_id AS id FROM message WHERE ticket_id = '${ticketId}' ORDER BY seq`,
  );
  assert.deepEqual(
    rows.map(({ seq }) => Number(seq)),
    rows.map((_, index) => index + 2),
  );
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), accepted.toSorted());
  assert.ok(sent.some(isCombined));
});

/**
 * Lets a transaction lock the player, run `sql`, and end when all requests wait. Returns their
 * statuses.
 */
async function whileLocked(
  t: TestContext,
  server: TestServer,
  requests: readonly (() => Promise<Reply>)[],
  sql = '',
): Promise<number[]> {
  const locked = await lockRows(t, server, 'player');
  const answers = requests.map((send) => send());
  await locked.waitFor(requests.length);
  await locked.release(sql);
  return (await Promise.all(answers)).map(({ status }) => status);
}

test('tickets at the same time: as many as allowed, and the player counts them', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t), RATE_LIMITS: 'off' } });
  const player = await aPlayer(server, await aProject(server));
  for (let count = 0; count < 8; count++) await aTicket(server, player);
  const requests = Array.from({ length: 5 }, () => () => createTicket(server, player));
  const statuses = await whileLocked(t, server, requests);
  assert.deepEqual(statuses.toSorted(), [201, 201, 409, 409, 409]);
  const rows = await queryPostgres<{ open: number; count: string }>(
    server.databaseUrl,
    'SELECT open_tickets AS open, (SELECT count(*) FROM ticket) AS count FROM player',
  );
  assert.deepEqual(rows, [{ open: 10, count: '10' }]);
});

test('a reply that waits while the ticket is closed is refused', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t), RATE_LIMITS: 'off' } });
  const player = await aPlayer(server, await aProject(server));
  const ticketId = await aTicket(server, player);
  const close = "UPDATE ticket SET status = 'closed', attention_since = NULL";
  const statuses = await whileLocked(t, server, [() => playerReply(server, player, ticketId)], close);
  assert.deepEqual(statuses, [409]);
});

test('a ticket that waits while the player is blocked is refused', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t), RATE_LIMITS: 'off' } });
  const player = await aPlayer(server, await aProject(server));
  const statuses = await whileLocked(t, server, [() => createTicket(server, player)], 'UPDATE player SET blocked = 1');
  assert.deepEqual(statuses, [409]);
});

test('a reply to a merged ticket is in the other ticket, also if both are nearly full together', async (t) => {
  const env = { DATABASE_URL: await postgresSchema(t) };
  const server = await startServer(t, { env, config: { messagesPerTicket: 10 } });
  const player = await aPlayer(server, await aProject(server));
  const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
  assert.equal((await mergeTicket(server, source, target)).status, 200);
  const ids: string[] = [];
  for (const ticketId of [source, target]) {
    const { status, body, text } = await playerReply(server, player, ticketId);
    assert.equal(status, 200, text);
    ids.push(body.messageId);
  }
  const rows = await queryPostgres<{ ticket: string; id: string }>(
    server.databaseUrl,
    "SELECT ticket_id AS ticket, message_id AS id FROM message WHERE author_type = 'player' ORDER BY seq",
  );
  assert.deepEqual(
    rows,
    ids.map((id) => ({ ticket: target, id })),
  );
  // Besides these two: the first messages and one of the server.
  for (let more = 0; more < 5; more++) assert.equal((await playerReply(server, player, target)).status, 200);
  assert.equal((await playerReply(server, player, target)).body.type, '/problems/ticket-full');
});

test('a reply opens a resolved ticket, which waits from that reply on; a held ticket stays held', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const project = await aProject(server);
  const player = await aPlayer(server, project);
  const ticketId = await aTicket(server, player);
  await setStatus(server, ticketId, 'resolved');
  server.clock.advance(1000);
  assert.equal((await playerReply(server, player, ticketId)).status, 200);
  const state = async (playerId: string, id: string) => {
    const { status, attention_since, resolved_at } = (await server.store.tickets.byId(playerId, id)) ?? assert.fail();
    return [status, attention_since, resolved_at];
  };
  server.clock.advance(1000);
  assert.equal((await playerReply(server, player, ticketId)).status, 200);
  assert.deepEqual(await state(player.id, ticketId), ['open', START + 1000, null]);
  const stranger = await aPlayer(server, project);
  assert.equal((await updateProject(server, project, { stormMode: 'on' })).status, 200);
  const heldId = await aTicket(server, stranger);
  assert.equal((await playerReply(server, stranger, heldId)).status, 200);
  assert.deepEqual(await state(stranger.id, heldId), ['held', null, null]);
});

test('a ticket with a context changes that of the player; one without gets that of the player', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const player = await aPlayer(server, await aProject(server), { context: { platform: 'ios' } });
  const contexts = async (fields: object) => {
    const { body } = await team(server, 'GET', `/tickets/${await aTicket(server, player, fields)}`);
    return [body.context.platform, body.player.context.platform];
  };
  assert.deepEqual(await contexts({ context: { platform: 'web' } }), ['web', 'web']);
  assert.deepEqual(await contexts({}), ['web', 'web']);
});

test('a key that is used again after its time belongs to the new request', async (t) => {
  const env = { DATABASE_URL: await postgresSchema(t) };
  const server = await startServer(t, { env, config: { idempotencyDays: 1 } });
  const { token, project } = await aPlayer(server, await aProject(server));
  const create = (message: string) => {
    const body = { projectPublicKey: project.publicKey, type: 'bug', subject: 'Stuck', message };
    return server.call('POST', '/api/v1/tickets', { token, body, headers: { 'idempotency-key': 'key' } });
  };
  const first = await create('first');
  assert.equal(first.status, 201, first.text);
  server.clock.advance(86_400_000);
  assert.equal((await create('second')).status, 409);
  server.clock.advance(1);
  const second = await create('second');
  assert.equal(second.status, 201, second.text);
  assert.notEqual(second.body.ticketId, first.body.ticketId);
  assert.deepEqual((await create('second')).body, second.body);
  assert.equal((await create('first')).status, 409);
});

test('a reply wakes a snoozed ticket, which waits since its first message', async (t) => {
  const server = await startServer(t, { env: { DATABASE_URL: await postgresSchema(t) } });
  const player = await aPlayer(server, await aProject(server));
  const path = `/tickets/${await aTicket(server, player)}`;
  const until = new Date(server.clock.now + 3_600_000).toISOString();
  assert.equal((await team(server, 'PATCH', path, { snooze: { until } })).status, 200);
  server.clock.advance(1000);
  assert.equal((await playerReply(server, player, path.slice('/tickets/'.length))).status, 200);
  const { snooze, attentionSince, events } = (await team(server, 'GET', path)).body;
  assert.deepEqual([snooze, Date.parse(attentionSince)], [null, START]);
  assert.equal(events.filter(({ kind }: { kind: string }) => kind === 'snooze').length, 2, 'its begin and its end');
});

test('of many requests for a support code at the same time, three get one', async (t) => {
  const env = { DATABASE_URL: await postgresSchema(t), RATE_LIMITS: 'off' };
  const server = await startServer(t, { env });
  const { token } = await aPlayer(server, await aProject(server));
  const locked = await lockRows(t, server, 'player');
  const codes = Array.from({ length: 12 }, () => server.call('POST', '/api/v1/player/support-code', { token }));
  // They count only after locking the player.
  await locked.waitFor(1);
  await locked.release();
  const statuses = (await Promise.all(codes)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [...Array(3).fill(200), ...Array(9).fill(429)]);
});

test('on Citus, which cannot route such a statement, players write in transactions', async (t) => {
  const name = `citus_${process.pid}`;
  await executeSql(postgresUrl(), `CREATE DATABASE ${name}`);
  t.after(() => executeSql(postgresUrl(), `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(postgresUrl());
  url.pathname = name;
  // Citus cannot be installed here. The server looks for its name.
  await executeSql(url.href, "UPDATE pg_extension SET extname = 'citus'");
  const sent = watchStatements(t);
  const server = await startServer(t, { env: { DATABASE_URL: url.href } });
  const player = await aPlayer(server);
  const ticketId = await aTicket(server, player);
  assert.equal((await playerReply(server, player, ticketId)).status, 200);
  assert.ok(!sent.some(isCombined));
  // "Subqueries are not supported within INSERT queries."
  assert.ok(!sent.some(({ text }) => /^insert into .* values \(.*\(select/is.test(text)));
});
