import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { EMPTY_MS, PAUSE_MS } from '../../../src/attachments/part-store.ts';
import { DAY, HOUR, MINUTE } from '../../../src/domain/time.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aTicket, eventually } from '../../helpers/builders.ts';
import { aPicture, attachmentsOf, bytesOf, noise } from '../../helpers/files.ts';
import { START, startServer } from '../../helpers/harness.ts';
import {
  aLog,
  anUpload,
  beginPart,
  cutPart,
  getUpload,
  offsetOf,
  PART,
  prune,
  secondNode,
  sendPart,
  stored,
  TUS,
  UPLOADS,
  uploadInParts,
} from '../../helpers/uploads.ts';

test('a file in three parts, each to another node, is whole and can be bound', async (t) => {
  const server = await startServer(t);
  const other = await secondNode(t, server);
  const player = await aPlayer(server);
  const log = aLog(2 * PART + 5);
  const id = await anUpload(server, player, log.length);
  assert.equal((await sendPart(server, player, id, 0, log.slice(0, PART))).headers.get('upload-offset'), `${PART}`);
  assert.deepEqual((await getUpload(server, player, id)).body, { attachmentId: id, offset: PART, length: log.length });
  assert.equal((await sendPart(other, player, id, PART, log.slice(PART, 2 * PART))).status, 204);
  assert.deepEqual(await stored(server), [`${id}_part0`, `${id}_part1`]);
  const last = await sendPart(server, player, id, 2 * PART, log.slice(2 * PART));
  assert.deepEqual([last.status, last.headers.get('upload-offset')], [204, `${log.length}`]);
  const { body } = await getUpload(other, player, id);
  const file = { attachmentId: id, name: 'game.log', contentType: 'text/plain', size: log.length };
  assert.deepEqual(body, { attachmentId: id, offset: log.length, length: log.length, file });
  assert.deepEqual(await stored(server), [id]);
  assert.deepEqual(readdirSync(server.files.scratch), []);
  const ticketId = await aTicket(server, player, { attachments: [id] });
  const [shown] = await attachmentsOf(server, player, ticketId);
  assert.deepEqual(Buffer.from(await (await fetch(server.url + shown.url)).arrayBuffer()), Buffer.from(log));
  assert.equal(await offsetOf(server, player, id), log.length);
});

test('a picture is re-encoded; one that is damaged is refused with its last part, and nothing stays', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const picture = await noise(400, 1_000_000);
  const id = await anUpload(server, player, picture.length);
  assert.equal((await uploadInParts([server], player, id, picture)).status, 204);
  const { body } = await getUpload(server, player, id);
  assert.deepEqual([body.file.name, body.file.contentType], ['game.png', 'image/png']);
  assert.notEqual(body.file.size, picture.length);
  assert.equal((await server.files.size(`${id.slice(-2)}/${id}`)) ?? 0, body.file.size);

  const damaged = bytesOf(Buffer.concat([(await aPicture()).subarray(0, 40), Buffer.alloc(PART + 10)]));
  const refused = await anUpload(server, player, damaged.length);
  const reply = await uploadInParts([server], player, refused, damaged);
  assertProblem(reply, 415, 'file-refused', `${UPLOADS}/${refused}`);
  assert.equal((await getUpload(server, player, refused)).status, 404);
  await prune(server);
  assert.deepEqual(await stored(server), [id]);
});

test('an upload counts on the day on which it began, also if it is stored or given up on the next day', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  server.clock.advance(12 * HOUR - MINUTE);
  const began = server.clock.now;
  const picture = await noise(100, 40_000);
  const [complete, cancelled] = [
    await anUpload(server, player, picture.length),
    await anUpload(server, player, 2 * PART),
  ];
  server.clock.advance(2 * MINUTE);
  assert.equal((await sendPart(server, player, complete, 0, picture)).status, 204);
  const { size } = (await getUpload(server, player, complete)).body.file;
  assert.notEqual(size, picture.length);
  const ended = await server.call('DELETE', `${UPLOADS}/${cancelled}`, { token: player.token, headers: TUS });
  assert.equal(ended.status, 204);
  const usedOn = (time: number) => server.store.attachments.addUsage(player.project.id, time, 0);
  assert.deepEqual([await usedOn(began), await usedOn(server.clock.now)], [size, 0]);
});

