import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { foundType } from '../../src/attachments/found-type.ts';
import { createImages } from '../../src/attachments/images.ts';
import { CONSTANTS } from '../../src/config/constants.ts';
import { pngChunk } from '../helpers/png.ts';
import { randomNumbers } from '../helpers/random-numbers.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const LONG_MS = 120_000;
const END_OF_JPEG = 2;
/** A PNG begins with its signature and its header, and ends with an empty chunk. */
const PNG_HEAD = 33;
const PNG_END = 12;

const flat = (width: number, height: number, background = '#336699'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });
/** Its end is in the middle of pixels. */
const jpeg = () =>
  sharp(Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_none, at) => (at * 7919) % 256)), {
    raw: { width: 40, height: 30, channels: 3 },
  })
    .jpeg()
    .toBuffer();
const numbers = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).swap32()));

/** With a length in two bytes, which counts itself. */
function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A photo with a second JPEG behind it, and the index of both (CIPA DC-007). */
async function ultraHdr(): Promise<Buffer> {
  const photo = await jpeg();
  const xmp = Buffer.from(
    'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2.3" hdrgm:HDRCapacityMax="2.3"/></rdf:RDF></x:xmpmeta>',
    'latin1',
  );
  const map = await flat(10, 8).greyscale().jpeg().toBuffer();
  const gainMap = Buffer.concat([map.subarray(0, 2), segment(0xe1, xmp), map.subarray(2)]);
  const index = (size: number, at: number) =>
    segment(
      0xe2,
      Buffer.concat([
        Buffer.from('MPF\0MM\0*'),
        numbers(8),
        Buffer.from('0003b00000070000000430313030b001000400000001', 'hex'),
        numbers(2),
        Buffer.from('b0020007', 'hex'),
        numbers(32, 50, 0, 0x30000, size, 0, 0, 0, gainMap.length, at, 0),
      ]),
    );
  const head = Buffer.concat([photo.subarray(0, 2), segment(0xe1, xmp)]);
  const size = photo.length + head.length - 2 + index(0, 0).length;
  // The offset counts from the bytes after `MPF`.
  return Buffer.concat([head, index(size, size - head.length - 8), photo.subarray(2), gainMap]);
}

async function animated(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = [flat(40, 30), flat(40, 30, '#996633')].map((frame) => frame.png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

async function animatedPng(): Promise<Buffer> {
  const picture = await flat(40, 30).png().toBuffer();
  const control = (number: number) =>
    pngChunk('fcTL', Buffer.concat([numbers(number, 40, 30, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const head = [picture.subarray(0, PNG_HEAD), pngChunk('acTL', numbers(2, 0)), control(0)];
  const frame = [control(1), pngChunk('fdAT', Buffer.concat([numbers(2), Buffer.from('hidden')]))];
  return Buffer.concat([...head, picture.subarray(PNG_HEAD, -PNG_END), ...frame, picture.subarray(-PNG_END)]);
}

/** With what is shown: type, width and height. */
const PHOTOS: readonly (readonly [string, () => Promise<Buffer>, string])[] = [
  ['a long screenshot', () => flat(1080, 18_000).png().toBuffer(), 'image/png 1080x18000'],
  ['a longer one', () => flat(1080, 20_000).png().toBuffer(), 'image/png 1039x19245'],
  ['48 megapixels', () => flat(8064, 6048).jpeg().toBuffer(), 'image/jpeg 5163x3872'],
  ['a JPEG without its end', async () => (await jpeg()).subarray(0, -END_OF_JPEG), 'image/jpeg 40x30'],
  ['a JPEG without its last bytes', async () => (await jpeg()).subarray(0, -20), 'image/jpeg 40x30'],
  [
    'a JPEG with bytes after its end',
    async () => Buffer.concat([await jpeg(), Buffer.alloc(5000, 7)]),
    'image/jpeg 40x30',
  ],
  [
    'a JPEG with bytes before its end',
    async () => {
      const photo = await jpeg();
      return Buffer.concat([photo.subarray(0, -END_OF_JPEG), Buffer.alloc(5000, 7), photo.subarray(-END_OF_JPEG)]);
    },
    'image/jpeg 40x30',
  ],
  ['Ultra HDR', ultraHdr, 'image/jpeg 40x30'],
  ['CMYK', () => flat(40, 30).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg 40x30'],
  ['16 bits', () => flat(40, 30).toColourspace('rgb16').png().toBuffer(), 'image/png 40x30'],
  ['an animated GIF', () => animated('gif'), 'image/png 40x30'],
  ['an animated WebP', () => animated('webp'), 'image/webp 40x30'],
  ['an animated PNG', animatedPng, 'image/png 40x30'],
];

suite('photos as cameras and apps write them', () => {
  const { maxMegapixels } = CONSTANTS.attachments;
  const maxBytes = 10_000_000;
  const images = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: maxMegapixels * 1_000_000, maxBytes });
  after(() => images.close());

  for (const [name, make, expected] of PHOTOS) {
    test(`${name} is shown, without its metadata`, async (t) => {
      const file = path.join(temporaryDirectory(t), 'file');
      writeFileSync(file, await make());
      assert.equal(await foundType(file), 'image');
      const contentType = await images.encode(file, `${file}.out`, []);
      const { width, height, space, xmp, exif, pages = 1 } = await sharp(`${file}.out`).metadata();
      assert.equal(`${contentType} ${width}x${height}`, expected);
      assert.deepEqual([space === 'cmyk', xmp, exif, pages], [false, undefined, undefined, 1]);
    });
  }

  test('an image that would grow above the largest file is made smaller', async (t) => {
    const file = path.join(temporaryDirectory(t), 'file');
    const random = randomNumbers(1);
    const noise = Buffer.from(Array.from({ length: 600 * 600 * 3 }, () => Math.floor(random() * 256)));
    await sharp(noise, { raw: { width: 600, height: 600, channels: 3 } })
      .jpeg({ quality: 40 })
      .toFile(file);
    const { size } = statSync(file);
    const small = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: 1_000_000, maxBytes: size });
    t.after(() => small.close());
    assert.equal(await small.encode(file, `${file}.out`, []), 'image/jpeg');
    assert.ok(statSync(`${file}.out`).size <= size);
    const { width = 0, height } = await sharp(`${file}.out`).metadata();
    assert.ok(width === height && width > 200 && width < 600, String(width));
  });
});
