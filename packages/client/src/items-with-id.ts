/** From a list that can be anything. */
export function itemsWithId<T extends { readonly id: string }>(list: unknown): T[] {
  return Array.isArray(list) ? list.filter((one) => typeof one?.id === 'string') : [];
}
