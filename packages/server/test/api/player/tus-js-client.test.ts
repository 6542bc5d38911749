import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Upload, type UploadOptions } from 'tus-js-client';
import { aPlayer, aTicket, type Player } from '../../helpers/builders.ts';
import { attachmentsOf } from '../../helpers/files.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { aLog, getUpload, offsetOf, PART, UPLOADS } from '../../helpers/uploads.ts';

/** Runs the usual tus client until it ends or is stopped. Returns the upload's URL. */
function run(server: TestServer, { token }: Player, bytes: Uint8Array, options: UploadOptions & { stopAt?: number }) {
  const { stopAt, ...others } = options;
  return new Promise<string>((resolve, reject) => {
    const upload = new Upload(Buffer.from(bytes), {
      endpoint: server.url + UPLOADS,
      headers: { authorization: `Bearer ${token}` },
      metadata: { filename: 'game.log', filetype: 'text/plain' },
      retryDelays: null,
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
      onChunkComplete: (_size, sent) => {
        if (sent === stopAt) upload.abort().then(() => resolve(upload.url ?? ''), reject);
      },
      ...others,
    });
    upload.start();
  });
}

test('the usual client for tus uploads in parts, goes on after a stop, and in one part', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const log = aLog(2 * PART + 5);
  const url = await run(server, player, log, { chunkSize: PART, stopAt: PART });
  const id = url.slice((server.url + UPLOADS).length + 1);
  assert.equal(await offsetOf(server, player, id), PART);
  assert.equal(await run(server, player, log, { chunkSize: PART, uploadUrl: url }), url);
  const whole = await run(server, player, log, {});
  const ids = [id, whole.slice(url.length - id.length)];
  const files = await attachmentsOf(server, player, await aTicket(server, player, { attachments: ids }));
  assert.equal(files.length, 2);
  for (const { url: address } of files) {
    const { body } = await fetch(server.url + address);
    assert.ok(body !== null && Buffer.from(await new Response(body).arrayBuffer()).equals(Buffer.from(log)));
  }
});

test('the usual client for tus can stop an upload, and says why one was refused', async (t) => {
  const server = await startServer(t, { env: { ATTACHMENT_MB: '1' } });
  const player = await aPlayer(server);
  const url = await run(server, player, aLog(2 * PART), { chunkSize: PART, stopAt: PART });
  await Upload.terminate(url, { headers: { authorization: `Bearer ${player.token}` } });
  assert.equal((await getUpload(server, player, url.slice((server.url + UPLOADS).length + 1))).status, 404);
  await assert.rejects(run(server, player, aLog(1_000_001), {}), /payload-too-large/);
});
