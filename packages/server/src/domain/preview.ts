const PREVIEW_LENGTH = 140;
const SURROGATE = /[\ud800-\udfff]/;
const FOLDABLE = /\s{2}|[^\S ]/;

/** The preview of a message: white space folded, trimmed, cut to 140 characters (code points, never half of one). */
export function preview(message: string): string {
  const trimmed = message.trim();
  const folded = FOLDABLE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
  const cut = folded.slice(0, PREVIEW_LENGTH);
  // A text without surrogates, as most are, has one code point for each unit.
  if (!SURROGATE.test(cut)) return cut;
  return Array.from(folded.slice(0, PREVIEW_LENGTH * 2))
    .slice(0, PREVIEW_LENGTH)
    .join('');
}
