/** A tag as it is stored: trimmed, in Unicode NFC, so that tags which look the same are equal. */
export function normalizeTag(tag: string): string {
  return tag.normalize('NFC').trim();
}

/** Tags as they are stored: sorted, without duplicates. */
export function normalizeTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normalizeTag))].sort();
}
