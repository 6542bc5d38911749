/** A tag as it is stored: trimmed, in Unicode NFC, so that tags which look the same are equal. */
export function normalizeTag(tag: string): string {
  return tag.normalize('NFC').trim();
}

/** Tags as they are stored: sorted, without duplicates. */
export function normalizeTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normalizeTag))].sort();
}

/** The tags with another one instead of one of them, or without it. */
export const withReplaced = (tags: readonly string[], tag: string, newTag: string | null): string[] =>
  normalizeTags(tags.flatMap((one) => (normalizeTag(one) !== tag ? one : (newTag ?? []))));
