const PREVIEW_LENGTH = 140;
const SURROGATE = /[\ud800-\udfff]/;
const FOLDABLE = /\s{2}|[^\S ]/;

/** The preview of a message: with single spaces, trimmed, and cut to 140 code points. */
export function preview(message: string): string {
  const trimmed = message.trim();
  const folded = FOLDABLE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
  const cut = folded.slice(0, PREVIEW_LENGTH);
  // Most texts have no surrogates, so each of their units is a code point.
  if (!SURROGATE.test(cut)) return cut;
  return Array.from(folded.slice(0, PREVIEW_LENGTH * 2))
    .slice(0, PREVIEW_LENGTH)
    .join('');
}
