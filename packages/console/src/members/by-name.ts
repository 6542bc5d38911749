/** Members in the order of their names, as the language of the reader sorts them. */
export function byName<One extends { readonly name: string }>(members: readonly One[], language: string): One[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return members.toSorted((a, b) => compare(a.name, b.name));
}
