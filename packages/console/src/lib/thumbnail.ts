const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const SIDE = 96;

/** Makes a `data:` URL: the page may not show the file itself. Undefined: no readable image. */
export async function thumbnail(file: File): Promise<string | undefined> {
  if (!TYPES.includes(file.type)) return undefined;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    return canvas.toDataURL('image/png');
  } catch {
    return undefined;
  }
}
