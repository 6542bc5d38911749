import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { expectedCost } from '../../src/attachments/image-cost.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

test('the header of an image says what it will cost, in each format', async (t) => {
  const file = path.join(temporaryDirectory(t), 'image');
  const costOf = (bytes: Uint8Array) => {
    writeFileSync(file, bytes);
    return expectedCost(file);
  };
  const image = sharp({ create: { width: 400, height: 250, channels: 4, background: '#a37b' } });
  const photo = image.clone().withExif({ IFD0: { Copyright: 'x'.repeat(60_000) } });
  for (const [name, bytes, expected] of [
    ['PNG', image.clone().png(), 9],
    ['interlaced PNG', image.clone().png({ progressive: true }), 35],
    ['JPEG', image.clone().jpeg(), 4],
    ['progressive JPEG with a long header', photo.jpeg({ progressive: true }), 4],
    ['GIF', image.clone().gif(), 10],
    ['WebP', image.clone().removeAlpha().webp(), 60],
    ['lossless WebP', image.clone().webp({ lossless: true }), 60],
    ['WebP with alpha', image.clone().webp(), 60],
  ] as const) {
    assert.equal(costOf(await bytes.toBuffer()).toFixed(3), expected.toFixed(3), name);
  }
  const jpeg = await image.clone().jpeg().toBuffer();
  for (const length of [2, 3, 40, 100]) assert.equal(costOf(jpeg.subarray(0, length)), Number.POSITIVE_INFINITY);
  for (const start of ['\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF    WEBP'])
    assert.ok(costOf(Buffer.from(start, 'latin1')) >= 0);
});
