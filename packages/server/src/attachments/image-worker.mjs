// @ts-check
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
/** Larger images are made smaller. */
const MAX_SIDE = 4096;
/** Milliseconds. Checks run while other threads encode. */
const CHECK_MS = 100;

/** Lower priority (`nice`): slow images must not delay the server. */
setPriority(Math.min(19, getPriority() + 10));

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

/**
 * Decodes an image and re-encodes it, upright and without any metadata. Of an animation only
 * the first frame is kept.
 *
 * @param {string} input
 * @param {string} output
 * @param {number} maxPixels
 */
async function encode(input, output, maxPixels) {
  const options = { limitInputPixels: maxPixels, failOn: /** @type {const} */ ('truncated'), sequentialRead: true };
  const { format } = await sharp(input, options).metadata();
  const image = sharp(input, options)
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
  if (format === 'jpeg') await image.jpeg({ quality: QUALITY }).toFile(output);
  else if (format === 'webp') await image.webp({ quality: QUALITY }).toFile(output);
  else await image.png({ compressionLevel: 6 }).toFile(output);
  return format === 'jpeg' || format === 'webp' ? `image/${format}` : 'image/png';
}

/** @typedef {{ input: string, output: string, maxPixels: number, maxProcessorMs: number }} Job */

process.on('message', async (/** @type {Job} */ { input, output, maxPixels, maxProcessorMs }) => {
  const begin = process.cpuUsage();
  const usedTooMuch = () => {
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000 > maxProcessorMs;
  };
  const check = setInterval(() => usedTooMuch() && process.send?.({ usedTooMuch: true }), CHECK_MS);
  try {
    const contentType = await encode(input, output, maxPixels);
    process.send?.(usedTooMuch() ? { usedTooMuch: true } : { contentType });
  } catch (error) {
    process.send?.({ refused: error instanceof Error ? error.message : String(error) });
  }
  clearInterval(check);
});
// The server is gone.
process.on('disconnect', () => process.exit());
