/**
 * Sorts the keys, so equal values have equal texts. No recursion: 64 KiB can be nested deeper than
 * the call stack.
 */
export function canonicalJson(value: unknown): string {
  let text = '';
  const rest: ({ readonly value: unknown } | string)[] = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') text += next;
    else if (typeof next.value !== 'object' || next.value === null) text += JSON.stringify(next.value) ?? '';
    else if (Array.isArray(next.value)) {
      text += '[';
      rest.push(']');
      for (const item of next.value.toReversed()) rest.push(',', { value: item });
    } else {
      text += '{';
      const entries = Object.entries(next.value).sort(([one], [other]) => (one < other ? 1 : -1));
      rest.push('}');
      for (const [key, item] of entries) rest.push(',', { value: item }, `${JSON.stringify(key)}:`);
    }
  }
  return text;
}
