import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aTicket,
  block,
  getTicket,
  type Player,
  playerReply,
  setStatus,
  teamReply,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import type { ConfigChanges } from '../../helpers/config-changes.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const DAY = 86_400_000;
const pathOf = (ticketId: string) => `/api/v1/tickets/${ticketId}/messages`;

function send(server: TestServer, player: Player, ticketId: string, key: string, body: unknown): Promise<Reply> {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  return server.call('POST', pathOf(ticketId), { token: player.token, raw, headers: { 'idempotency-key': key } });
}

async function messageCount(server: TestServer, player: Player, ticketId: string): Promise<number> {
  return (await getTicket(server, player, ticketId)).body.messages.length;
}

async function aServerWithTicket(t: Parameters<typeof startServer>[0], config: ConfigChanges = {}) {
  const server = await startServer(t, { config });
  const player = await aPlayer(server);
  return { server, player, ticketId: await aTicket(server, player) };
}

describe('AddTicketMessage with an Idempotency-Key: 200', () => {
  test('the same request gives the first response, byte for byte, and has no second effect', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const first = await send(server, player, ticketId, 'k', '{"message":"Hé","more":[1,{"a":1,"b":2}]}');
    assert.equal(first.status, 200);
    await teamReply(server, ticketId);
    server.clock.advance(7 * DAY);
    const again = await send(server, player, ticketId, 'k', ' {"more":[1,{"b":2,"a":1.0}],\n"message":"H\\u00e9"}');
    assert.deepEqual([again.status, again.text], [200, first.text]);
    const { body } = await getTicket(server, player, ticketId);
    assert.deepEqual([body.messages.length, body.status], [3, 'pending']);
  });

  test('the response stays the same, even if the ticket or the player changes', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const first = await send(server, player, ticketId, 'k', { message: 'x' });
    await setStatus(server, ticketId, 'closed');
    await block(server, player);
    const again = await send(server, player, ticketId, 'k', { message: 'x' });
    assert.deepEqual([again.status, again.text], [200, first.text]);
  });

  for (const [days, config] of [
    [7, {}],
    [1, { idempotencyDays: 1 }],
  ] as const) {
    test(`a key can be used again after ${days} days`, async (t) => {
      const { server, player, ticketId } = await aServerWithTicket(t, config);
      const first = await send(server, player, ticketId, 'k', { message: 'x' });
      server.clock.advance(days * DAY);
      assert.equal((await send(server, player, ticketId, 'k', { message: 'x' })).text, first.text);
      server.clock.advance(1);
      const later = await send(server, player, ticketId, 'k', { message: 'another' });
      assert.equal(later.status, 200);
      assert.notEqual(later.body.messageId, first.body.messageId);
      assert.equal((await send(server, player, ticketId, 'k', { message: 'another' })).text, later.text);
      assert.equal(await messageCount(server, player, ticketId), 3);
    });
  }

  test('a key belongs to one player and one path', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const neighbour = await aPlayer(server, player.project);
    const theirs = await aTicket(server, neighbour);
    const second = await aTicket(server, player);
    const replies = [
      await send(server, player, ticketId, 'k', { message: 'one' }),
      await send(server, player, second, 'k', { message: 'two' }),
      await send(server, neighbour, theirs, 'k', { message: 'three' }),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(new Set(replies.map(({ body }) => body.messageId)).size, 3);
    const created = await server.call('POST', '/api/v1/tickets', {
      token: player.token,
      body: { projectPublicKey: player.project.publicKey, type: 'bug', subject: 's', message: 'm' },
      headers: { 'idempotency-key': 'k' },
    });
    assert.equal(created.status, 201);
  });

  test('the spelling of the path does not matter', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const first = await send(server, player, ticketId, 'k', { message: 'x' });
    const encoded = await send(server, player, `%74${ticketId.slice(1)}`, 'k', { message: 'x' });
    assert.deepEqual([encoded.status, encoded.text], [200, first.text]);
    assert.equal(await messageCount(server, player, ticketId), 2);
  });

  test('concurrent requests have one effect and one response', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send(server, player, ticketId, 'k', { message: 'x' })),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    assert.equal(await messageCount(server, player, ticketId), 2);
  });

  test('without a key, the same request has a second effect', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    for (let i = 0; i < 2; i++) await playerReply(server, player, ticketId);
    assert.equal(await messageCount(server, player, ticketId), 3);
  });

  test('only successful responses are kept', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    assert.equal((await send(server, player, ticketId, 'k', { message: '' })).status, 400);
    await setStatus(server, ticketId, 'closed');
    assert.equal((await send(server, player, ticketId, 'k', { message: 'x' })).status, 409);
    await setStatus(server, ticketId, 'open');
    assert.equal((await send(server, player, ticketId, 'k', { message: 'y' })).status, 200);
  });

  test('a key can have up to 255 of any visible characters', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 33 + i));
    for (const key of [visible, 'x'.repeat(255), '!']) {
      const first = await send(server, player, ticketId, key, { message: 'x' });
      assert.equal(first.status, 200);
      assert.equal((await send(server, player, ticketId, key, { message: 'x' })).text, first.text);
    }
    assert.equal(await messageCount(server, player, ticketId), 4);
  });

  test('even the deepest possible body is compared', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const deep = (last: string) => `{"message":"x","more":${'['.repeat(30_000)}${last}${']'.repeat(30_000)}}`;
    const first = await send(server, player, ticketId, 'k', deep('1'));
    assert.equal(first.status, 200);
    assert.equal((await send(server, player, ticketId, 'k', deep(' 1 '))).text, first.text);
    assert.equal((await send(server, player, ticketId, 'k', deep('2'))).status, 409);
  });
});

describe('AddTicketMessage with an Idempotency-Key: 400', () => {
  test('for a malformed key, together with every other error', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    for (const key of ['', 'two words', 'x'.repeat(256), 'é', 'tab\tin']) {
      assertInvalid(await send(server, player, ticketId, key, { message: 'x' }), pathOf(ticketId), 'Idempotency-Key');
    }
    const both = await send(server, player, ticketId, 'two words', { message: 5 });
    assertInvalid(both, pathOf(ticketId), 'Idempotency-Key', 'message');
    assert.equal(await messageCount(server, player, ticketId), 1);
  });
});

describe('AddTicketMessage with an Idempotency-Key: 409', () => {
  test('for another body with the same key, even if only an unknown field differs', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const first = await send(server, player, ticketId, 'k', { message: 'x' });
    for (const body of [{ message: 'y' }, { message: 'x ' }, { message: 'x', more: 1 }]) {
      const reply = await send(server, player, ticketId, 'k', body);
      assertProblem(reply, 409, 'idempotency-conflict', pathOf(ticketId));
    }
    assert.equal(await messageCount(server, player, ticketId), 2);
    assert.equal((await send(server, player, ticketId, 'k', { message: 'x' })).text, first.text);
  });

  test('only one of two concurrent bodies has an effect', async (t) => {
    const { server, player, ticketId } = await aServerWithTicket(t);
    const replies = await Promise.all(
      ['one', 'two'].map((message) => send(server, player, ticketId, 'k', { message })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(await messageCount(server, player, ticketId), 2);
  });
});
