import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import {
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  eventually,
  getTicket,
  listTickets,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  teamReply,
} from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { emptyDatabase } from '../helpers/databases.ts';
import { limitFileSize, watchDisk } from '../helpers/disk.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';

/** Over a page, so it always needs space. */
const LONG = 'x'.repeat(4000);

function assertUnavailable({ status, headers, body, text }: Reply): void {
  assert.equal(status, 503, text);
  assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8');
  assert.equal(body.type, '/problems/unavailable');
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

/** Reads whatever a player's writes can change. */
async function seen(server: TestServer, player: Player, ticketId: string): Promise<unknown[]> {
  const replies = await Promise.all([
    listTickets(server, player),
    poll(server, player),
    server.call('GET', `/api/v1/team/players/${player.id}`, { token: server.teamKey }),
    server.call('GET', `/api/v1/team/tickets/${ticketId}`, { token: server.teamKey }),
    server.call('GET', '/api/v1/team/tickets?view=all', { token: server.teamKey }),
  ]);
  return replies.map(({ status, body, text }) => {
    assert.equal(status, 200, text);
    return { ...body, nextPollAfterSeconds: undefined };
  });
}

interface Full {
  readonly server: TestServer;
  setFull(full: boolean): void;
}

/** Asserts that writes fail without space, reads succeed, and later writes need no restart. */
async function refusesAndRecovers({ server, setFull }: Full): Promise<void> {
  const player = await aPlayer(server);
  const ticketId = await aTicket(server, player, { message: LONG });
  const before = await seen(server, player, ticketId);
  const create = () =>
    createTicket(server, player, { message: LONG }, { headers: { 'idempotency-key': 'when-there-is-room' } });

  setFull(true);
  const replies = await Promise.all([create(), playerReply(server, player, ticketId, LONG)]);
  for (const reply of [...replies, await teamReply(server, ticketId, LONG)]) assertUnavailable(reply);
  assert.deepEqual(await seen(server, player, ticketId), before);
  assert.equal((await server.call('GET', '/healthz')).status, 200);
  setFull(false);

  const created = await create();
  assert.equal(created.status, 201, created.text);
  assert.equal((await create()).text, created.text);
  assert.equal((await playerReply(server, player, ticketId, LONG)).status, 200);
  assert.equal((await teamReply(server, ticketId, LONG)).status, 201);
  assert.equal((await seenPlayer(server, player.id)).openTickets, 2);
  assert.equal((await getTicket(server, player, ticketId)).body.messages.length, 3);
  assert.deepEqual(await server.store.check(), []);
}

/** Limited, SQLite fails as on a full disk. */
async function startBounded(t: TestContext): Promise<Full> {
  const exec = t.mock.method(DatabaseSync.prototype, 'exec');
  const server = await startServer(t, { env: { DATABASE_URL: await emptyDatabase(t, 'sqlite') } });
  const served = exec.mock.calls.find(({ arguments: [sql] }) => sql.includes('journal_mode'))?.this;
  exec.mock.restore();
  assert.ok(served instanceof DatabaseSync);
  return { server, setFull: (full) => served.exec(`PRAGMA max_page_count = ${full ? 1 : 0xfffffffe}`) };
}

test('a full database refuses writes with 503, and accepts them when there is space', async (t) => {
  await refusesAndRecovers(await startBounded(t));
});

test('of the writes in one commit on a full database, only the confirmed ones are stored', async (t) => {
  const { server, setFull } = await startBounded(t);
  const project = await aProject(server);
  const players = await Promise.all(Array.from({ length: 20 }, () => aPlayer(server, project)));
  setFull(true);
  // All wait for this lock, so they share a commit.
  const lock = new DatabaseSync(server.databaseFile);
  lock.exec('BEGIN IMMEDIATE');
  // Short writes may still fit.
  const creates = players.map((player, index) =>
    createTicket(server, player, { message: index % 2 === 0 ? LONG : 'Help' }),
  );
  for (let turn = 0; turn < 20; turn++) await server.call('GET', '/healthz');
  lock.close();
  const statuses = await Promise.all(
    players.map(async (player, index) => {
      const status = (await creates[index])?.status;
      const { body } = await listTickets(server, player);
      const tickets = status === 201 ? 1 : 0;
      assert.deepEqual([body.tickets.length, (await seenPlayer(server, player.id)).openTickets], [tickets, tickets]);
      return status;
    }),
  );
  assert.ok(statuses.includes(503));
  setFull(false);
  for (const player of players) assert.equal((await createTicket(server, player)).status, 201);
});

test('with files that cannot grow, writes get 503; they succeed when the files can grow', async (t) => {
  const server = await startServer(t);
  await refusesAndRecovers({ server, setFull: (full) => limitFileSize(t, full ? 4096 : 'unlimited') });
});

test('if only the WAL is full, a checkpoint makes space', async (t) => {
  // The WAL has its migrations.
  const server = await startServer(t, { env: { DATABASE_URL: await emptyDatabase(t, 'sqlite') } });
  const project = await aProject(server);
  const identify = () =>
    server.call('POST', '/api/v1/player/identify', {
      body: { projectPublicKey: project.publicKey, installationId: 'my-installation' },
    });
  // The same pages again: the WAL becomes much longer than the database.
  for (let count = 0; count < 25; count++) assert.equal((await identify()).status, 200);
  limitFileSize(t, statSync(`${server.databaseFile}-wal`).size);
  assertUnavailable(await identify());
  await eventually(async () => {
    server.clock.advance(60_000);
    return (await identify()).status === 200;
  });
  assert.equal((await createTicket(server, await aPlayer(server, project))).status, 201);
});

test('after a failed sync, writes wait until the database file has all commits', async (t) => {
  const disk = watchDisk(t);
  const server = await startServer(t, { env: disk.env });
  const player = await aPlayer(server);
  const ticketId = await aTicket(server, player);

  // One waits for the failing sync, one for the next.
  const release = disk.hold();
  const inSync = playerReply(server, player, ticketId, 'in the sync');
  await disk.waiting();
  const behind = playerReply(server, player, ticketId, 'behind it');
  await eventually(async () => (await getTicket(server, player, ticketId)).body.messages.length === 3);
  // A reader keeps checkpoints from copying the whole WAL.
  const reader = new DatabaseSync(disk.file);
  reader.exec('BEGIN; SELECT * FROM player');
  disk.fail('EIO');
  release();
  assertUnavailable(await inSync);
  assertUnavailable(await behind);

  // Another sync would not restore the lost pages.
  disk.fail(undefined);
  const { syncs } = disk;
  const refused = async () => assertUnavailable(await playerReply(server, player, ticketId, 'refused'));
  const until = performance.now() + 600;
  while (performance.now() < until) {
    await refused();
    server.clock.advance(60_000);
  }
  assert.equal((await poll(server, player)).status, 200);
  assert.equal((await server.call('GET', '/readyz')).status, 503);
  assert.equal(disk.syncs, syncs);

  reader.exec('COMMIT');
  reader.close();
  await eventually(async () => (await server.call('GET', '/readyz')).status === 200);
  assert.equal((await playerReply(server, player, ticketId, 'after')).status, 200);
  assert.equal((await createTicket(server, player)).status, 201);

  const restarted = await startServer(t, { env: disk.powerCut() });
  const { body } = await getTicket(restarted, player, ticketId);
  const messages: string[] = body.messages.map(({ message }: { message: string }) => message);
  assert.equal(messages[0], 'I cannot leave level 3.');
  assert.equal(messages.at(-1), 'after');
  assert.ok(!messages.includes('refused'));
});
