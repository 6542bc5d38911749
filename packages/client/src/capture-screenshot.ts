/**
 * A picture of a canvas, as PNG. Of a WebGL canvas, call it in the frame in which it was drawn, or
 * create its context with `preserveDrawingBuffer`. Otherwise the picture is empty.
 *
 * @throws Error if the canvas is empty; SecurityError if it has images of other origins
 */
export async function captureScreenshot(canvas: HTMLCanvasElement | OffscreenCanvas, name = 'screenshot.png') {
  if ('convertToBlob' in canvas) return { blob: await canvas.convertToBlob({ type: 'image/png' }), name };
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The canvas is empty.');
  return { blob, name };
}