test('what arrived before the connection was cut is kept, and the upload goes on', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const log = aLog(3 * PART);
  const id = await anUpload(server, player, log.length);
  await cutPart(t, server, player, { id, offset: 0, raw: log, sent: PART + 77 });
  const offset = (await offsetOf(server, player, id)) ?? 0;
  assert.equal(offset, PART + 77);
  await cutPart(t, server, player, { id, offset, raw: log.slice(offset), sent: 1000 });
  assert.equal(await offsetOf(server, player, id), offset, 'too few bytes are not kept');
  assert.equal((await sendPart(server, player, id, offset, log.slice(offset))).status, 204);
  assert.equal((await getUpload(server, player, id)).body.file.size, log.length);
  const ticketId = await aTicket(server, player, { attachments: [id] });
  const [shown] = await attachmentsOf(server, player, ticketId);
  assert.deepEqual(Buffer.from(await (await fetch(server.url + shown.url)).arrayBuffer()), Buffer.from(log));
});

test('of parts at once on two nodes one wins, and the file is that of the winners', async (t) => {
  const server = await startServer(t);
  const other = await secondNode(t, server);
  const player = await aPlayer(server);
  const log = aLog(2 * PART);
  const id = await anUpload(server, player, log.length);
  for (const at of [0, PART]) {
    const part = log.slice(at, at + PART);
    const replies = await Promise.all([server, other].map((node) => sendPart(node, player, id, at, part)));
    const statuses = replies.map(({ status }) => status).sort();
    // The other node may see the running check.
    assert.ok(statuses[0] === 204 && [409, 503].includes(statuses[1] ?? 0), statuses.join());
  }
  assert.equal((await getUpload(server, player, id)).body.file.size, log.length);
  assert.deepEqual(await stored(server), [id]);
});

test('without bytes an upload ends after minutes, and the bytes of one that ends no longer count', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const id = await anUpload(server, player, 2 * PART);
  const paused = await anUpload(server, player, 2 * PART);
  await sendPart(server, player, paused, 0, aLog(PART));
  const used = () => server.store.attachments.addUsage(player.project.id, START, 0);
  const states = async () => {
    await prune(server);
    return [await offsetOf(server, player, id), await offsetOf(server, player, paused), await used()];
  };
  server.clock.advance(EMPTY_MS - 1);
  assert.deepEqual(await states(), [0, PART, PART]);
  server.clock.advance(1);
  assert.deepEqual(await states(), [undefined, PART, PART]);
  server.clock.advance(PAUSE_MS - EMPTY_MS);
  assert.deepEqual(await states(), [undefined, undefined, 0]);
  assert.deepEqual(await stored(server), []);
});

test('what is not complete after a day is deleted with its parts, and not before', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const log = aLog(2 * PART);
  const id = await anUpload(server, player, 6 * PART);
  for (let at = 0; at < 5; at++) {
    const reply = await sendPart(server, player, id, at * PART, log.slice(0, PART));
    const expires = new Date(Math.min(server.clock.now + PAUSE_MS, START + DAY));
    assert.equal(reply.headers.get('upload-expires'), expires.toUTCString());
    server.clock.advance(at === 4 ? DAY - 4 * (PAUSE_MS - 1) - 1 : PAUSE_MS - 1);
  }
  await prune(server);
  assert.equal(await offsetOf(server, player, id), 5 * PART);
  server.clock.advance(1);
  assert.equal(await offsetOf(server, player, id), undefined);
  assertProblem(await sendPart(server, player, id, 5 * PART, log.slice(PART)), 404, 'not-found', `${UPLOADS}/${id}`);
  assert.equal((await stored(server)).length, 5);
  await prune(server);
  assert.deepEqual(await stored(server), []);
});

test('a request for an upload ends the one that still runs, and what it brought is kept', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const log = aLog(2 * PART);
  const id = await anUpload(server, player, log.length);
  // Nothing more arrives, and the connection stays open.
  const hanging = beginPart(t, server, player, { id, offset: 0, raw: log, sent: PART });
  const received = () =>
    readdirSync(server.files.scratch).map((name) => statSync(`${server.files.scratch}/${name}`).size);
  await eventually(async () => received().includes(PART));
  assert.equal(await offsetOf(server, player, id), PART);
  hanging.destroy();
  assert.equal((await sendPart(server, player, id, PART, log.slice(PART))).status, 204);
  assert.equal((await getUpload(server, player, id)).body.file.size, log.length);
});

test('OPTIONS says what the server can do', async (t) => {
  const server = await startServer(t, { env: { ATTACHMENT_MB: '7' } });
  const { status, headers } = await server.call('OPTIONS', UPLOADS);
  const names = ['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size', 'allow'];
  assert.deepEqual(
    [status, ...names.map((name) => headers.get(name))],
    [204, '1.0.0', '1.0.0', 'creation,expiration,termination', '7000000', 'POST, OPTIONS'],
  );
});
