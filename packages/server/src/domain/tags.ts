/** Returns a tag as stored: trimmed, in NFC, so that tags that look the same are equal. */
export function normalizeTag(tag: string): string {
  return tag.normalize('NFC').trim();
}

/** Returns tags as stored: sorted, without duplicates. */
export function normalizeTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normalizeTag))].sort();
}

/** Null: without the tag. */
export const withReplaced = (tags: readonly string[], tag: string, newTag: string | null): string[] =>
  normalizeTags(tags.flatMap((one) => (normalizeTag(one) !== tag ? one : (newTag ?? []))));
