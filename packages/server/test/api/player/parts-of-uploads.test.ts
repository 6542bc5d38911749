import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { compareFiles } from '../../../src/files/compare-files.ts';
import { deleteParts, partKey } from '../../../src/files/file-keys.ts';
import { pruneParts } from '../../../src/jobs/prune-attachments.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aTicket } from '../../helpers/builders.ts';
import { aPicture, attachmentsOf, bytesOf, filesAreDeleted } from '../../helpers/files.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { cli, printed } from '../../helpers/programs.ts';
import { startS3 } from '../../helpers/s3-server.ts';
import {
  aLog,
  anUpload,
  getUpload,
  PART,
  prune,
  sendPart,
  stored,
  UPLOADS,
  uploadInParts,
} from '../../helpers/uploads.ts';

/** Stores a file as a part, as a killed node leaves it. */
async function leavePart(server: TestServer, id: string, number: number): Promise<void> {
  const local = path.join(server.files.scratch, 'left');
  await writeFile(local, 'a part');
  await server.files.put(partKey({ attachment_id: id }, number), local);
}

test('parts in a bucket become one file, and nothing stays on the local disk', async (t) => {
  const s3 = await startS3(t);
  const server = await startServer(t, { env: s3.env });
  const player = await aPlayer(server);
  const log = aLog(2 * PART + 5);
  const id = await anUpload(server, player, log.length);
  assert.equal((await uploadInParts([server], player, id, log)).status, 204);
  assert.deepEqual([await stored(server), readdirSync(server.files.scratch)], [[id], []]);
  const [file] = await attachmentsOf(server, player, await aTicket(server, player, { attachments: [id] }));
  assert.ok(Buffer.from(await (await fetch(server.url + file.url)).arrayBuffer()).equals(Buffer.from(log)));
});

test('503 while the bucket is away: the part is sent again, and the file is whole', async (t) => {
  const s3 = await startS3(t);
  const server = await startServer(t, { env: s3.env });
  const player = await aPlayer(server);
  const log = aLog(2 * PART);
  const id = await anUpload(server, player, log.length);
  for (const at of [0, PART]) {
    s3.fault = (request, response) => {
      request.resume();
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return true;
    };
    const reply = await sendPart(server, player, id, at, log.slice(at, at + PART));
    assertProblem(reply, 503, 'unavailable', `${UPLOADS}/${id}`);
    s3.fault = undefined;
    assert.equal((await getUpload(server, player, id)).body.offset, at);
    assert.equal((await sendPart(server, player, id, at, log.slice(at, at + PART))).status, 204);
  }
  assert.equal((await getUpload(server, player, id)).body.file.size, log.length);
  assert.deepEqual([await stored(server), readdirSync(server.files.scratch)], [[id], []]);
});

test('a part that was stored before a crash, but not added, is no part of the file, and goes with it', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const log = aLog(2 * PART);
  const id = await anUpload(server, player, log.length);
  assert.equal(
    await server.store.uploads.takeNumber({ player_id: player.id, attachment_id: id, upload_offset: 0 }, 9),
    0,
  );
  await leavePart(server, id, 0);
  assert.equal((await uploadInParts([server], player, id, log)).status, 204);
  assert.equal((await getUpload(server, player, id)).body.file.size, log.length);
  assert.deepEqual(await stored(server), [id]);
});

test('parts that a complete file left behind are deleted by the job; those of others stay', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const log = aLog(2 * PART);
  const complete = await anUpload(server, player, log.length);
  const { delete: remove } = server.files;
  server.files.delete = () => Promise.reject(new Error('killed'));
  assert.equal((await uploadInParts([server], player, complete, log)).status, 204);
  server.files.delete = remove;
  const open = await anUpload(server, player, log.length);
  await sendPart(server, player, open, 0, log.slice(0, PART));
  assert.deepEqual(await stored(server), [complete, `${complete}_part0`, `${open}_part0`].sort());
  assert.equal((await compareFiles(server.store, server.files)).orphans, undefined);
  await pruneParts(server);
  assert.deepEqual(await stored(server), [complete, `${open}_part0`].sort());
  assert.equal((await sendPart(server, player, open, PART, log.slice(PART))).status, 204);
});

test('doctor knows the parts, and names those without a row', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const id = await anUpload(server, player, 2 * PART);
  await sendPart(server, player, id, 0, aLog(PART));
  const settings = { DATABASE_URL: server.databaseUrl, FILES_URL: pathToFileURL(server.files.name).href };
  assert.match(printed(await cli(['doctor'], settings)), /^ok +1 files are in .*, and each has a row$/m);
  await leavePart(server, id, 1);
  assert.match(
    printed(await cli(['doctor'], settings)),
    /^warning +1 files in .* are in no row, such as .*_part1; nobody/m,
  );
});

test('the parts go with the data of their player', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const id = await anUpload(server, player, 2 * PART);
  await sendPart(server, player, id, 0, aLog(PART));
  await filesAreDeleted(server, player);
  const late = await sendPart(server, player, id, PART, aLog(PART));
  assertProblem(late, 404, 'not-found', `${UPLOADS}/${id}`);
  await prune(server);
  assert.deepEqual(await stored(server), []);
});

test('a file whose data goes while it is checked leaves nothing behind', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const picture = await aPicture();
  const id = await anUpload(server, player, picture.length);
  const { put } = server.files;
  server.files.put = async (key, file) => {
    await filesAreDeleted(server, player);
    await prune(server);
    await put(key, file);
  };
  assert.equal((await sendPart(server, player, id, 0, picture)).status, 401);
  assert.deepEqual(await stored(server), []);
});

test('404: parts that are lost, as in a copy of the database; a new upload works', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const id = await anUpload(server, player, 2 * PART);
  await sendPart(server, player, id, 0, aLog(PART));
  await deleteParts(server.files, { attachment_id: id, next_part_number: 1 });
  const path = `${UPLOADS}/${id}`;
  assertProblem(await sendPart(server, player, id, PART, aLog(PART)), 404, 'not-found', path);
  assert.equal((await getUpload(server, player, id)).status, 404);
  const again = await anUpload(server, player, 3);
  assert.equal((await sendPart(server, player, again, 0, bytesOf('abc'))).status, 204);
});
