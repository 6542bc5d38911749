import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { createImages } from '../../src/attachments/images.ts';
import { aPicture } from '../helpers/files.ts';
import { pngChunk } from '../helpers/png.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

/** Of an image: a tenth is for its header. */
const PROCESSOR_MS = 20_000;
/** Half a second each on a slow machine. */
const TEXTS = 200;
const TEXT_BYTES = 50_000_000;
/** Before them: the signature and the header. */
const HEADER_BYTES = 33;

test('a PNG whose header has gigabytes of compressed text is refused after a tenth of the time', async (t) => {
  const picture = Buffer.from(await aPicture());
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(TEXT_BYTES))]));
  const file = path.join(temporaryDirectory(t), 'file');
  const parts = [picture.subarray(0, HEADER_BYTES), ...Array(TEXTS).fill(text), picture.subarray(HEADER_BYTES)];
  writeFileSync(file, Buffer.concat(parts));
  const images = createImages({ atOnce: 1, maxProcessorMs: PROCESSOR_MS, maxPixels: 1000, maxBytes: 10_000_000 });
  t.after(() => images.close());
  const began = performance.now();
  await assert.rejects(images.encode(file, `${file}.out`, []), /takes too long/);
  const took = performance.now() - began;
  assert.ok(took < PROCESSOR_MS / 2, `${took} ms`);
});
