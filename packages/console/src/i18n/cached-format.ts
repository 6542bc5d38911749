const formats = new Map<string, { format(value: number): string }>();

/**
 * A format of `Intl`, which is created once: that takes longer than rendering a row.
 *
 * @param key says what `create` returns, with the language
 */
export function cachedFormat(key: string, create: () => { format(value: number): string }) {
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const created = create();
  formats.set(key, created);
  return created;
}
