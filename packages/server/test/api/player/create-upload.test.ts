import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_MS } from '../../../src/attachments/part-store.ts';
import { DAY, MINUTE } from '../../../src/domain/time.ts';
import { createUpload as operation } from '../../../src/player/create-upload.ts';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, block } from '../../helpers/builders.ts';
import { bytesOf, upload } from '../../helpers/files.ts';
import { startServer } from '../../helpers/harness.ts';
import type { PlayerGiven, RequestParts, Scenario } from '../../helpers/operation/facts.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import {
  aLog,
  anUpload,
  begin,
  getUpload,
  metadata,
  offsetOf,
  PART,
  prune,
  sendPart,
  stored,
  TUS,
  UPLOADS,
  uploadInParts,
} from '../../helpers/uploads.ts';

const request = (): RequestParts => ({
  headers: { ...TUS, 'upload-length': '10', 'upload-metadata': metadata({ filename: 'game.log' }) },
});

const ofBlocked: Scenario<PlayerGiven> = async ({ server, player, prepare, send }) => {
  const prepared = await prepare();
  await block(server, player);
  return send(prepared);
};

const withoutVersion: Scenario<PlayerGiven> = async ({ prepare, send }) =>
  send({ ...(await prepare()), headers: { 'upload-length': '10' } });

