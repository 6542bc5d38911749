/** A tag as it is stored: two that look the same are the same. */
export function normalTag(tag: string): string {
  return tag.normalize('NFC').trim();
}

/** Tags as they are stored: in order, without doubles. */
export function normalTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normalTag))].sort();
}
