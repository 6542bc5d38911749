import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { DAY, MINUTE } from '../../../src/domain/time.ts';
import { playerOfInstallation } from '../../../src/domain/tokens.ts';
import { unavailable } from '../../../src/store/errors.ts';
import { assertLimited, assertProblem } from '../../helpers/assert-problem.ts';
import {
  aPlayer,
  aProject,
  block,
  createTicket,
  identify,
  listTickets,
  NO_LIMITS,
  type Player,
  type Project,
  poll,
  updateProject,
} from '../../helpers/builders.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const IDENTIFY = '/api/v1/player/identify';
const TICKETS = '/api/v1/tickets';
const from = (address: string) => ({ 'x-forwarded-for': address });

async function limited(t: TestContext, limits: object, env = {}): Promise<[TestServer, Project]> {
  const server = await startServer(t, { env: { TRUST_PROXY: 'loopback', ...env } });
  const project = await aProject(server);
  assert.equal((await updateProject(server, project, { limits: { ...NO_LIMITS, ...limits } })).status, 200);
  return [server, project];
}

const identifyNew = (server: TestServer, project: Project, address = '192.0.2.1', fields = {}) =>
  identify(server, project, fields, { headers: from(address) });

async function isStored(server: TestServer, project: Project, installationId: string): Promise<boolean> {
  const row = (await server.store.projects.byId(project.id)) ?? assert.fail();
  return (await server.store.players.byId(playerOfInstallation(row.identity_salt, installationId))) !== undefined;
}

test('each project counts for itself, even with the same limits and the same address', async (t) => {
  const limits = {
    newPlayersPerAddress: 1,
    newPlayersPerProject: 1,
    newPlayerTicketsPerAddress: 1,
    newPlayerTicketsPerProject: 1,
  };
  const [server, first] = await limited(t, limits);
  const second = await aProject(server);
  await updateProject(server, second, { limits });
  for (const project of [first, second]) {
    const player = await aPlayer(server, project);
    assert.equal((await identifyNew(server, project)).status, 429);
    assert.equal((await ticket(server, player)).status, 201);
    assert.equal((await ticket(server, player)).status, 429);
  }
});

