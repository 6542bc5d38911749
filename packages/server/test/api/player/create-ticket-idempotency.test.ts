import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY } from '../../../src/domain/time.ts';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  identify,
  listTickets,
  type Player,
  seenPlayer,
  setStatus,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

const PATH = '/api/v1/tickets';
const KEY = 'one-key';
const shared = await sharedServer();
const project = await aProject(shared);

function create(server: TestServer, player: Player, key: string, fields: object = {}, raw?: string): Promise<Reply> {
  return createTicket(server, player, fields, {
    headers: { 'idempotency-key': key, 'content-type': 'application/json' },
    ...(raw === undefined ? {} : { raw }),
  });
}

async function ticketCount(server: TestServer, player: Player): Promise<number> {
  const { length } = (await listTickets(server, player)).body.tickets;
  assert.equal((await seenPlayer(server, player.id)).openTickets, length);
  return length;
}

/** Byte for byte. */
function assertSame(reply: Reply, first: Reply): void {
  assert.equal(reply.status, 201, reply.text);
  assert.equal(reply.text, first.text);
  for (const name of ['location', 'content-type']) assert.equal(reply.headers.get(name), first.headers.get(name), name);
}

describe('CreateTicket 201: Idempotency-Key', () => {
  test('the same request gives the same response and creates one ticket', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const first = await create(server, player, KEY);
    server.clock.advance(1000);
    const { lastSeenAt } = await seenPlayer(server, player.id);
    for (let i = 0; i < 3; i++) assertSame(await create(server, player, KEY), first);
    assert.equal(await ticketCount(server, player), 1);
    assert.equal((await seenPlayer(server, player.id)).lastSeenAt, lastSeenAt);
  });

  test('the order of fields, white space and escapes do not matter', async () => {
    const player = await aPlayer(shared, project);
    const context = { locale: 'de', platform: 'ios' };
    const first = await create(shared, player, KEY, { context });
    const again = `\n{ "message":"I cannot leave level 3.", "context":{"platform":"\\u0069os","locale":"de"},
      "subject":"Stuck", "type":"bug", "projectPublicKey":"${project.publicKey}" }\t`;
    assertSame(await create(shared, player, KEY, {}, again), first);
    assert.equal(await ticketCount(shared, player), 1);
  });

  test('without a key, or with another key, the same body makes another ticket', async () => {
    const player = await aPlayer(shared, project);
    const ids = [];
    for (const key of [KEY, KEY.toUpperCase(), `${KEY}2`]) ids.push((await create(shared, player, key)).body.ticketId);
    for (let i = 0; i < 2; i++) ids.push((await createTicket(shared, player)).body.ticketId);
    assert.equal(new Set(ids).size, 5);
    assert.equal(await ticketCount(shared, player), 5);
  });

  test('the same key of another player is another request', async () => {
    const one = await aPlayer(shared, project);
    const two = await aPlayer(shared, project);
    const first = await create(shared, one, KEY);
    const second = await create(shared, two, KEY, { message: 'Something else.' });
    assert.equal(second.status, 201);
    assert.notEqual(second.body.ticketId, first.body.ticketId);
  });

  test('the same key in a reply is another request', async () => {
    const player = await aPlayer(shared, project);
    const { body } = await create(shared, player, KEY);
    const reply = await shared.call('POST', `${PATH}/${body.ticketId}/messages`, {
      token: player.token,
      body: { message: 'More.' },
      headers: { 'idempotency-key': KEY },
    });
    assert.equal(reply.status, 200, reply.text);
  });

  test('the response stays the same with a new token, a blocked player, a closed ticket and ten open ones', async () => {
    const player = await aPlayer(shared, project);
    const first = await create(shared, player, KEY);
    await setStatus(shared, first.body.ticketId, 'closed');
    for (let i = 0; i < 10; i++) await aTicket(shared, player);
    const { body } = await identify(shared, project, { installationId: player.installationId });
    await block(shared, player);
    assertSame(await create(shared, { ...player, token: body.playerAccessToken }, KEY), first);
    assert.equal((await seenPlayer(shared, player.id)).openTickets, 10);
  });

  test('a key is kept for 7 days', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const first = await create(server, player, KEY);
    server.clock.advance(7 * DAY);
    assertSame(await create(server, player, KEY), first);
    server.clock.advance(1);
    const second = await create(server, player, KEY, { message: 'A week later.' });
    assert.equal(second.status, 201, second.text);
    assert.notEqual(second.body.ticketId, first.body.ticketId);
    assertSame(await create(server, player, KEY, { message: 'A week later.' }), second);
    assert.equal(await ticketCount(server, player), 2);
  });

  test('a key is kept for the days of the config', async (t) => {
    const server = await startServer(t, { config: { idempotencyDays: 1 } });
    const player = await aPlayer(server);
    await create(server, player, KEY);
    server.clock.advance(DAY + 1);
    assert.equal((await create(server, player, KEY, { message: 'A day later.' })).status, 201);
  });

  for (const count of [2, 20]) {
    test(`${count} concurrent requests create one ticket and get the same response`, async () => {
      const player = await aPlayer(shared, project);
      const replies = await Promise.all(Array.from({ length: count }, () => create(shared, player, KEY)));
      for (const reply of replies) assertSame(reply, replies[0] as Reply);
      assert.equal(await ticketCount(shared, player), 1);
    });
  }

  test('a key can have any 1 to 255 visible characters', async () => {
    const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('');
    const player = await aPlayer(shared, project);
    for (const key of ['!', '~', 'k'.repeat(255), visible]) {
      const first = await create(shared, player, key);
      assertSame(await create(shared, player, key), first);
    }
    assert.equal(await ticketCount(shared, player), 4);
  });

  test('a failure is not kept', async () => {
    const player = await aPlayer(shared, project);
    assert.equal((await create(shared, player, KEY, { message: '' })).status, 400);
    await block(shared, player);
    assertProblem(await create(shared, player, KEY), 409, 'player-blocked', PATH);
    await block(shared, player, false);
    const ids = [];
    for (let i = 0; i < 10; i++) ids.push(await aTicket(shared, player));
    assertProblem(await create(shared, player, KEY), 409, 'open-ticket-limit', PATH);
    await setStatus(shared, ids[0] ?? '', 'closed');
    const first = await create(shared, player, KEY, { message: 'Another body than all before.' });
    assert.equal(first.status, 201, first.text);
    assert.ok(!ids.includes(first.body.ticketId));
  });

  test('a deeply nested unknown field does no harm', async () => {
    const player = await aPlayer(shared, project);
    const known = `"projectPublicKey":"${project.publicKey}","type":"bug","subject":"s","message":"m"`;
    const raw = `{${known},"unknown":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const first = await create(shared, player, KEY, {}, raw);
    assert.equal(first.status, 201, first.text);
    assertSame(await create(shared, player, KEY, {}, raw), first);
  });
});

describe('CreateTicket 409: Idempotency-Key', () => {
  test('with any difference in the body, and creates nothing', async () => {
    const player = await aPlayer(shared, project, {});
    const first = await create(shared, player, KEY, { context: { locale: 'de' } });
    for (const fields of [
      { message: 'I cannot leave level 4.' },
      { subject: 'stuck' },
      { type: 'other' },
      { context: { locale: 'fr' } },
      { context: { locale: 'de', platform: null } },
      { context: { locale: 'de', platform: '' } },
      { context: null },
      {},
      { context: { locale: 'de' }, unknown: 1 },
    ]) {
      assertProblem(await create(shared, player, KEY, fields), 409, 'idempotency-conflict', PATH);
    }
    assertSame(await create(shared, player, KEY, { context: { locale: 'de' } }), first);
    assert.equal(await ticketCount(shared, player), 1);
  });

  test('of two concurrent bodies, one is created and the other refused', async () => {
    const player = await aPlayer(shared, project);
    const replies = await Promise.all(['one', 'two'].map((message) => create(shared, player, KEY, { message })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409]);
    const refused = replies.find(({ status }) => status === 409) as Reply;
    assertProblem(refused, 409, 'idempotency-conflict', PATH);
    assert.equal(await ticketCount(shared, player), 1);
  });
});

describe('CreateTicket 400: Idempotency-Key', () => {
  for (const [what, key] of [
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['with a space in it', 'a b'],
    ['with a tab in it', 'a\tb'],
    ['not ASCII', 'schl\u00fcssel'],
  ] as const) {
    test(`a key that is ${what}, alone and together with an invalid field`, async () => {
      const player = await aPlayer(shared, project);
      assertInvalid(await create(shared, player, key), PATH, 'Idempotency-Key');
      assertInvalid(await create(shared, player, key, { type: 1 }), PATH, 'Idempotency-Key', 'type');
      assertInvalid(await create(shared, player, key, {}, '{'), PATH, '$', 'Idempotency-Key');
      assert.equal(await ticketCount(shared, player), 0);
    });
  }
});
