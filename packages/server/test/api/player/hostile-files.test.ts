import assert from 'node:assert/strict';
import http from 'node:http';
import { suite, test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, type Player } from '../../helpers/builders.ts';
import { aFileUrl, aPicture, bytesOf, upload } from '../../helpers/files.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { blackAndWhitePng } from '../../helpers/png.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

const PATH = '/api/v1/player/attachments';
const SCRIPT = '<script>alert(1)</script>';

/** Far more pixels than bytes. */
const pixelBomb = (width: number, height: number) =>
  blackAndWhitePng(width, height, deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height)));

async function read(server: TestServer, url: string) {
  const response = await fetch(server.url + url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none';.* sandbox$/);
  const disposition = response.headers.get('content-disposition') ?? '';
  return { type: response.headers.get('content-type'), disposition, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Sends raw headers and part of the body. Resolves when the connection has ended. */
function cut(server: TestServer, player: Player, declared: number, sent: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(`${server.url}${PATH}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${player.token}`,
        'content-type': 'text/plain',
        'content-length': String(declared),
      },
    });
    request.on('error', () => resolve());
    request.on('close', () => resolve());
    request.write(sent, () => setImmediate(() => request.destroy()));
  });
}

suite('hostile files', async () => {
  const options = { env: { ATTACHMENT_PLAYER_MB_PER_DAY: '1000' }, config: { limits: { upload: 0 } } };
  const server = await sharedServer(options);
  const player = await aPlayer(server);
  /** Uploads as a new player: open tickets are limited. */
  const file = async (raw: Buffer, type: string, name = 'file') =>
    aFileUrl(server, await aPlayer(server, player.project), bytesOf(raw), { type, name });

  test('a picture that is also a page or an archive is only a picture afterwards', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
      const tails = [Buffer.from(SCRIPT), Buffer.from('PK\x03\x04 PK\x05\x06'), Buffer.from('<?php system($_GET[0]);')];
      for (const tail of tails) {
        const polyglot = Buffer.concat([await aPicture(format), tail]);
        const { type, bytes } = await read(server, await file(polyglot, 'image/png'));
        assert.equal(type, format === 'gif' ? 'image/png' : `image/${format}`);
        assert.ok(!bytes.includes(tail), `${format}: ${tail}`);
      }
    }
  });

  test('EXIF with a location, XMP, a comment and a profile are gone, and the picture is upright', async () => {
    const create = { width: 20, height: 10, channels: 3, background: 'red' } as const;
    const withPlace = await sharp({ create })
      .withExif({
        IFD0: { Orientation: '6', Copyright: 'me' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    assert.ok((await sharp(withPlace).metadata()).exif !== undefined);
    const { bytes } = await read(server, await file(withPlace, 'image/jpeg'));
    const { exif, xmp, iptc, icc, width, height } = await sharp(bytes).metadata();
    assert.deepEqual([exif, xmp, iptc, icc, width, height], [undefined, undefined, undefined, undefined, 10, 20]);
    assert.ok(!bytes.includes('Exif'));
  });

  test('SVG and HTML are text, whatever they say that they are', async () => {
    for (const text of [`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`, `<!doctype html>${SCRIPT}`]) {
      for (const [type, name] of [
        ['image/png', 'x.svg'],
        ['text/plain', 'x.html'],
        ['application/octet-stream', 'x.xhtml'],
      ] as const) {
        const found = await read(server, await file(Buffer.from(text), type, name));
        assert.equal(found.type, 'text/plain; charset=utf-8');
        assert.match(found.disposition, new RegExp(`^inline; filename="${name.replace('.', '\\.')}\\.txt"`));
      }
    }
  });

  test('HEIC, AVIF, videos and recordings are downloads that keep all bytes, by their brands', async () => {
    for (const [brand, declared, name, type, stored] of [
      ['heic', 'image/heic', 'IMG_1.HEIC', 'image/heic', 'IMG_1.HEIC'],
      ['heic', 'image/jpeg', 'IMG_1.jpg', 'image/heic', 'IMG_1.heic'],
      ['avif', 'image/avif', 'a.html', 'image/avif', 'a.avif'],
      ['qt  ', 'video/quicktime', 'a.mov', 'video/quicktime', 'a.mov'],
      ['3gp4', 'video/3gpp', 'a.3gp', 'video/3gpp', 'a.3gp'],
      ['M4A ', 'audio/x-m4a', 'a.m4a', 'audio/mp4', 'a.m4a'],
    ] as const) {
      const raw = Buffer.from(`\0\0\0\x14ftyp${brand}\0\0\0\0mif1 Exif GPS`, 'latin1');
      const found = await read(server, await file(raw, declared, name));
      assert.equal(found.type, type);
      assert.ok(found.disposition.startsWith(`attachment; filename="${stored}"`), found.disposition);
      assert.deepEqual(found.bytes, raw);
    }
  });

  test('archives and unknown bytes are downloads, and nobody looks into them', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    for (const [raw, type] of [
      [bomb, 'application/gzip'],
      [Buffer.from('PK\x03\x04%PDF-<html>'), 'application/zip'],
      [Buffer.from(`%PDF-1.4 /JS (${SCRIPT})`), 'application/pdf'],
      [Buffer.from('MZ\x90\x00\x03'), 'application/octet-stream'],
      [Buffer.from([0xff, 0xfe, 0x3c, 0, 0x73, 0]), 'application/octet-stream'],
      [Buffer.from([0xc3, 0x28, 0xe2]), 'application/octet-stream'],
    ] as const) {
      const found = await read(server, await file(raw, 'image/png'));
      assert.equal(found.type, type);
      assert.match(found.disposition, /^attachment; /);
      assert.deepEqual(found.bytes, raw);
    }
  });

  test('415: too many pixels, a side too long, damaged, or no image behind its first bytes; no path', async () => {
    const png = Buffer.from(await aPicture('png', 200));
    for (const raw of [
      pixelBomb(20_000, 20_000),
      pixelBomb(1, 40_000),
      pixelBomb(40_000, 1),
      png.subarray(0, png.length - 20),
      Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, 'latin1'),
      Buffer.from(`GIF89a=1;/*${SCRIPT}*/`),
      Buffer.from('\xff\xd8\xff', 'latin1'),
    ]) {
      const reply = await upload(server, player, bytesOf(raw));
      assertProblem(reply, 415, 'file-refused', PATH);
      assert.match(reply.body.detail, /^This image [\w ,.]+$/);
    }
    assert.equal((await upload(server, player, await aPicture())).status, 201);
  });

  test('names with paths, controls and marks of direction become plain', async () => {
    for (const [name, expected] of [
      ['../../etc/passwd.txt', 'passwd.txt'],
      ['C:\\Windows\\system32\\a.txt', 'a.txt'],
      ['photo\u202egnp.txt', 'photognp.txt'],
      ['a\u0000\r\nb\u2066"c".txt', 'ab_c_.txt'],
      ['\u200f.\u200b.txt', 'txt.txt'],
      ['a\u{e0061}\u034f\u3164\u180e.txt', 'a.txt'],
      ['....', 'file.txt'],
      [`${'ü'.repeat(300)}.txt`, `${'ü'.repeat(96)}.txt`],
      ['%E0%A4', '%E0%A4.txt'],
    ] as const) {
      const reply = await upload(server, player, bytesOf('a'), { type: 'text/plain', name });
      assert.equal(reply.body.name, expected, name);
    }
    const raw = await server.call('POST', PATH, {
      token: player.token,
      raw: bytesOf('a'),
      headers: { 'content-type': 'text/plain', 'x-file-name': '%ZZ%' },
    });
    assert.equal(raw.body.name, '%ZZ%.txt');
  });

  test('400 without content; a body that is cut leaves nothing', async (t) => {
    const own = await startServer(t, options);
    const one = await aPlayer(own);
    assertProblem(await upload(own, one, bytesOf('')), 400, 'validation', PATH);
    for (const sent of [0, 100_000]) await cut(own, one, 200_000, Buffer.alloc(sent + 1, 'a'));
    // This upload can only end after the rows of the cut ones.
    assert.equal((await upload(own, one, bytesOf('a'), { type: 'text/plain' })).status, 201);
    let rows = await own.store.attachments.expired(own.clock.now + 3_600_000, 10);
    while (rows.some(({ state }) => state === 'receiving')) {
      rows = await own.store.attachments.expired(own.clock.now + 3_600_000, 10);
    }
    const stored = await Array.fromAsync(own.files.list());
    assert.equal(stored.length, 1);
  });
});
