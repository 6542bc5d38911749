import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteUpload as operation } from '../../../src/player/delete-upload.ts';
import { aPlayer } from '../../helpers/builders.ts';
import { bytesOf } from '../../helpers/files.ts';
import { startServer } from '../../helpers/harness.ts';
import type { PlayerGiven, Scenario } from '../../helpers/operation/facts.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { aLog, anUpload, offsetOf, PART, prune, sendPart, stored, TUS, UPLOADS } from '../../helpers/uploads.ts';

const complete: Scenario<PlayerGiven> = async ({ server, player, prepare, send }) => {
  const request = await prepare();
  await sendPart(server, player, request.params?.attachmentId ?? '', 0, bytesOf('0123456789'));
  return send(request);
};

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => ({
      params: { attachmentId: await anUpload(server, player, 10) },
      headers: TUS,
    }),
    statuses: {
      404: changed({ params: { attachmentId: 'att_1' } }),
      409: complete,
      412: changed({ headers: { 'tus-resumable': '2.0.0' } }),
    },
    changeFeed: [],
    statements: { usual: 2 },
  },
  () => {
    test('204: the parts go with it', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 2 * PART);
      await sendPart(server, player, id, 0, aLog(PART));
      const reply = await server.call('DELETE', `${UPLOADS}/${id}`, { token: player.token, headers: TUS });
      assert.deepEqual([reply.status, reply.headers.get('tus-resumable')], [204, '1.0.0']);
      assert.equal(await offsetOf(server, player, id), undefined);
      await prune(server);
      assert.deepEqual(await stored(server), []);
    });
  },
);
