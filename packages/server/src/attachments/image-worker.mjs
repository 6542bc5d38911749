// @ts-check
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import sharp from 'sharp';

// Its own process: an image can exhaust memory, run too long or crash it. JavaScript, because Node
// would load its TypeScript support again (20 MB).

/** Of the four formats. Others can read files or run scripts, such as SVG. */
const LOADERS = [
  'VipsForeignLoadPngFile',
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadNsgifFile',
];
const QUALITY = 85;
/** Of the decoder: each row costs time, so many short ones cost more than their pixels. */
const MAX_SIDE = 32_767;
/** In the memory of the decoder. Any image of 37 million pixels fits. */
const MAX_DECODED_BYTES = 300_000_000;
/** Larger images are made smaller. A long screenshot, 1,080 by 18,000, stays as it is. */
const MAX_ENCODED_PIXELS = 20_000_000;
/** An image can grow. It is made smaller until its file is small enough. */
const MAX_ATTEMPTS = 4;
/** Files shrink a little slower than pixels. */
const SHRINK = 0.85;
/** Milliseconds. Checks run while other threads encode. */
const CHECK_MS = 100;
/** Of the processor time, for the header: some have a gigabyte of compressed text. */
const HEADER_SHARE = 0.1;

/** Lower priority (`nice`): slow images must not delay the server. */
setPriority(Math.min(19, getPriority() + 10));

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

/**
 * Bounds what decoding costs, before it begins.
 *
 * @param {import('sharp').Metadata} header
 * @param {number} maxPixels
 */
function isTooLarge({ format, width, height, channels, depth, isProgressive, chromaSubsampling }, maxPixels) {
  // These are decoded as a whole: WebP to four bytes for a pixel and more, JPEG to coefficients.
  const isWhole = format === 'webp' || (format === 'jpeg' && isProgressive && chromaSubsampling !== '4:2:0');
  const bytes = width * height * channels * (isWhole || depth === 'ushort' ? 2 : 1);
  return width * height > maxPixels || Math.max(width, height) > MAX_SIDE || bytes > MAX_DECODED_BYTES;
}

/**
 * Decodes an image and re-encodes it, upright and without any metadata. Of an animation only
 * the first frame is kept.
 *
 * @param {Job} job
 * @param {() => void} readHeader
 * @returns {Promise<import('./images.ts').Outcome>}
 */
async function encode({ input, output, maxPixels, maxBytes }, readHeader) {
  const header = await sharp(input, { limitInputPixels: false, failOn: 'none' }).metadata();
  if (isTooLarge(header, maxPixels)) return { refused: 'too-large' };
  readHeader();
  const { format, autoOrient } = header;
  const isPhoto = format === 'jpeg';
  // Some cameras and apps lose the last bytes of a JPEG: the rest is shown.
  const failOn = isPhoto ? 'none' : 'truncated';
  const pixels = autoOrient.width * autoOrient.height;
  let most = Math.min(MAX_ENCODED_PIXELS, pixels);
  for (let attempt = 1; ; attempt++) {
    const scale = Math.sqrt(most / pixels);
    const image = sharp(input, { limitInputPixels: maxPixels, failOn, sequentialRead: true })
      .autoOrient()
      .resize({
        width: Math.max(1, Math.floor(autoOrient.width * scale)),
        height: Math.max(1, Math.floor(autoOrient.height * scale)),
        fit: 'fill',
      });
    if (isPhoto) await image.jpeg({ quality: QUALITY }).toFile(output);
    else if (format === 'webp') await image.webp({ quality: QUALITY }).toFile(output);
    else await image.png({ compressionLevel: 6 }).toFile(output);
    const { size } = await stat(output);
    if (size <= maxBytes || attempt === MAX_ATTEMPTS) break;
    most *= (SHRINK * maxBytes) / size;
  }
  return { contentType: isPhoto || format === 'webp' ? `image/${format}` : 'image/png' };
}

/** @typedef {{ input: string, output: string, maxPixels: number, maxBytes: number, maxProcessorMs: number }} Job */

process.on('message', async (/** @type {Job} */ job) => {
  const begin = process.cpuUsage();
  let maxMs = job.maxProcessorMs * HEADER_SHARE;
  const isTooSlow = () => {
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000 > maxMs;
  };
  const check = setInterval(() => isTooSlow() && process.send?.({ refused: 'too-slow' }), CHECK_MS);
  try {
    const outcome = await encode(job, () => {
      maxMs = job.maxProcessorMs;
    });
    process.send?.(isTooSlow() ? { refused: 'too-slow' } : outcome);
  } catch {
    // Not the decoder's text, which names files.
    process.send?.({ refused: 'damaged' });
  }
  clearInterval(check);
});
// The server is gone.
process.on('disconnect', () => process.exit());
