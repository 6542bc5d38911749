import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../src/domain/time.ts';
import { cleanScratch, pruneAttachments } from '../../../src/jobs/prune-attachments.ts';
import { aPlayer, aTicket, eventually } from '../../helpers/builders.ts';
import { anAttachment, attachmentsOf, bytesOf, filesAreDeleted } from '../../helpers/files.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';

const TEXT = { type: 'text/plain' };

const prune = (server: TestServer, files = server.files) =>
  pruneAttachments({ store: server.store, files, now: server.clock.now, limit: 2, stopping: () => false });

const stored = async ({ files }: TestServer) =>
  (await Array.fromAsync(files.list())).map(({ key }) => key.split('/')[1]);

test('deletes files that got no message within 7 days, and no others', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const bound = await anAttachment(server, player, bytesOf('a'), TEXT);
  for (let count = 0; count < 5; count++) await anAttachment(server, player, bytesOf('b'), TEXT);
  const ticketId = await aTicket(server, player, { attachments: [bound] });
  server.clock.advance(7 * DAY - 1);
  await prune(server);
  assert.equal((await stored(server)).length, 6);
  server.clock.advance(1);
  const late = await anAttachment(server, await aPlayer(server), bytesOf('c'), TEXT);
  await prune(server);
  assert.deepEqual((await stored(server)).sort(), [bound, late].sort());
  const [file] = await attachmentsOf(server, player, ticketId);
  assert.equal((await fetch(server.url + file.url)).status, 200);
  assert.equal(await server.store.attachments.anyExpired(server.clock.now), false);
});

test('a file that is expired cannot get a message, although its bytes are still there', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const id = await anAttachment(server, player, bytesOf('a'), TEXT);
  server.clock.advance(7 * DAY);
  const broken = { ...server.files, delete: () => Promise.reject(new Error('the disk is gone')) };
  await assert.rejects(prune(server, broken), /the disk is gone/);
  assert.deepEqual(await server.store.attachments.usable(player.id, [id], undefined), []);
  assert.deepEqual(await stored(server), [id]);
  server.clock.advance(MINUTE);
  await prune(server);
  assert.deepEqual(await stored(server), []);
});

test('a file that gets its message while the job looks for expired files stays', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const id = await anAttachment(server, player, bytesOf('a'), TEXT);
  const ticketId = await aTicket(server, player);
  server.clock.advance(7 * DAY);
  const { store, files, clock } = server;
  const late: Pick<typeof store, 'attachments' | 'transaction'> = {
    attachments: store.attachments,
    transaction: (work) =>
      store.transaction((tx) => {
        const expired: typeof tx.attachments.expired = async (now, limit) => {
          const rows = await tx.attachments.expired(now, limit);
          // Another transaction can do this on PostgreSQL.
          await tx.attachments.bind(player.id, [id], { ticketId, messageId: 'msg_late' });
          return rows;
        };
        return work({ ...tx, attachments: { ...tx.attachments, expired } });
      }),
  };
  // The cast: the job uses nothing else.
  await pruneAttachments({ store: late as typeof store, files, now: clock.now, limit: 2, stopping: () => false });
  assert.deepEqual(await stored(server), [id]);
});

test('a file that cannot be deleted does not keep the others', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const stuck = await anAttachment(server, player, bytesOf('a'), TEXT);
  for (let count = 0; count < 3; count++) await anAttachment(server, player, bytesOf('b'), TEXT);
  server.clock.advance(7 * DAY);
  const broken = {
    ...server.files,
    delete: (key: string) => (key.endsWith(stuck) ? Promise.reject(new Error('stuck')) : server.files.delete(key)),
  };
  await assert.rejects(prune(server, broken), /stuck/);
  await prune(server, broken);
  assert.deepEqual(await stored(server), [stuck]);
  server.clock.advance(MINUTE);
  await prune(server);
  assert.deepEqual(await stored(server), []);
});

test('what a killed server was receiving goes after an hour, with its file', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const id = await anAttachment(server, player, bytesOf('a'), TEXT);
  const key = (await Array.fromAsync(server.files.list()))[0]?.key ?? '';
  const row = await server.store.attachments.byId(player.id, id);
  assert.ok(row);
  await filesAreDeleted(server, player);
  await server.store.attachments.remove(row);
  await server.store.attachments.add({ ...row, state: 'receiving', expires_at: server.clock.now + HOUR });
  assert.ok(await server.files.open(key).then((file) => file?.stream.destroy()));
  await prune(server);
  assert.deepEqual(await stored(server), [id]);
  server.clock.advance(HOUR);
  await prune(server);
  assert.deepEqual(await stored(server), []);
  const used = await server.store.attachments.used(player.id, player.project.id, server.clock.now);
  assert.equal(used?.ofPlayer, 0);
});

test('incomplete files of a killed server go after two hours', async (t) => {
  const server = await startServer(t);
  const { files } = server;
  const now = Date.now();
  for (const [name, age] of [
    ['old', 3 * HOUR],
    ['new', HOUR],
  ] as const) {
    const file = path.join(files.scratch, name);
    await writeFile(file, 'part');
    await utimes(file, new Date(now - age), new Date(now - age));
  }
  await cleanScratch(files, now);
  assert.deepEqual(await readdir(files.scratch), ['new']);
});

test('a file that arrives after the data of its player was deleted is not kept', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const arriving = http.request(`${server.url}/api/v1/player/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${player.token}`, 'content-type': 'text/plain', 'content-length': '2' },
  });
  const responded = once(arriving, 'response');
  arriving.write('a');
  await eventually(async () => (await server.store.attachments.count()) === 1);
  await filesAreDeleted(server, player);
  await prune(server);
  assert.equal(await server.store.attachments.count(), 0);
  arriving.end('b');
  const [response] = await responded;
  response.resume();
  assert.equal(response.statusCode, 401);
  assert.deepEqual(await stored(server), []);
  assert.equal(await server.store.attachments.addUsage(player.project.id, server.clock.now, 0), 0);
});
