import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR, MINUTE } from '../../../src/domain/time.ts';
import { assertInvalid, assertLimited, assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aTicket,
  createTicket,
  identify,
  listTickets,
  type Player,
  poll,
  seenPlayer,
  setStatus,
} from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const PATH = '/api/v1/tickets';

/** Adds one ticket per second. Returns ids, oldest first. */
async function tickets(server: TestServer, player: Player, count: number): Promise<string[]> {
  const ids = [];
  for (let i = 0; i < count; i++) {
    server.clock.advance(1000);
    ids.push(await aTicket(server, player));
  }
  return ids;
}

async function statuses(server: TestServer, player: Player, ids: readonly string[]): Promise<(string | undefined)[]> {
  const { body } = await listTickets(server, player);
  const byId = new Map<string, string>(
    body.tickets.map((ticket: { id: string; status: string }) => [ticket.id, ticket.status]),
  );
  return ids.map((id) => byId.get(id));
}

async function notClosed(server: TestServer, player: Player): Promise<number> {
  const { body } = await listTickets(server, player);
  const count = body.tickets.filter((ticket: { status: string }) => ticket.status !== 'closed').length;
  assert.equal((await seenPlayer(server, player.id)).openTickets, count);
  return count;
}

describe('CreateTicket 409: ten open tickets', () => {
  test('the eleventh is refused while ten are open or pending, and accepted when one is closed', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ids = await tickets(server, player, 10);
    for (const id of ids.slice(0, 5)) await setStatus(server, id, 'pending');
    assertProblem(await createTicket(server, player), 409, 'open-ticket-limit', PATH);
    assert.equal(await notClosed(server, player), 10);
    assert.equal((await listTickets(server, player)).body.tickets.length, 10);

    await setStatus(server, ids[3] ?? '', 'closed');
    assert.equal((await createTicket(server, player)).status, 201);
    assertProblem(await createTicket(server, player), 409, 'open-ticket-limit', PATH);
    assert.equal(await notClosed(server, player), 10);
  });

  test("another player's tickets do not count", async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await tickets(server, player, 10);
    const other = await aPlayer(server, player.project);
    assert.equal((await tickets(server, other, 10)).length, 10);
  });

  test('a refusal changes nothing about the player', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server, undefined, { context: { platform: 'ios' } });
    await tickets(server, player, 10);
    const before = await seenPlayer(server, player.id);
    server.clock.advance(1000);
    assert.equal((await createTicket(server, player, { context: { platform: 'web' } })).status, 409);
    assert.deepEqual(await seenPlayer(server, player.id), before);
  });

  test('an invalid body is a 400, never a 409', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    await tickets(server, player, 10);
    assertInvalid(await createTicket(server, player, { message: '' }), PATH, 'message');
  });

  test('exactly one of 50 concurrent requests succeeds with nine open tickets', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_CREATE: '100' } });
    const player = await aPlayer(server);
    await tickets(server, player, 9);
    const replies = await Promise.all(Array.from({ length: 50 }, () => createTicket(server, player)));
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      assertProblem(reply, 409, 'open-ticket-limit', PATH);
    }
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    assert.equal(await notClosed(server, player), 10);
  });
});

describe('CreateTicket 201: at ten with some resolved', () => {
  test('the ticket that was resolved first is closed to make room, without a message', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ids = await tickets(server, player, 10);
    // The order of resolution differs from creation, ids and activity.
    const [early = '', middle = '', late = ''] = [ids[6], ids[2], ids[8]];
    for (const id of [early, middle, late]) {
      server.clock.advance(1000);
      await setStatus(server, id, 'resolved');
    }
    const inbox = (await poll(server, player)).body.messages;
    assert.equal(inbox.length, 3);

    const expected = [
      ['closed', 'resolved', 'resolved'],
      ['closed', 'closed', 'resolved'],
      ['closed', 'closed', 'closed'],
    ];
    for (const each of expected) {
      assert.equal((await createTicket(server, player)).status, 201);
      assert.deepEqual(await statuses(server, player, [early, middle, late]), each);
      assert.equal(await notClosed(server, player), 10);
    }
    assertProblem(await createTicket(server, player), 409, 'open-ticket-limit', PATH);
    assert.deepEqual((await poll(server, player)).body.messages, inbox);
  });

  test('the time of the latest resolution counts', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const [first = '', second = ''] = await tickets(server, player, 10);
    for (const [id, status] of [
      [first, 'resolved'],
      [second, 'resolved'],
      [first, 'open'],
      [first, 'resolved'],
    ] as const) {
      server.clock.advance(1000);
      await setStatus(server, id, status);
    }
    await aTicket(server, player);
    assert.deepEqual(await statuses(server, player, [first, second]), ['resolved', 'closed']);
  });

  test('no resolved ticket is closed below ten', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const [first = ''] = await tickets(server, player, 9);
    await setStatus(server, first, 'resolved');
    await aTicket(server, player);
    assert.deepEqual(await statuses(server, player, [first]), ['resolved']);
  });

  test('if the team reopened tickets, as many are closed as needed, or none', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const ids = await tickets(server, player, 10);
    for (const id of ids.slice(0, 2)) await setStatus(server, id, 'closed');
    ids.push(...(await tickets(server, player, 2)));
    for (const id of ids.slice(0, 2)) await setStatus(server, id, 'open');
    assert.equal(await notClosed(server, player), 12);

    const [a = '', b = '', c = ''] = ids;
    for (const id of [a, b]) await setStatus(server, id, 'resolved');
    assertProblem(await createTicket(server, player), 409, 'open-ticket-limit', PATH);
    assert.deepEqual(await statuses(server, player, [a, b]), ['resolved', 'resolved']);

    await setStatus(server, c, 'resolved');
    assert.equal((await createTicket(server, player)).status, 201);
    assert.deepEqual(await statuses(server, player, [a, b, c]), ['closed', 'closed', 'closed']);
    assert.equal(await notClosed(server, player), 10);
  });
});

