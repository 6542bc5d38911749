import { closeSync, openSync, readSync } from 'node:fs';

/** Measured, in milliseconds per megapixel. PNG is slower with 16 bits or interlaced. */
const COST = { png: 90, slowPng: 350, jpeg: 40, gif: 100, webp: 600 };
const HEAD_BYTES = 32;
/** Of a JPEG. Its size comes after them. */
const MAX_SEGMENTS = 200;

/**
 * Estimates how many milliseconds an image takes, from the size in its header. Synchronous: a few
 * bytes that were just written.
 */
export function expectedCost(file: string): number {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    readSync(handle, head, 0, HEAD_BYTES, 0);
    if (head.readUInt16BE(0) === 0xffd8) return jpegMegapixels(handle) * COST.jpeg;
    if (head.toString('latin1', 1, 4) === 'PNG') {
      const isSlow = head.readUInt8(24) > 8 || head.readUInt8(28) > 0;
      return megapixels(head.readUInt32BE(16), head.readUInt32BE(20)) * (isSlow ? COST.slowPng : COST.png);
    }
    if (head.toString('latin1', 0, 3) === 'GIF')
      return megapixels(head.readUInt16LE(6), head.readUInt16LE(8)) * COST.gif;
    return webpMegapixels(head) * COST.webp;
  } finally {
    closeSync(handle);
  }
}

const megapixels = (width: number, height: number) => (width * height) / 1_000_000;

/** Follows the segments to the header of the frame (ITU T.81, B.1). Infinity: there is none. */
function jpegMegapixels(handle: number): number {
  const segment = Buffer.alloc(9);
  for (let at = 2, count = 0; count < MAX_SEGMENTS; count++) {
    if (readSync(handle, segment, 0, segment.length, at) < segment.length) break;
    const marker = segment.readUInt16BE(0);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return megapixels(segment.readUInt16BE(5), segment.readUInt16BE(7));
    // A fill byte comes alone. Other segments say how long they are.
    at += segment.readUInt8(1) === 0xff ? 1 : 2 + segment.readUInt16BE(2);
  }
  return Number.POSITIVE_INFINITY;
}

function webpMegapixels(head: Buffer): number {
  const format = head.toString('latin1', 12, 16);
  if (format === 'VP8X') return megapixels(head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1);
  if (format === 'VP8 ') return megapixels(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff);
  const bits = head.readUInt32LE(21);
  return megapixels((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
}
