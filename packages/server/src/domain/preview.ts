const PREVIEW_LENGTH = 140;
const SURROGATE = /[\ud800-\udfff]/;
const COLLAPSIBLE = /\s{2}|[^\S ]/;

/** Trimmed, with white space collapsed, and cut to 140 code points. */
export function preview(message: string): string {
  const trimmed = message.trim();
  const collapsed = COLLAPSIBLE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
  const cut = collapsed.slice(0, PREVIEW_LENGTH);
  // Without surrogates, each code unit is a code point.
  if (!SURROGATE.test(cut)) return cut;
  return Array.from(collapsed.slice(0, PREVIEW_LENGTH * 2))
    .slice(0, PREVIEW_LENGTH)
    .join('');
}
