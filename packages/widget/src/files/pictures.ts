/** Larger ones need much memory to decode. */
const MAX_PICTURE_BYTES = 20_000_000;
/** In times of the height. */
const MAX_RATIO = 2;

/** In turn: several large pictures at once need much memory. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a picture, so that the page's policy need not allow other origins. What is no picture
 * leaves the canvas empty.
 */
export function drawPicture(canvas: HTMLCanvasElement, load: () => Promise<Blob>): void {
  last = last.then(() => draw(canvas, load)).catch(() => {});
}

async function draw(canvas: HTMLCanvasElement, load: () => Promise<Blob>): Promise<void> {
  if (!canvas.isConnected) return;
  const blob = await load();
  if (blob.size > MAX_PICTURE_BYTES) return;
  const bitmap = await createImageBitmap(blob);
  const height = canvas.clientHeight * devicePixelRatio;
  const scale = height / bitmap.height;
  canvas.height = height;
  canvas.width = canvas.classList.contains('square') ? height : Math.min(bitmap.width * scale, MAX_RATIO * height);
  // Covers the canvas, and is cut off at both sides.
  const fill = Math.max(scale, canvas.width / bitmap.width);
  const [width, high] = [bitmap.width * fill, bitmap.height * fill];
  canvas.getContext('2d')?.drawImage(bitmap, (canvas.width - width) / 2, (canvas.height - high) / 2, width, high);
  bitmap.close();
}
