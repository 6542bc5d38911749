import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { foundType } from '../../src/attachments/found-type.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const PIECE = 64 * 1024;

test('a text has no control characters but those of lines, tabs and terminals', async (t) => {
  const file = path.join(temporaryDirectory(t), 'file');
  const kindOf = async (bytes: Buffer) => {
    writeFileSync(file, bytes);
    return (await foundType(file)) === 'text/plain' ? 'text' : 'other';
  };
  for (let byte = 0; byte < 0x80; byte++) {
    const isText = byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b;
    // Also as the first piece's last byte and the second's first.
    for (const at of [1, PIECE - 1, PIECE]) {
      const bytes = Buffer.alloc(PIECE + 2, 'a');
      bytes[at] = byte;
      assert.equal(await kindOf(bytes), isText ? 'text' : 'other', `${byte} at ${at}`);
    }
  }
  // On the border of two pieces, and cut.
  for (const character of ['é', '字', '🎮']) {
    const text = Buffer.from(`${'a'.repeat(PIECE - 1)}${character}`);
    assert.equal(await kindOf(text), 'text', character);
    assert.equal(await kindOf(text.subarray(0, -1)), 'other', character);
  }
  assert.equal(await kindOf(Buffer.from([0x61, 0xff])), 'other');
});

test('the brands of ISO base media files say what they are', async (t) => {
  const file = path.join(temporaryDirectory(t), 'file');
  for (const [brands, expected] of [
    [['heic', '', 'mif1', 'heic'], 'image/heic'],
    [['heix'], 'image/heic'],
    [['hevc', '', 'msf1'], 'image/heic'],
    [['mif1', '', 'miaf', 'heic'], 'image/heic'],
    [['mif1', '', 'miaf', 'avif'], 'image/avif'],
    [['mif1', '', 'miaf'], 'image/heif'],
    [['avif', '', 'mif1'], 'image/avif'],
    [['avis'], 'image/avif'],
    [['qt  ', '', 'qt  '], 'video/quicktime'],
    [['M4A ', '', 'mp42', 'isom'], 'audio/mp4'],
    [['3gp5', '', 'isom'], 'video/3gpp'],
    [['isom', '', 'mp41', 'avc1', '3gp5'], 'video/mp4'],
    [['mp42', '', 'qt  '], 'video/mp4'],
    [['new!'], 'video/mp4'],
    [['miaf', '', 'heic'], 'image/heic'],
    [['mif2'], 'image/heif'],
    [['j2ki', '', 'mif1'], 'image/heif'],
    [['M4P '], 'audio/mp4'],
    [['3ge6'], 'video/3gpp'],
    [['crx ', '', 'isom'], 'application/octet-stream'],
  ] as const) {
    const box = Buffer.from(`\0\0\0\0ftyp${brands.map((brand) => brand.padEnd(4, '\0')).join('')}`, 'latin1');
    box.writeUInt32BE(box.length);
    // What follows are no brands.
    writeFileSync(file, Buffer.concat([box, Buffer.from('heicheic')]));
    assert.equal(await foundType(file), expected, brands.join());
  }
  for (const [bytes, expected] of [
    ['\xff\xff\xff\xffftypheic', 'image/heic'],
    ['\0\0\0\0ftyp', 'video/mp4'],
    ['[INFO]  WEBP decoder', 'text/plain'],
    ['GIF8 is a text', 'text/plain'],
    ['RIFF\0\0\0\0WEBP', 'image'],
  ] as const) {
    writeFileSync(file, Buffer.from(bytes, 'latin1'));
    assert.equal(await foundType(file), expected, JSON.stringify(bytes));
  }
});
