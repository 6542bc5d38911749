const PREVIEW_LENGTH = 140;

/** The preview of a message: white space folded, trimmed, cut to 140 characters (code points, never half of one). */
export function preview(message: string): string {
  const folded = message.replace(/\s+/g, ' ').trim();
  if (folded.length <= PREVIEW_LENGTH) return folded;
  return Array.from(folded.slice(0, PREVIEW_LENGTH * 2))
    .slice(0, PREVIEW_LENGTH)
    .join('');
}
