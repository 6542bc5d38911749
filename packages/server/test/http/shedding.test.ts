import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Sheddable } from '../../src/limits/load.ts';
import { assertProblem } from '../helpers/assert-problem.ts';
import {
  anAnnouncement,
  aPlayer,
  aTicket,
  createTicket,
  getTicket,
  identify,
  listTickets,
  markRead,
  playerReply,
  poll,
  teamReply,
} from '../helpers/builders.ts';
import { type StartOptions, startServer } from '../helpers/harness.ts';
import { UNKNOWN_TICKET } from '../helpers/operation/scenarios.ts';

/** Refuses what `busy.for` has. */
async function busyServer(t: TestContext, options: StartOptions = {}) {
  const busy: { for: readonly Sheddable[] } = { for: [] };
  const refuses = (what: Sheddable | undefined) => (what !== undefined && busy.for.includes(what) ? 17 : undefined);
  const server = await startServer(t, { ...options, load: { refuses } });
  return { server, busy };
}

suite('on a busy server', () => {
  test('a poll gets 503 with Retry-After, before the token is checked', async (t) => {
    const { server, busy } = await busyServer(t);
    const player = await aPlayer(server);
    busy.for = ['poll'];
    for (const token of [player.token, 'pat_unknown', undefined]) {
      const reply = await server.call('GET', '/api/v1/player/inbox?projectPublicKey=x', { token });
      assertProblem(reply, 503, 'unavailable', '/api/v1/player/inbox');
      assert.equal(reply.headers.get('retry-after'), '17');
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
      assert.ok(reply.headers.get('x-request-id'));
    }
    assert.equal((await server.call('HEAD', '/api/v1/player/inbox', { token: player.token })).status, 503);
    busy.for = [];
    assert.equal((await poll(server, player)).status, 200);
  });

  test('a refused poll is not logged, and does not count as a read', async (t) => {
    const { server, busy } = await busyServer(t, { env: { RATE_LIMIT_READ: '1', LOG_LEVEL: 'info' } });
    const player = await aPlayer(server);
    busy.for = ['poll'];
    const lines = server.log.length;
    for (let i = 0; i < 3; i++) assert.equal((await poll(server, player)).status, 503);
    assert.deepEqual(server.log.slice(lines), []);
    busy.for = [];
    assert.equal((await poll(server, player)).status, 200);
  });

  test('other reads succeed while only polls are refused', async (t) => {
    const { server, busy } = await busyServer(t);
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    busy.for = ['poll'];
    assert.equal((await listTickets(server, player)).status, 200);
    assert.equal((await getTicket(server, player, ticketId)).status, 200);
    busy.for = ['poll', 'read'];
    const refused = [
      ['/api/v1/player/tickets', await listTickets(server, player)],
      [`/api/v1/tickets/${ticketId}`, await getTicket(server, player, ticketId)],
    ] as const;
    for (const [path, reply] of refused) {
      assertProblem(reply, 503, 'unavailable', path);
      assert.equal(reply.headers.get('retry-after'), '17');
    }
  });

  test('writes and requests of the team are never refused', async (t) => {
    const { server, busy } = await busyServer(t);
    const player = await aPlayer(server);
    busy.for = ['poll', 'read'];
    assert.equal((await identify(server, player.project)).status, 200);
    const created = await createTicket(server, player);
    assert.equal(created.status, 201);
    assert.equal((await playerReply(server, player, created.body.ticketId)).status, 200);
    const announced = await anAnnouncement(server, player.project);
    assert.equal((await markRead(server, player, announced)).status, 200);
    assert.equal((await teamReply(server, created.body.ticketId)).status, 201);
    assert.equal((await server.call('GET', '/api/v1/team/tickets', { token: server.teamKey })).status, 200);
    for (const path of ['/healthz', '/readyz']) assert.equal((await server.call('GET', path)).status, 200);
  });
});

test('only polls and other reads count as in flight, while they are handled', async (t) => {
  let counted = 0;
  let inFlight = 0;
  const server = await startServer(t, {
    load: {
      began() {
        counted++;
        inFlight++;
      },
      ended: () => void inFlight--,
    },
  });
  const player = await aPlayer(server);
  const ticketId = await aTicket(server, player);
  await playerReply(server, player, ticketId);
  assert.equal(counted, 0);
  await poll(server, player);
  await listTickets(server, player);
  assert.equal(counted, 2);
  // A malformed token causes no statement.
  assert.equal((await poll(server, { ...player, token: 'pat_unknown' })).status, 401);
  assert.equal(counted, 2);
  assert.equal(inFlight, 0);
});

test('a read that fails is no longer in flight, and the next read of the player runs', {
  timeout: 120_000,
}, async (t) => {
  let inFlight = 0;
  const server = await startServer(t, {
    config: { playerReadsAtOnce: 1 },
    load: { began: () => void inFlight++, ended: () => void inFlight-- },
  });
  const player = await aPlayer(server);
  assert.equal((await getTicket(server, player, UNKNOWN_TICKET)).status, 404);
  assert.equal(inFlight, 0);
  assert.equal((await poll(server, player)).status, 200);
});
