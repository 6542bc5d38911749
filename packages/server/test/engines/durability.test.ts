import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import {
  aPlayer,
  aProject,
  aTicket,
  createTicket,
  directMessage,
  eventually,
  getTicket,
  identify,
  listTickets,
  markRead,
  type Player,
  playerReply,
  poll,
  teamReply,
} from '../helpers/builders.ts';
import type { Reply } from '../helpers/call.ts';
import { type Disk, watchDisk } from '../helpers/disk.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

async function start(t: TestContext): Promise<{ disk: Disk; server: TestServer }> {
  const disk = watchDisk(t);
  return { disk, server: await startServer(t, { env: disk.env }) };
}

/** Starts a server on the files that a power cut would leave now. */
function afterPowerCut(t: TestContext, disk: Disk): Promise<TestServer> {
  return startServer(t, { env: disk.powerCut() });
}

const conversation = async (server: TestServer, player: Player, ticketId: string): Promise<string[]> => {
  const { status, body, text } = await getTicket(server, player, ticketId);
  assert.equal(status, 200, text);
  return body.messages.map(({ id }: { id: string }) => id);
};

/** Writes while the disk hangs. Only this write's response must wait. */
async function answeredOnlyOnceSynced(
  { disk, server }: { disk: Disk; server: TestServer },
  pollingPlayer: Player,
  write: () => Promise<Reply>,
): Promise<Reply> {
  const release = disk.hold();
  let answered = false;
  const answer = write().finally(() => {
    answered = true;
  });
  await Promise.race([disk.waiting(), answer]);
  for (let turn = 0; turn < 3; turn++) {
    assert.equal((await server.call('GET', '/healthz')).status, 200);
    assert.equal((await poll(server, pollingPlayer)).status, 200);
  }
  assert.equal(answered, false, 'answered before its sync');
  release();
  return answer;
}

test('confirmed writes survive a power cut', async (t) => {
  const { disk, server } = await start(t);
  const project = await aProject(server);
  const players = await Promise.all(Array.from({ length: 12 }, () => aPlayer(server, project)));
  const confirmed = await Promise.all(
    players.map(async (player) => {
      const ticketId = await aTicket(server, player);
      const { body: reply } = await playerReply(server, player, ticketId);
      const { body: answer } = await teamReply(server, ticketId);
      const { body: inbox } = await poll(server, player);
      const { body: read } = await markRead(server, player, inbox.messages[0].id);
      return { player, ticketId, replies: [reply.messageId, answer.messageId], readAt: read.readAt };
    }),
  );

  const restarted = await afterPowerCut(t, disk);
  for (const { player, ticketId, replies, readAt } of confirmed) {
    assert.deepEqual((await conversation(restarted, player, ticketId)).slice(1), replies);
    const { body } = await poll(restarted, player);
    assert.deepEqual(
      body.messages.map((message: { ticketId: string; readAt: string }) => [message.ticketId, message.readAt]),
      [[ticketId, readAt]],
    );
  }
});

test('no write gets a response before its sync; reads do not wait', async (t) => {
  const started = await start(t);
  const { disk, server } = started;
  const pollingPlayer = await aPlayer(server);
  const held = (write: () => Promise<Reply>) => answeredOnlyOnceSynced(started, pollingPlayer, write);
  const project = await aProject(server);

  const identify = () =>
    server.call('POST', '/api/v1/player/identify', {
      body: { projectPublicKey: project.publicKey, installationId: 'my-installation' },
    });
  const { body: identified } = await held(identify);
  const player: Player = {
    id: identified.playerId,
    token: identified.playerAccessToken,
    installationId: 'my-installation',
    project,
  };
  assert.equal((await listTickets(await afterPowerCut(t, disk), player)).status, 200);

  const create = () => createTicket(server, player, {}, { headers: { 'idempotency-key': 'create-1' } });
  const created = await held(create);
  assert.equal(created.status, 201);
  const { ticketId } = created.body;
  assert.equal((await conversation(await afterPowerCut(t, disk), player, ticketId)).length, 1);
  assert.equal((await held(create)).text, created.text, 'a replay of a key');

  const replied = await held(() => playerReply(server, player, ticketId));
  assert.deepEqual((await conversation(await afterPowerCut(t, disk), player, ticketId)).slice(1), [
    replied.body.messageId,
  ]);

  const answered = await held(() => teamReply(server, ticketId));
  assert.equal(answered.status, 201);
  const { body: inbox } = await poll(await afterPowerCut(t, disk), player);
  assert.equal(inbox.messages.length, 1);

  const read = () => markRead(server, player, inbox.messages[0].id);
  const { body: marked } = await held(read);
  const { body: later } = await poll(await afterPowerCut(t, disk), player);
  assert.equal(later.messages[0].readAt, marked.readAt);
  server.clock.advance(1000);
  assert.equal((await read()).body.readAt, marked.readAt, 'a repeated mark-read');

  assert.equal((await held(() => getTicket(server, player, ticketId))).status, 200);
  const { body: list } = await listTickets(await afterPowerCut(t, disk), player);
  assert.equal(list.tickets[0].unreadCount, 0);

  const refused = await held(() => playerReply(server, pollingPlayer, ticketId));
  assert.equal(refused.status, 404, 'a refusal, for what it was decided on');
});

