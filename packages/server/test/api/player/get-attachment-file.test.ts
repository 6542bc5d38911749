import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '../../../src/domain/time.ts';
import { getAttachmentFile as operation } from '../../../src/player/get-attachment-file.ts';
import { aPlayer } from '../../helpers/builders.ts';
import { executeSql } from '../../helpers/databases.ts';
import { aFileUrl, aPicture, bytesOf } from '../../helpers/files.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

/** Reads a file as a browser does: without a token. */
async function read(server: TestServer, url: string, method = 'GET') {
  const response = await fetch(server.url + url, { method });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => {
      const [path = '', query = ''] = (await aFileUrl(server, player)).split('?');
      return { params: { attachmentId: path.split('/').at(-1) ?? '' }, query: `?${query}` };
    },
    statuses: {
      400: changed({ query: '' }),
      404: changed({ params: { attachmentId: `att_${'a'.repeat(32)}` } }),
      429: async ({ prepare, send }) => {
        const request = await prepare();
        let reply = await send(request);
        for (let count = 0; count < 60 && reply.status !== 429; count++) reply = await send(request);
        return reply;
      },
    },
    statements: { usual: 1 },
  },
  () => {
    test('200: an image is shown, nothing of it can run, and any page may embed it', async (t) => {
      const server = await startServer(t);
      const url = await aFileUrl(server, await aPlayer(server), await aPicture('png'), { name: 'Bild ü.png' });
      const { status, headers, bytes } = await read(server, url);
      assert.equal(status, 200);
      assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
      assert.equal(headers.get('content-type'), 'image/png');
      assert.equal(
        headers.get('content-disposition'),
        `inline; filename="Bild _.png"; filename*=UTF-8''Bild%20%C3%BC.png`,
      );
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'; sandbox");
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.equal(headers.get('cache-control'), 'private, max-age=3600, immutable');
      const head = await read(server, url, 'HEAD');
      assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    });

    test('200: a text is shown as text, and everything else is a download', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const text = await read(server, await aFileUrl(server, player, bytesOf('<script>'), { type: 'text/plain' }));
      assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.match(text.headers.get('content-disposition') ?? '', /^inline; filename="screenshot\.png\.txt"/);
      const url = await aFileUrl(server, player, bytesOf('%PDF-1.7'), { type: 'application/pdf' });
      const pdf = await read(server, url);
      assert.equal(pdf.headers.get('content-type'), 'application/pdf');
      assert.match(pdf.headers.get('content-disposition') ?? '', /^attachment; /);
      assert.match(pdf.headers.get('content-security-policy') ?? '', /sandbox$/);
      // As a node of the last release stored it.
      const rename = "UPDATE attachment SET name = 'report.html' WHERE content_type = 'application/pdf'";
      await executeSql(server.databaseUrl, rename);
      const { headers } = await read(server, url);
      assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="report\.pdf"/);
    });

    test('404: another signature, player or time, and after an hour', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const url = await aFileUrl(server, player);
      const other = await aPlayer(server, player.project);
      const expires = Number(/expires=(\d+)/.exec(url)?.[1]);
      for (const wrong of [
        url.replace(/(?<=signature=)./, (first) => (first === '_' ? '-' : '_')),
        url.replace(player.id, other.id),
        url.replace(String(expires), String(expires + 1)),
        url.replace(/(?<=att_)./, (first) => (first === 'v' ? 'u' : 'v')),
        url.replace(player.id, '..%2f..'),
      ]) {
        assert.equal((await read(server, wrong)).status, 404, wrong);
      }
      server.clock.advance(HOUR - 1);
      assert.equal((await read(server, url)).status, 200);
      server.clock.advance(1);
      assert.equal((await read(server, url)).status, 404);
    });
  },
);
