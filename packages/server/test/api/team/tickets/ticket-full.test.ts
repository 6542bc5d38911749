import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  createTicket,
  getTicket,
  listTickets,
  playerReply,
  poll,
  setStatus,
  team,
  teamNote,
  teamReply,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

const LIMIT = 10;
const START_OPTIONS = { env: { RATE_LIMIT_REPLY: '0' }, config: { messagesPerTicket: LIMIT } };

const playerPath = (id: string) => `/api/v1/tickets/${id}/messages`;
const teamPath = (id: string, kind: string) => `/api/v1/team/tickets/${id}/${kind}`;

const teamTicket = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;

const times = (count: number, send: () => Promise<Reply>) => Promise.all(Array.from({ length: count }, send));

suite('a full ticket', { concurrency: true }, () => {
  test('takes no message and no note: 409 ticket-full, and nothing changes', async (t) => {
    const server = await startServer(t, START_OPTIONS);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    const last = { body: { message: 'The last one.' }, token: player.token, headers: { 'idempotency-key': 'last' } };
    for (let round = 0; round < 3; round++) {
      assert.equal((await playerReply(server, player, id)).status, 200);
      assert.equal((await teamNote(server, id)).status, 201);
    }
    for (let round = 0; round < 2; round++) assert.equal((await teamReply(server, id)).status, 201);
    const stored = await server.call('POST', playerPath(id), last);
    assert.equal(stored.status, 200);
    const ofPlayer = async () => [
      (await poll(server, player)).body.messages,
      (await getTicket(server, player, id)).body,
      (await listTickets(server, player)).body,
    ];
    const seen = await ofPlayer();
    const before = await teamTicket(server, id);
    assert.equal(before.messages.length, LIMIT);

    const refused = await playerReply(server, player, id);
    assertProblem(refused, 409, 'ticket-full', playerPath(id));
    assert.match(refused.body.detail, /at most 10 messages and notes. Write in a new ticket/);
    const keyed = { ...last, headers: { 'idempotency-key': 'another' } };
    assertProblem(await server.call('POST', playerPath(id), keyed), 409, 'ticket-full', playerPath(id));
    assertProblem(await teamNote(server, id), 409, 'ticket-full', teamPath(id, 'notes'));
    assertProblem(await teamReply(server, id), 409, 'ticket-full', teamPath(id, 'replies'));
    assert.deepEqual(await teamTicket(server, id), before);
    assert.deepEqual(await ofPlayer(), seen);
    assert.equal((await server.call('POST', playerPath(id), last)).text, stored.text, 'a repeated request');
    assert.equal((await createTicket(server, player)).status, 201);
  });

  test('has places left for the conversation, however many notes a viewer adds', async (t) => {
    const server = await startServer(t, START_OPTIONS);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    const viewer = await aMember(server, 'viewer');
    const note = () => viewer.call('POST', `/tickets/${id}/notes`, { message: 'Hm.' });
    for (let count = 1; count < 0.8 * LIMIT; count++) assert.equal((await note()).status, 201);
    const refused = await note();
    assertProblem(refused, 409, 'ticket-full', teamPath(id, 'notes'));
    assert.match(refused.body.detail, /^This ticket has 8 messages and notes\. Viewers add no more/);
    assert.equal((await playerReply(server, player, id)).status, 200);
    const agent = await aMember(server, 'agent');
    assert.equal((await agent.call('POST', `/tickets/${id}/notes`, { message: 'Hm.' })).status, 201);
  });

  test('still changes its status, and the player gets the notice', async (t) => {
    const server = await startServer(t, START_OPTIONS);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    for (let count = 1; count < LIMIT; count++) await teamNote(server, id);
    for (const status of ['resolved', 'open', 'closed'])
      assert.equal((await setStatus(server, id, status)).status, 200);
    const types = (await poll(server, player)).body.messages.map(({ type }: { type: string }) => type);
    assert.deepEqual(types, ['ticket_status', 'ticket_status']);
    assertProblem(await playerReply(server, player, id), 409, 'ticket-closed', playerPath(id));
  });

  test('has no message too many after 30 requests at the same time', async (t) => {
    const server = await startServer(t, START_OPTIONS);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    const replies = await Promise.all([
      times(10, () => playerReply(server, player, id)),
      times(10, () => teamNote(server, id)),
      times(10, () => teamReply(server, id)),
    ]);
    const written = replies.flat().filter(({ status }) => status < 300);
    assert.equal(written.length, LIMIT - 1);
    const refused = replies.flat().filter(({ status }) => status === 409);
    assert.equal(refused.length, 30 - written.length);
    assert.ok(refused.every(({ body }) => body.type === '/problems/ticket-full'));
    assert.equal((await teamTicket(server, id)).messages.length, LIMIT);
  });
});
