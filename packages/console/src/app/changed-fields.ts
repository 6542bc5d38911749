/**
 * The fields of `after` that differ from `before`, compared by their JSON. A dialog sends only
 * these: the server keeps what is absent, so saving does not undo what others changed meanwhile.
 */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {};
  // Object.keys() gives plain strings; these are the names of T.
  for (const name of Object.keys(after) as (keyof T)[]) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changed[name] = after[name];
  }
  return changed;
}