suite('new players', () => {
  test('are limited per minute and address; a refused one is not stored, and can retry later', async (t) => {
    const [server, project] = await limited(t, { newPlayersPerAddress: 3 });
    const known = await aPlayer(server, project);
    for (let count = 0; count < 3; count++) assert.equal((await identifyNew(server, project)).status, 200);
    server.clock.advance(20_500);
    const late = { installationId: 'installation-late' };
    const refused = await identifyNew(server, project, '192.0.2.1', late);
    assertLimited(refused, IDENTIFY, { quota: 3, window: 60, wait: 40 });
    assert.match(refused.body.detail, /^At most 3 new players from one address in 60 seconds\. Wait 40 seconds\.$/);
    assert.equal(await isStored(server, project, late.installationId), false);
    assert.equal((await identifyNew(server, project, '192.0.2.2')).status, 200);
    const again = { installationId: known.installationId };
    assert.equal((await identifyNew(server, project, '192.0.2.1', again)).status, 200);
    server.clock.advance(39_499);
    assertLimited(await identifyNew(server, project, '192.0.2.1', late), IDENTIFY, { quota: 3, window: 60, wait: 1 });
    server.clock.advance(1);
    assert.equal((await identifyNew(server, project, '192.0.2.1', late)).status, 200);
    assert.equal(await isStored(server, project, late.installationId), true);
  });

  test('are counted per /64 network of IPv6', async (t) => {
    const [server, project] = await limited(t, { newPlayersPerAddress: 1 });
    assert.equal((await identifyNew(server, project, '2001:db8::1')).status, 200);
    assert.equal((await identifyNew(server, project, '2001:db8::2')).status, 429);
    assert.equal((await identifyNew(server, project, '2001:db8:0:1::1')).status, 200);
  });

  test('are limited per minute and project, for all addresses; other projects are not affected', async (t) => {
    const [server, project] = await limited(t, { newPlayersPerProject: 3, newPlayersPerAddress: 3 });
    const known = await aPlayer(server, project);
    for (let count = 1; count <= 2; count++) {
      assert.equal((await identifyNew(server, project, `192.0.2.${count}`)).status, 200);
    }
    for (let count = 0; count < 5; count++) {
      const refused = await identifyNew(server, project, '192.0.2.9');
      assertLimited(refused, IDENTIFY, { quota: 3, window: 60, wait: 60 });
      assert.match(refused.body.detail, /of this project/);
    }
    const other = await aProject(server);
    assert.equal((await identifyNew(server, other, '192.0.2.9')).status, 200);
    const again = { installationId: known.installationId };
    assert.equal((await identifyNew(server, project, '192.0.2.9', again)).status, 200);
    // What the project's limit refuses does not count for the address.
    await updateProject(server, project, { limits: { newPlayersPerProject: 0 } });
    for (let count = 0; count < 3; count++) {
      assert.equal((await identifyNew(server, project, '192.0.2.9')).status, 200);
    }
    assert.equal((await identifyNew(server, project, '192.0.2.9')).status, 429);
  });

  test('are one player if two requests for one installation are concurrent', async (t) => {
    const [server, project] = await limited(t, {});
    const installationId = 'installation-of-two';
    const both = await Promise.all([1, 2].map(() => identifyNew(server, project, '192.0.2.1', { installationId })));
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(new Set(both.map(({ body }) => body.playerId)).size, 1);
    const statuses = await Promise.all(
      both.map(async ({ body }) => {
        const player = { id: body.playerId, token: body.playerAccessToken, installationId, project };
        return (await poll(server, player)).status;
      }),
    );
    assert.deepEqual(statuses.sort(), [200, 401], 'only the later token is valid');
  });

  test('do not count if they could not be stored', async (t) => {
    const [server, project] = await limited(t, { newPlayersPerAddress: 1, newPlayersPerProject: 1 });
    const store = t.mock.method(server.store.players, 'identify', () =>
      Promise.reject(unavailable('the disk is full')),
    );
    for (let count = 0; count < 3; count++) assert.equal((await identifyNew(server, project)).status, 503);
    store.mock.restore();
    assert.equal((await identifyNew(server, project)).status, 200);
    assert.equal((await identifyNew(server, project)).status, 429);
  });

  for (const [limits, env] of [
    [{ newPlayersPerAddress: 0, newPlayersPerProject: 0 }, {}],
    [{ newPlayersPerAddress: 1, newPlayersPerProject: 1 }, { RATE_LIMITS: 'off' }],
  ]) {
    test(`are not limited with ${JSON.stringify({ ...limits, ...env })}`, async (t) => {
      const [server, project] = await limited(t, limits ?? {}, env);
      for (let count = 0; count < 5; count++) assert.equal((await identifyNew(server, project)).status, 200);
    });
  }
});

const ticket = (server: TestServer, player: Player, address = '192.0.2.1', fields = {}, headers = {}) =>
  createTicket(server, player, fields, { token: player.token, headers: { ...from(address), ...headers } });

