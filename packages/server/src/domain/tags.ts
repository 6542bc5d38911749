/** Returns a tag as stored: trimmed, in NFC, so that tags that look the same are equal. */
export const normalizeTag = (tag: string): string => tag.normalize('NFC').trim();

/** Returns tags as stored: sorted, without duplicates. */
export const normalizeTags = (tags: readonly string[]): string[] => [...new Set(tags.map(normalizeTag))].sort();

/** Null: without the tag. */
export const withReplaced = (tags: readonly string[], tag: string, newTag: string | null): string[] =>
  normalizeTags(tags.flatMap((one) => (normalizeTag(one) !== tag ? one : (newTag ?? []))));