/** Sends a request twice while the disk hangs. Returns both bodies. */
async function sendTwiceDuringSync(
  { disk, server }: { disk: Disk; server: TestServer },
  pollingPlayer: Player,
  send: () => Promise<Reply>,
): Promise<string[]> {
  const release = disk.hold();
  const responses: string[] = [];
  const sendOne = async () => {
    responses.push((await send()).text);
  };
  const first = sendOne();
  await Promise.race([disk.waiting(), first]);
  const second = sendOne();
  for (let turn = 0; turn < 3; turn++) assert.equal((await poll(server, pollingPlayer)).status, 200);
  assert.deepEqual(responses, []);
  release();
  await Promise.all([first, second]);
  return responses;
}

test('a repeated request waits for the sync of the first one', async (t) => {
  const started = await start(t);
  const { disk, server } = started;
  const player = await aPlayer(server);
  const create = () => createTicket(server, player, {}, { headers: { 'idempotency-key': 'create-1' } });
  const responses = await sendTwiceDuringSync(started, player, create);
  assert.equal(responses[0], responses[1]);
  const { body } = await listTickets(await afterPowerCut(t, disk), player);
  assert.equal(body.tickets.length, 1);
});

test('a repeated mark waits for the sync of the first one, and does not wait if no commit is pending', async (t) => {
  const started = await start(t);
  const { disk, server } = started;
  const player = await aPlayer(server);
  const id = await directMessage(server, player);
  const mark = () => markRead(server, player, id);
  const responses = await sendTwiceDuringSync(started, player, mark);
  assert.equal(responses[0], responses[1]);
  const release = disk.hold();
  assert.equal((await mark()).text, responses[0]);
  release();
});

test('all writes during a sync share the next one', async (t) => {
  const { disk, server } = await start(t);
  const project = await aProject(server);
  const one = await aPlayer(server, project);
  const others = await Promise.all(Array.from({ length: 150 }, () => aPlayer(server, project)));
  // A new player is two writes in a row, a known one is one.
  const again = async ({ installationId, ...player }: Player): Promise<Player> => {
    const { body } = await identify(server, project, { installationId });
    return { ...player, installationId, token: body.playerAccessToken };
  };
  server.clock.advance(1000);
  const release = disk.hold();
  const first = again(one);
  await Promise.race([disk.waiting(), first]);
  const before = disk.syncs;
  const rest = others.map(again);

  const db = new DatabaseSync(disk.file);
  const count = db.prepare(`SELECT count(*) AS players FROM player WHERE last_seen_at = ${server.clock.now}`);
  await eventually(async () => {
    assert.equal((await server.call('GET', '/healthz')).status, 200);
    return count.get()?.players === 151;
  });
  db.close();
  assert.equal(disk.syncs, before);
  release();
  const players = await Promise.all([first, ...rest]);
  assert.equal(disk.syncs, before + 1);

  const restarted = await afterPowerCut(t, disk);
  for (const player of players) assert.equal((await listTickets(restarted, player)).status, 200);
});

test('the names of a new database, its WAL and its directory are synced before it is used', async (t) => {
  const parent = temporaryDirectory(t);
  const directory = path.join(parent, 'new', 'data');
  const file = path.join(directory, 'test.db');
  const synced: { inode: number; complete: boolean }[] = [];
  const fsync = fs.fsync;
  t.mock.method(fs, 'fsync', (fd: number, done: (error: Error | null) => void) => {
    const inode = fs.fstatSync(fd).ino;
    const complete = fs.existsSync(file) && fs.existsSync(`${file}-wal`);
    fsync(fd, (error) => {
      if (!error) synced.push({ inode, complete });
      done(error);
    });
  });

  await startServer(t, { env: { DATABASE_URL: `sqlite:${file}` } });
  for (const above of [parent, path.dirname(directory)]) {
    const { ino } = fs.statSync(above);
    assert.ok(
      synced.some(({ inode }) => inode === ino),
      above,
    );
  }
  const { ino } = fs.statSync(directory);
  assert.ok(synced.some(({ inode, complete }) => inode === ino && complete));
});
