/** Picks the items with an id. `list` can be anything. */
export function itemsWithId<T extends { readonly id: string }>(list: unknown): T[] {
  return Array.isArray(list) ? list.filter((one) => typeof one?.id === 'string') : [];
}
