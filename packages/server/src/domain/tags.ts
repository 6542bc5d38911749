/** A tag as it is stored. Tags that look the same become the same. */
export function normalTag(tag: string): string {
  return tag.normalize('NFC').trim();
}

/** Tags as they are stored: sorted, without duplicates. */
export function normalTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normalTag))].sort();
}