testPlayerOperation(
  operation,
  {
    request,
    statuses: {
      400: changed({ headers: { ...TUS, 'upload-length': '0' } }),
      409: ofBlocked,
      412: withoutVersion,
    },
    changeFeed: [],
    statements: { usual: 2 },
  },
  () => {
    test('201: where to send the parts, until when, and a safe name', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const headers = { 'upload-metadata': metadata({ filename: 'C:\\me\\a\u202eb.html', filetype: 'text/plain' }) };
      const { headers: received, body } = await begin(server, player, 3, { headers });
      assert.equal(received.get('tus-resumable'), '1.0.0');
      assert.equal(received.get('upload-expires'), 'Thu, 01 Jan 2026 12:10:00 GMT');
      const id = (received.get('location') ?? '').slice(UPLOADS.length + 1);
      assert.deepEqual(body, { attachmentId: id, offset: 0, length: 3 });
      await sendPart(server, player, id, 0, bytesOf('abc'));
      const file = { attachmentId: id, name: 'ab.html.txt', contentType: 'text/plain', size: 3 };
      assert.deepEqual((await getUpload(server, player, id)).body.file, file);
    });

    test('400: no length, one that is not a number, and extensions that are not there', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const invalid: Record<string, string>[] = [
        {},
        { 'upload-length': '-1' },
        { 'upload-length': '1.5' },
        { 'upload-length': '1e3' },
        { 'upload-defer-length': '1' },
        { 'upload-length': '10', 'upload-concat': 'partial' },
        { 'upload-length': '10', 'upload-metadata': 'filename !' },
        { 'upload-length': '10', 'upload-metadata': '__proto__ eA==' },
      ];
      for (const headers of invalid) {
        const reply = await server.call('POST', UPLOADS, { token: player.token, headers: { ...TUS, ...headers } });
        assertInvalid(reply, UPLOADS, '$');
      }
      const latin1 = Buffer.from('Käse.txt', 'latin1').toString('base64');
      for (const metadata of [`filename ${latin1}`, `filetype dGV4dA==,filename ${latin1}`]) {
        const headers = { ...TUS, 'upload-length': '10', 'upload-metadata': metadata };
        assertInvalid(await server.call('POST', UPLOADS, { token: player.token, headers }), UPLOADS, 'Upload-Metadata');
      }
      assertInvalid(await begin(server, player, 0), UPLOADS, 'Upload-Length');
    });

    test('412: another version of tus', async (t) => {
      const server = await startServer(t);
      const reply = await begin(server, await aPlayer(server), 1, { headers: { 'tus-resumable': '0.2.2' } });
      assertProblem(reply, 412, 'tus-version', UPLOADS);
      assert.equal(reply.headers.get('tus-version'), '1.0.0');
    });

    test('413: one byte above the limit; exactly the limit is taken', async (t) => {
      const server = await startServer(t, { env: { ATTACHMENT_MB: '1' } });
      const player = await aPlayer(server);
      assertProblem(await begin(server, player, 1_000_001), 413, 'payload-too-large', UPLOADS);
      const id = await anUpload(server, player, 1_000_000);
      assert.equal((await uploadInParts([server], player, id, aLog(1_000_000))).status, 204);
    });

    test('any declared media type: the bytes tell the real one', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      // Browsers and systems call one file many things, or nothing.
      for (const filetype of ['image/svg+xml', 'application/x-zip-compressed', '']) {
        const id = await anUpload(server, player, 9, { headers: { 'upload-metadata': metadata({ filetype }) } });
        assert.equal((await sendPart(server, player, id, 0, bytesOf('<svg />  '))).status, 204);
        assert.equal((await getUpload(server, player, id)).body.file.contentType, 'text/plain');
      }
    });

    test('429: the quotas of a day count what has arrived, and what is deleted no longer', async (t) => {
      const env = { ATTACHMENT_MB: '1', ATTACHMENT_PLAYER_MB_PER_DAY: '2', ATTACHMENT_PROJECT_MB_PER_DAY: '6' };
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      const other = await aPlayer(server, player.project);
      server.clock.advance(DAY);
      // Of others.
      await server.store.attachments.addUsage(player.project.id, server.clock.now, 2_400_000);
      // Without bytes, they take nothing from anybody.
      for (let count = 0; count < 5; count++) await anUpload(server, player, 1_000_000);
      const id = await anUpload(server, player, 1_000_000);
      for (const at of [0, PART]) await sendPart(server, player, id, at, aLog(1_000_000).slice(at, at + PART));
      const next = await anUpload(server, player, 1_000_000);
      await uploadInParts([server], player, next, aLog(1_000_000));
      assert.equal((await begin(server, player, 400_000)).status, 201);
      assertProblem(await begin(server, player, 400_001), 429, 'rate-limited', UPLOADS);
      const text = { type: 'text/plain' };
      assert.equal((await upload(server, player, aLog(400_001), text)).status, 429);
      assert.equal((await upload(server, other, aLog(1_000_000), text)).status, 201);
      assertProblem(await begin(server, other, 400_001), 429, 'rate-limited', UPLOADS);
      const stopped = await server.call('DELETE', `${UPLOADS}/${id}`, { token: player.token, headers: TUS });
      assert.equal(stopped.status, 204);
      for (const one of [player, other]) assert.equal((await begin(server, one, 1_000_000)).status, 201);
    });

    test('429: too many uploads, also refused ones, from one address; those of others begin', async (t) => {
      const config = { limits: { uploadAddress: 3 } };
      const server = await startServer(t, { env: { TRUST_PROXY: '1' }, config });
      const { project } = await aPlayer(server);
      const from = (address: number) => ({ headers: { 'x-forwarded-for': `192.0.2.${address}` } });
      await anUpload(server, await aPlayer(server, project), 5, from(1));
      for (const status of [400, 400, 429]) {
        const stranger = await aPlayer(server, project);
        assert.equal((await begin(server, stranger, 0, from(1))).status, status);
      }
      assertProblem(await begin(server, await aPlayer(server, project), 5, from(1)), 429, 'rate-limited', UPLOADS);
      assert.equal(await server.store.attachments.count(), 1);
      await anUpload(server, await aPlayer(server, project), 5, from(2));
      server.clock.advance(EMPTY_MS);
      await prune(server);
      assert.equal(await server.store.attachments.count(), 0, 'without bytes, an upload has its row for minutes');
    });

    test('429: a part that has no room is not kept, and a smaller one goes on', async (t) => {
      const env = { ATTACHMENT_MB: '1', ATTACHMENT_PLAYER_MB_PER_DAY: '1' };
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      const [first, second] = [await anUpload(server, player, 800_000), await anUpload(server, player, 800_000)];
      assert.equal((await sendPart(server, player, first, 0, aLog(500_000))).status, 204);
      const path = `${UPLOADS}/${second}`;
      server.clock.advance(MINUTE);
      const refused = await sendPart(server, player, second, 0, aLog(500_001));
      assertProblem(refused, 429, 'rate-limited', path);
      assert.equal(refused.headers.get('retry-after'), String(12 * 3600 - 60));
      assert.deepEqual([await offsetOf(server, player, second), await stored(server)], [0, [`${first}_part0`]]);
      assert.equal((await sendPart(server, player, second, 0, aLog(500_000))).status, 204);
      assertProblem(await sendPart(server, player, second, 500_000, aLog(300_000)), 429, 'rate-limited', path);
      assert.equal(await offsetOf(server, player, second), 500_000);
    });

    test('503: too little disk space', async (t) => {
      const server = await startServer(t, { env: { FILES_MIN_FREE_MB: '10000000' } });
      assertProblem(await begin(server, await aPlayer(server), 9), 503, 'unavailable', UPLOADS);
    });

    test('404: a server without a store of files', async (t) => {
      const server = await startServer(t, { files: false });
      assertProblem(await begin(server, await aPlayer(server), 9), 404, 'not-found', UPLOADS);
    });
  },
);
