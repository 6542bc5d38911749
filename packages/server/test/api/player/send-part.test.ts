import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_PARTS, MIN_PART_BYTES } from '../../../src/attachments/part-store.ts';
import { MINUTE } from '../../../src/domain/time.ts';
import { FilesUnavailableError } from '../../../src/files/file-store.ts';
import { sendPart as operation } from '../../../src/player/send-part.ts';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer } from '../../helpers/builders.ts';
import { aPicture, bytesOf } from '../../helpers/files.ts';
import { startServer } from '../../helpers/harness.ts';
import type { PlayerGiven, RequestParts } from '../../helpers/operation/facts.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { aLog, anUpload, getUpload, offsetOf, PART, sendPart, stored, TUS, UPLOADS } from '../../helpers/uploads.ts';

const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

const aFirstPart = async ({ server, player }: PlayerGiven): Promise<RequestParts> => ({
  params: { attachmentId: await anUpload(server, player, 2 * PART) },
  raw: aLog(PART),
  headers,
});

/** The body is small, as an unknown path reads no large one. */
const aWholeFile = async ({ server, player }: PlayerGiven): Promise<RequestParts> => ({
  params: { attachmentId: await anUpload(server, player, 10) },
  raw: bytesOf('0123456789'),
  headers,
});

const aLastPart = async ({ server, player }: PlayerGiven): Promise<RequestParts> => {
  const attachmentId = await anUpload(server, player, 2 * PART);
  await sendPart(server, player, attachmentId, 0, aLog(PART));
  return { params: { attachmentId }, raw: aLog(PART), headers: { ...headers, 'upload-offset': String(PART) } };
};

testPlayerOperation(
  operation,
  {
    request: aWholeFile,
    statuses: {
      400: changed({ raw: bytesOf('few') }),
      404: changed({ params: { attachmentId: 'att_1' } }),
      409: changed({ headers: { ...headers, 'upload-offset': '1' } }),
      412: changed({ headers: { 'tus-resumable': '2.0.0' } }),
    },
    changeFeed: [],
    statements: { usual: 6, cases: { 'the first part': [5, aFirstPart], 'the last part': [6, aLastPart] } },
  },
  () => {
    test('400: a part that is too small, unless it is the last one; nothing of it is kept', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, MIN_PART_BYTES + 1);
      assertInvalid(await sendPart(server, player, id, 0, aLog(MIN_PART_BYTES - 1)), `${UPLOADS}/${id}`, '$');
      assert.deepEqual([await offsetOf(server, player, id), await stored(server)], [0, []]);
      assert.equal((await sendPart(server, player, id, 0, aLog(MIN_PART_BYTES))).status, 204);
      assert.equal((await sendPart(server, player, id, MIN_PART_BYTES, bytesOf('z'))).status, 204);
      assert.equal((await getUpload(server, player, id)).body.file.size, MIN_PART_BYTES + 1);
    });

    test('400: another media type, or no offset', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 5);
      const path = `${UPLOADS}/${id}`;
      const other = { 'content-type': 'application/octet-stream' };
      assertInvalid(await sendPart(server, player, id, 0, bytesOf('abcde'), { headers: other }), path, '$');
      const { 'upload-offset': _offset, ...without } = headers;
      assertInvalid(
        await server.call('PATCH', path, { token: player.token, raw: bytesOf('abcde'), headers: without }),
        path,
        '$',
      );
      assert.equal(await offsetOf(server, player, id), 0);
    });

    test('401: a token that was replaced', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 5);
      const again = await aPlayer(server, player.project, { installationId: player.installationId });
      const path = `${UPLOADS}/${id}`;
      assertProblem(await sendPart(server, player, id, 0, bytesOf('abcde')), 401, 'unauthorized', path);
      assert.equal((await sendPart(server, again, id, 0, bytesOf('abcde'))).status, 204);
    });

    test('404: an upload of another player, and a file that came in one request', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const other = await aPlayer(server, player.project);
      const id = await anUpload(server, player, 5);
      const path = `${UPLOADS}/${id}`;
      assertProblem(await sendPart(server, other, id, 0, bytesOf('abcde')), 404, 'not-found', path);
      assert.equal(await offsetOf(server, other, id), undefined);
      const stopped = await server.call('DELETE', path, { token: other.token, headers: TUS });
      assertProblem(stopped, 404, 'not-found', path);
      assert.equal((await sendPart(server, player, id, 0, bytesOf('abcde'))).status, 204);
    });

    test('409: an offset that is not the end; nothing changes', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 2 * PART);
      await sendPart(server, player, id, 0, aLog(PART));
      for (const offset of [0, PART - 1, PART + 1, 2 * PART]) {
        const reply = await sendPart(server, player, id, offset, bytesOf('a'));
        assertProblem(reply, 409, 'upload-conflict', `${UPLOADS}/${id}`);
      }
      assert.deepEqual([await offsetOf(server, player, id), await stored(server)], [PART, [`${id}_part0`]]);
    });

    test('413: more bytes than were declared, with or without a length; nothing of them is kept', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 5);
      const path = `${UPLOADS}/${id}`;
      assertProblem(await sendPart(server, player, id, 0, bytesOf('abcdef')), 413, 'payload-too-large', path);
      const response = await fetch(server.url + path, {
        method: 'PATCH',
        headers: { ...headers, authorization: `Bearer ${player.token}` },
        body: new Blob([bytesOf('abcdef')]).stream(),
        duplex: 'half',
      } as RequestInit);
      assert.equal(response.status, 413);
      assert.equal(await offsetOf(server, player, id), 0);
    });

    test('413: too many parts; the upload is gone', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 2 * PART);
      const part = { player_id: player.id, attachment_id: id, upload_offset: 0 };
      for (let count = 0; count < MAX_PARTS; count++) await server.store.uploads.takeNumber(part, MAX_PARTS);
      const path = `${UPLOADS}/${id}`;
      assertProblem(await sendPart(server, player, id, 0, aLog(PART)), 413, 'payload-too-large', path);
      assert.equal(await offsetOf(server, player, id), undefined);
    });

    test('503: the store fails at the end; the last part can be sent again', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const picture = await aPicture();
      const id = await anUpload(server, player, picture.length);
      const { put } = server.files;
      server.files.put = () => Promise.reject(new FilesUnavailableError('the disk is full'));
      const path = `${UPLOADS}/${id}`;
      const expires = async () =>
        (await server.call('HEAD', path, { token: player.token, headers: TUS })).headers.get('upload-expires');
      const before = await expires();
      server.clock.advance(MINUTE);
      assertProblem(await sendPart(server, player, id, 0, picture), 503, 'unavailable', path);
      assert.equal(await offsetOf(server, player, id), 0);
      assert.deepEqual([before, await expires()], ['Thu, 01 Jan 2026 12:10:00 GMT', before]);
      server.files.put = put;
      assert.equal((await sendPart(server, player, id, 0, picture)).status, 204);
      assert.equal((await getUpload(server, player, id)).body.file.contentType, 'image/png');
    });

    test('204: a part without bytes changes nothing', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await anUpload(server, player, 5);
      const reply = await sendPart(server, player, id, 0, bytesOf(''));
      assert.deepEqual([reply.status, reply.headers.get('upload-offset')], [204, '0']);
    });
  },
);
