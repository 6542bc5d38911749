import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { DAY, MINUTE } from '../../../src/domain/time.ts';
import { pruneAttachments } from '../../../src/jobs/prune-attachments.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aTicket, createTicket, getTicket } from '../../helpers/builders.ts';
import { aFileUrl, anAttachment, aPicture, attachmentsOf, bytesOf, upload } from '../../helpers/files.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { type S3Server, startS3 } from '../../helpers/s3-server.ts';

const PATH = '/api/v1/player/attachments';
const TEXT = { type: 'text/plain', name: 'log.txt' };

function away(s3: S3Server): void {
  s3.fault = (request, response) => {
    request.resume();
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    return true;
  };
}

const prune = (server: TestServer, files = server.files) =>
  pruneAttachments({ store: server.store, files, now: server.clock.now, limit: 2, stopping: () => false });

const stored = async ({ files }: TestServer) =>
  (await Array.fromAsync(files.list())).map(({ key }) => key.split('/')[1]);

test('files go to a bucket and come back, and nothing stays on the local disk', async (t) => {
  const s3 = await startS3(t, { prefix: 'players' });
  const server = await startServer(t, { env: s3.env });
  const player = await aPlayer(server);
  const text = 'a line of a log\n'.repeat(100_000);
  const ids = [await anAttachment(server, player, bytesOf(text), TEXT), await anAttachment(server, player)];
  const ticketId = await aTicket(server, player, { attachments: ids });
  const [log, picture] = await attachmentsOf(server, player, ticketId);
  assert.equal(await (await fetch(server.url + log.url)).text(), text);
  const shown = await fetch(server.url + picture.url);
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png']);
  assert.equal((await shown.arrayBuffer()).byteLength, picture.size);
  assert.deepEqual((await stored(server)).sort(), ids.sort());
  assert.ok(s3.requests.every((line) => line.includes(`/${s3.bucket}/players/`) || line.includes('list-type=2')));
  assert.deepEqual(readdirSync(server.files.scratch), []);
});

test('503 while the service is away: all else works, and nothing is lost', async (t) => {
  const s3 = await startS3(t);
  const server = await startServer(t, { env: s3.env });
  const player = await aPlayer(server);
  const url = await aFileUrl(server, player, bytesOf('kept'), TEXT);
  const waiting = await anAttachment(server, player, bytesOf('waiting'), TEXT);

  away(s3);
  const reply = await upload(server, player, await aPicture());
  assertProblem(reply, 503, 'unavailable', PATH);
  assert.equal(reply.headers.get('retry-after'), '60');
  assert.equal((await fetch(server.url + url)).status, 503);
  const created = await createTicket(server, player, { attachments: [waiting] });
  assert.deepEqual([created.status, created.body.refusedAttachments], [201, []]);
  assert.equal((await getTicket(server, player, created.body.ticketId)).status, 200);
  assert.deepEqual(readdirSync(server.files.scratch), []);
  const log = server.log.join('');
  assert.match(log, /the S3 service answered 503 SlowDown/);
  assert.ok(!log.includes('AWS4-HMAC'));

  s3.fault = undefined;
  assert.equal(await (await fetch(server.url + url)).text(), 'kept');
  const [file] = await attachmentsOf(server, player, created.body.ticketId);
  assert.equal(await (await fetch(server.url + file.url)).text(), 'waiting');
  assert.equal((await upload(server, player, await aPicture())).status, 201);
});

test('the job deletes files when the service is back', async (t) => {
  const s3 = await startS3(t);
  const server = await startServer(t, { env: s3.env });
  const player = await aPlayer(server);
  const id = await anAttachment(server, player, bytesOf('a'), TEXT);
  server.clock.advance(7 * DAY);
  away(s3);
  await assert.rejects(prune(server), { name: 'FilesUnavailableError' });
  s3.fault = undefined;
  server.clock.advance(MINUTE);
  assert.ok(await server.store.attachments.anyExpired(server.clock.now));
  assert.deepEqual(await stored(server), [id]);
  await prune(server);
  assert.deepEqual(await stored(server), []);
  assert.equal(await server.store.attachments.anyExpired(server.clock.now), false);
});