describe('CreateTicket 429', () => {
  const bad = (server: TestServer, player: Player) => createTicket(server, player, { message: '' });

  test('20 per minute for each player', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    for (let i = 0; i < 10; i++) assert.equal((await createTicket(server, player)).status, 201);
    for (let i = 0; i < 10; i++) assert.equal((await createTicket(server, player)).status, 409);
    server.clock.advance(20_500);
    assertLimited(await createTicket(server, player), PATH, { quota: 20, window: 60, wait: 40 });
    assert.equal((await createTicket(server, await aPlayer(server, player.project))).status, 201);
    assert.equal((await listTickets(server, player)).status, 200);
    server.clock.advance(39_499);
    assertLimited(await createTicket(server, player), PATH, { quota: 20, window: 60, wait: 1 });
    server.clock.advance(1);
    assert.equal((await createTicket(server, player)).status, 409);
  });

  test('60 per hour', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    for (let minute = 0; minute < 3; minute++) {
      for (let i = 0; i < 20; i++) assert.equal((await bad(server, player)).status, 400);
      server.clock.advance(MINUTE);
    }
    assertLimited(await bad(server, player), PATH, { quota: 60, window: 3600, wait: 3420 });
    server.clock.advance(HOUR - 3 * MINUTE - 1);
    assertLimited(await bad(server, player), PATH, { quota: 60, window: 3600, wait: 1 });
    server.clock.advance(1);
    assert.equal((await createTicket(server, player)).status, 201);
  });

  test('identify does not start a new window', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_CREATE: '1' } });
    const player = await aPlayer(server);
    assert.equal((await createTicket(server, player)).status, 201);
    const { body } = await identify(server, player.project, { installationId: player.installationId });
    const reply = await createTicket(server, { ...player, token: body.playerAccessToken });
    assertLimited(reply, PATH, { quota: 1, window: 60, wait: 60 });
  });

  for (const env of [
    { RATE_LIMIT_CREATE: '0', RATE_LIMIT_CREATE_HOUR: '0' },
    { RATE_LIMITS: 'off', RATE_LIMIT_CREATE: '1', RATE_LIMIT_CREATE_HOUR: '1' },
  ]) {
    test(`never with ${JSON.stringify(env)}`, async (t) => {
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      for (let i = 0; i < 70; i++) assert.equal((await bad(server, player)).status, 400);
    });
  }

  test('0 switches off only one limit', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_CREATE: '0' } });
    const player = await aPlayer(server);
    for (let i = 0; i < 60; i++) assert.equal((await bad(server, player)).status, 400);
    assertLimited(await bad(server, player), PATH, { quota: 60, window: 3600, wait: 3600 });
  });

  test('refused tokens are limited per address; a valid token still works', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_AUTH_ADDRESS: '2' } });
    const player = await aPlayer(server);
    for (let i = 0; i < 2; i++) assert.equal((await server.call('POST', PATH, { token: 'pat_x' })).status, 401);
    assertLimited(await server.call('POST', PATH, { token: 'pat_x' }), PATH, { quota: 2, window: 60, wait: 60 });
    assert.equal((await createTicket(server, player)).status, 201);
    server.clock.advance(MINUTE);
    assert.equal((await server.call('POST', PATH, { token: 'pat_x' })).status, 401);
  });
});
