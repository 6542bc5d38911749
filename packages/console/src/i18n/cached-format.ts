const formats = new Map<string, { format(value: number): string }>();

/** Keeps formats: creating one takes longer than rendering a row. `key` includes the language. */
export function cachedFormat(key: string, create: () => { format(value: number): string }) {
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const created = create();
  formats.set(key, created);
  return created;
}