suite('tickets by new players', () => {
  test('are limited per 10 minutes and address; a refused one is not stored', async (t) => {
    const [server, project] = await limited(t, { newPlayerTicketsPerAddress: 3 });
    const players = await Promise.all(Array.from({ length: 4 }, () => aPlayer(server, project)));
    const last = players[3] ?? assert.fail();
    for (const player of players.slice(0, 3)) assert.equal((await ticket(server, player)).status, 201);
    server.clock.advance(30_500);
    const refused = await ticket(server, last);
    assertLimited(refused, TICKETS, { quota: 3, window: 600, wait: 570 });
    assert.match(refused.body.detail, /^At most 3 tickets by new players from one address in 600 seconds\./);
    assert.deepEqual((await listTickets(server, last)).body.tickets, []);
    assert.equal((await ticket(server, last, '192.0.2.2')).status, 201);
    server.clock.advance(10 * MINUTE - 30_500);
    assert.equal((await ticket(server, last)).status, 201);
  });

  test('are limited per 10 minutes and project; other projects are not affected', async (t) => {
    const [server, project] = await limited(t, { newPlayerTicketsPerProject: 2, newPlayerTicketsPerAddress: 2 });
    const player = await aPlayer(server, project);
    for (const address of ['192.0.2.1', '192.0.2.2']) assert.equal((await ticket(server, player, address)).status, 201);
    for (let count = 0; count < 3; count++) {
      assertLimited(await ticket(server, player, '192.0.2.3'), TICKETS, { quota: 2, window: 600, wait: 600 });
    }
    assert.equal((await ticket(server, await aPlayer(server), '192.0.2.3')).status, 201);
    await updateProject(server, project, { limits: { newPlayerTicketsPerProject: 0 } });
    assert.equal((await ticket(server, player, '192.0.2.3')).status, 201);
  });

  test('are limited for a day; then tickets of the player neither count nor are refused', async (t) => {
    const [server, project] = await limited(t, { newPlayerTicketsPerAddress: 1, newPlayerTicketsPerProject: 1 });
    const old = await aPlayer(server, project);
    server.clock.advance(DAY - 1);
    assert.equal((await ticket(server, old)).status, 201);
    assert.equal((await ticket(server, old)).status, 429);
    server.clock.advance(1);
    for (let count = 0; count < 3; count++) assert.equal((await ticket(server, old)).status, 201);
    server.clock.advance(10 * MINUTE);
    const young = await aPlayer(server, project);
    assert.equal((await ticket(server, old)).status, 201);
    assert.equal((await ticket(server, young)).status, 201);
    assert.equal((await ticket(server, young)).status, 429);
    assert.equal((await ticket(server, old)).status, 201);
  });

  test('do not count if they are refused, fail or are repeated', async (t) => {
    const [server, project] = await limited(t, { newPlayerTicketsPerAddress: 12, newPlayerTicketsPerProject: 12 });
    const [player, full, blocked] = [
      await aPlayer(server, project),
      await aPlayer(server, project),
      await aPlayer(server, project),
    ];
    await block(server, blocked);
    const key = { 'idempotency-key': 'once' };
    const first = await ticket(server, player, undefined, {}, key);
    assert.equal(first.status, 201);
    for (let count = 0; count < 10; count++) assert.equal((await ticket(server, full)).status, 201);
    const refusals = [
      () => ticket(server, player, undefined, { message: '' }),
      () => ticket(server, player, undefined, { projectPublicKey: 'another' }),
      () => ticket(server, player, undefined, { subject: 'Another one' }, key),
      () => ticket(server, full),
      () => ticket(server, blocked),
    ];
    for (let count = 0; count < 3; count++) {
      const statuses = [];
      for (const refused of refusals) statuses.push((await refused()).status);
      assert.deepEqual(statuses, [400, 401, 409, 409, 409]);
      const repeat = await ticket(server, player, undefined, {}, key);
      assert.deepEqual([repeat.status, repeat.text], [201, first.text]);
    }
    // Eleven were created. The limit is twelve.
    assert.equal((await ticket(server, player)).status, 201);
    assert.equal((await ticket(server, player)).status, 429);
  });

  test('are limited in the same way if they are concurrent', async (t) => {
    const [server, project] = await limited(t, { newPlayerTicketsPerAddress: 3 });
    const players = await Promise.all(Array.from({ length: 8 }, () => aPlayer(server, project)));
    const replies = await Promise.all(players.map((player) => ticket(server, player)));
    assert.equal(replies.filter(({ status }) => status === 201).length, 3);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      assertProblem(reply, 429, 'rate-limited', TICKETS);
    }
  });

  for (const [limits, env] of [
    [{}, {}],
    [{ newPlayerTicketsPerAddress: 1, newPlayerTicketsPerProject: 1 }, { RATE_LIMITS: 'off' }],
  ]) {
    test(`are not limited with ${JSON.stringify({ ...limits, ...env })}`, async (t) => {
      const [server, project] = await limited(t, limits ?? {}, env);
      const player = await aPlayer(server, project);
      for (let count = 0; count < 5; count++) assert.equal((await ticket(server, player)).status, 201);
    });
  }
});
