export const hasSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Compares as JSON. A form sends only these, so that others' changes stay. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {};
  // Object.keys() returns string[]; these are the keys of T.
  for (const name of Object.keys(after) as (keyof T)[]) {
    if (!hasSameJson(after[name], before[name])) changed[name] = after[name];
  }
  return changed;
}
