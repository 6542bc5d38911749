import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getUpload as operation } from '../../../src/player/get-upload.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { aLog, anUpload, getUpload, metadata, PART, sendPart, TUS, UPLOADS } from '../../helpers/uploads.ts';

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => ({ params: { attachmentId: await anUpload(server, player, 10) } }),
    statuses: {
      404: changed({ params: { attachmentId: 'att_1' } }),
      412: changed({ headers: { 'tus-resumable': '2.0.0' } }),
    },
    statements: { usual: 1 },
  },
  () => {
    test('200: a HEAD gets the offset, the length, the name and the end', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 2 * PART);
      await sendPart(server, player, id, 0, aLog(PART));
      const { status, headers } = await server.call('HEAD', `${UPLOADS}/${id}`, { token: player.token, headers: TUS });
      assert.equal(status, 200);
      const names = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-metadata', 'upload-expires'];
      assert.deepEqual(
        names.map((name) => headers.get(name)),
        ['1.0.0', `${PART}`, `${2 * PART}`, metadata({ filename: 'game.log' }), 'Thu, 01 Jan 2026 18:00:00 GMT'],
      );
      assert.equal(headers.get('cache-control'), 'no-store');
    });

    test('503: while the whole file is checked, and 404 when that took too long', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 10);
      const until = server.clock.now + 1000;
      await server.store.uploads.beginFinish({ player_id: player.id, attachment_id: id, upload_offset: 0, until });
      const reply = await getUpload(server, player, id);
      assertProblem(reply, 503, 'unavailable', `${UPLOADS}/${id}`);
      assert.equal(reply.headers.get('retry-after'), '2');
      server.clock.advance(1000);
      assert.equal((await getUpload(server, player, id)).status, 404);
    });
  },
);
