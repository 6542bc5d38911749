import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import { DAY } from '../../../src/domain/time.ts';
import { uploadAttachment as operation } from '../../../src/player/upload-attachment.ts';
import { assertInvalid, assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aTicket, block, eventually, type Player } from '../../helpers/builders.ts';
import { aPicture, bytesOf, noise, upload, uploadForTicket } from '../../helpers/files.ts';
import { startServer } from '../../helpers/harness.ts';
import type { PlayerGiven, RequestParts, Scenario } from '../../helpers/operation/facts.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const LEAST_BYTES = 16_384;
const PATH = '/api/v1/player/attachments';

const aText = (): RequestParts => ({ raw: bytesOf('log'), headers: { 'content-type': 'text/plain' } });

const ofBlocked: Scenario<PlayerGiven> = async ({ server, player, prepare, send }) => {
  const request = await prepare();
  await block(server, player);
  return send(request);
};

const empty: Scenario<PlayerGiven> = async ({ prepare, send }) => send({ ...(await prepare()), raw: bytesOf('') });

testPlayerOperation(
  operation,
  {
    request: aText,
    statuses: {
      400: empty,
      409: ofBlocked,
    },
    changeFeed: [],
    statements: { usual: 5 },
  },
  () => {
    test('201: the type by the bytes, and a safe name', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const { status, body } = await upload(server, player, await aPicture('jpeg'), { name: 'C:\\me\\Bild 1.png' });
      assert.equal(status, 201);
      assert.match(body.attachmentId, /^att_/);
      assert.deepEqual([body.name, body.contentType], ['Bild 1.jpg', 'image/jpeg']);
      assert.ok(body.size > 0);
      const query = await server.call('POST', '/api/v1/player/attachments?name=a%20b.log', {
        token: player.token,
        raw: bytesOf('text'),
        headers: { 'content-type': 'text/plain' },
      });
      assert.deepEqual([query.body.name, query.body.contentType, query.body.size], ['a b.log', 'text/plain', 4]);
    });

    test('a name keeps its characters, as it is or percent-encoded, or gets 400', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const named = (name: string | Buffer, query = '') => {
        // A client such as curl sends the bytes of its terminal.
        const headers = { 'content-type': 'text/plain', 'x-file-name': Buffer.from(name).toString('latin1') };
        return server.call('POST', PATH + query, { token: player.token, raw: bytesOf('a'), headers });
      };
      for (const [sent, kept] of [
        ['Käse 🧀.txt', 'Käse 🧀.txt'],
        ['スクリーンショット.txt', 'スクリーンショット.txt'],
        ['100% Käse%41.txt', '100% Käse%41.txt'],
        ['K%C3%A4se%20%F0%9F%A7%80.txt', 'Käse 🧀.txt'],
        ['100%.txt', '100%.txt'],
        ['', 'file.txt'],
      ] as const) {
        assert.equal((await named(sent)).body.name, kept, sent);
      }
      assert.equal((await named('', '?name=50%2525.txt')).body.name, '50%25.txt');
      for (const sent of [Buffer.from('Käse.txt', 'latin1'), Buffer.from([0x61, 0xc3, 0x28]), 'K%E4se.txt']) {
        assertInvalid(await named(sent), PATH, 'X-File-Name');
      }
    });

    test('415: an encoded body', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const encoded = (encoding: string) =>
        upload(server, player, bytesOf('a'), { type: 'text/plain', headers: { 'content-encoding': encoding } });
      for (const encoding of ['gzip', 'br', 'identity, gzip']) {
        assertProblem(await encoded(encoding), 415, 'unsupported-media-type', PATH);
      }
      assert.equal((await encoded('Identity')).status, 201);
    });

    test('201: all uploads together are no faster than the setting says, and are whole', async (t) => {
      const server = await startServer(t, { config: { attachments: { bytesPerSecond: 1_000_000 } } });
      const players = [await aPlayer(server), await aPlayer(server)];
      const raw = bytesOf(Buffer.alloc(600_000, 'a'));
      const began = performance.now();
      const sent = await Promise.all(players.map((player) => upload(server, player, raw, { type: 'text/plain' })));
      assert.ok(performance.now() - began >= 1150, `${performance.now() - began} ms`);
      for (const { status, body } of sent) assert.deepEqual([status, body.size], [201, raw.length]);
    });

    test('413: one byte above the limit, declared or not; exactly the limit is taken', async (t) => {
      const server = await startServer(t, { env: { ATTACHMENT_MB: '1' } });
      const player = await aPlayer(server);
      const most = bytesOf(Buffer.alloc(1_000_000, 'a'));
      const options = { type: 'text/plain', name: 'a.txt' };
      assert.equal((await upload(server, player, most, options)).body.size, 1_000_000);
      const more = bytesOf(Buffer.alloc(1_000_001, 'a'));
      assertProblem(await upload(server, player, more, options), 413, 'payload-too-large', PATH);
      const body = new Blob([more]).stream();
      const response = await fetch(`${server.url}/api/v1/player/attachments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${player.token}`, 'content-type': 'text/plain' },
        body,
        duplex: 'half',
      } as RequestInit);
      assert.equal(response.status, 413);
      assert.equal(((await response.json()) as { type: string }).type, '/problems/payload-too-large');
    });

    test('415: a media type that is neither in the list nor another name of one', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      for (const type of ['image/heic-sequence', 'application/x-zip-compressed', 'Video/X-M4V; codecs=avc1']) {
        assert.equal((await upload(server, player, bytesOf('text'), { type })).status, 201, type);
      }
      for (const type of ['image/svg+xml', 'text/html', '']) {
        assertProblem(await upload(server, player, bytesOf('<svg/>'), { type }), 415, 'unsupported-media-type', PATH);
      }
    });

    test('429: the quotas of a day, of a player and of a project; refused bytes do not count', async (t) => {
      const env = { ATTACHMENT_MB: '1', ATTACHMENT_PLAYER_MB_PER_DAY: '2', ATTACHMENT_PROJECT_MB_PER_DAY: '6' };
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      const other = await aPlayer(server, player.project);
      const elsewhere = await aPlayer(server);
      server.clock.advance(DAY);
      const most = bytesOf(Buffer.alloc(1_000_000, 'a'));
      const options = { type: 'text/plain' };
      const damaged = bytesOf(Buffer.concat([await aPicture()]).subarray(0, 40));
      assertProblem(await upload(server, player, damaged), 415, 'file-refused', PATH);
      for (let count = 0; count < 2; count++) assert.equal((await upload(server, player, most, options)).status, 201);
      const reply = await upload(server, player, bytesOf('a'), options);
      assertProblem(reply, 429, 'rate-limited', PATH);
      assert.equal(reply.headers.get('retry-after'), String(12 * 3600));
      assert.equal((await upload(server, other, most, options)).status, 201);
      assertProblem(await upload(server, other, bytesOf('a'), options), 429, 'rate-limited', PATH);
      assert.equal((await upload(server, elsewhere, most, options)).status, 201, 'of another project');
      server.clock.advance(DAY);
      assert.equal((await upload(server, player, most, options)).status, 201);
    });

    test('429: of a day, one address has half, new players the first half and at one address an eighth, and the last tenth is for the team', async (t) => {
      const env = { ATTACHMENT_MB: '1', ATTACHMENT_PROJECT_MB_PER_DAY: '8', TRUST_PROXY: '1' };
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      const other = await aPlayer(server, player.project);
      const ticketId = await aTicket(server, player);
      server.clock.advance(DAY);
      const late = await aPlayer(server, player.project);
      const raw = bytesOf(Buffer.alloc(1_000_000, 'a'));
      const send = async (one: Player, address: number, size = raw.length) => {
        const headers = { 'x-forwarded-for': `192.0.2.${address}` };
        const { status, body } = await upload(server, one, raw.slice(0, size), { type: 'text/plain', headers });
        return [status, /^.* MB/.exec(body.detail)?.[0]];
      };
      const also = await aPlayer(server, player.project);
      assert.deepEqual(await send(late, 1), [201, undefined]);
      for (const one of [late, also]) {
        assert.deepEqual(await send(one, 1, 1), [429, 'New players at one address can upload 1 MB']);
      }
      for (const address of [2, 3, 4]) assert.deepEqual(await send(also, address), [201, undefined]);
      assert.deepEqual(await send(late, 5, 1), [429, 'New players of a project can upload 4 MB']);
      for (const one of [player, player, other]) assert.deepEqual(await send(one, 1), [201, undefined]);
      assert.deepEqual(await send(other, 1, 1), [429, 'One address can upload 4 MB']);
      assert.deepEqual(await send(other, 2), [429, 'Players of a project can upload 7.2 MB']);
      const ofTeam = () => uploadForTicket(server, ticketId, raw, { type: 'text/plain' });
      assert.equal((await ofTeam()).status, 201);
      assertProblem(await ofTeam(), 429, 'rate-limited', `/api/v1/team/tickets/${ticketId}/attachments`);
    });

    test('429: of files that arrive at the same time, those that have no room in the end', async (t) => {
      const env = { ATTACHMENT_MB: '1', ATTACHMENT_PLAYER_MB_PER_DAY: '1' };
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      const arriving = [1, 2].map(() => {
        const headers = { authorization: `Bearer ${player.token}`, 'content-type': 'text/plain' };
        const request = http.request(server.url + PATH, { method: 'POST', headers });
        request.write(Buffer.alloc(600_000, 'a'));
        return { request, responded: once(request, 'response') };
      });
      await eventually(async () => (await server.store.attachments.count()) === 2);
      for (const { request } of arriving) request.end();
      const responses = await Promise.all(arriving.map(({ responded }) => responded));
      for (const [response] of responses) response.resume();
      assert.deepEqual(responses.map(([{ statusCode }]) => statusCode).sort(), [201, 429]);
      const used = await server.store.attachments.used(player.id, player.project.id, server.clock.now);
      assert.deepEqual([used?.ofPlayer, used?.ofProject], [600_000, 600_000]);
    });

    test('the quota of a project counts the bytes that are stored, whatever was declared', async (t) => {
      const env = { ATTACHMENT_MB: '1', ATTACHMENT_PROJECT_MB_PER_DAY: '2' };
      const server = await startServer(t, { env });
      const player = await aPlayer(server);
      const headers = { authorization: `Bearer ${player.token}`, 'content-type': 'text/plain' };
      // A stream declares no length.
      const undeclared = () => ({ method: 'POST', headers, body: new Blob(['a']).stream(), duplex: 'half' });
      for (let count = 0; count < 3; count++) {
        assert.equal((await fetch(server.url + PATH, undeclared() as RequestInit)).status, 201);
      }
      // Encoding it again changes its size.
      const picture = await noise(100, 40_000);
      const { body } = await upload(server, player, picture);
      assert.ok(body.size !== picture.length && body.size > LEAST_BYTES);
      const used = await server.store.attachments.addUsage(player.project.id, server.clock.now, 0);
      assert.equal(used, 3 * LEAST_BYTES + body.size);
    });

    test('429: a file of one byte counts as 16 KiB, because many of them fill a disk too', async (t) => {
      const server = await startServer(t, { env: { ATTACHMENT_MB: '1', ATTACHMENT_PLAYER_MB_PER_DAY: '1' } });
      const player = await aPlayer(server);
      const statuses: number[] = [];
      for (const size of [1_000_000 - 2 * LEAST_BYTES, 1, 1, 1]) {
        const raw = bytesOf(Buffer.alloc(size, 'a'));
        statuses.push((await upload(server, player, raw, { type: 'text/plain' })).status);
      }
      assert.deepEqual(statuses, [201, 201, 201, 429]);
    });

    test('503: too little disk space, and all else works', async (t) => {
      const server = await startServer(t, { env: { FILES_MIN_FREE_MB: '10000000' } });
      const player = await aPlayer(server);
      const reply = await upload(server, player, await aPicture());
      assertProblem(reply, 503, 'unavailable', PATH);
      assert.equal(reply.headers.get('retry-after'), '60');
      assert.equal((await aPlayer(server, player.project)).project.id, player.project.id);
    });
  },
);
