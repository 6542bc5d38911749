import type { SavedViewResponse } from '@player-support/contract/team/views';
import type { QueryClient } from '@tanstack/react-query';

/** The mutations that save the order of views. Their variables are the ids. */
export const viewOrderKey = ['view-order'] as const;

/** Views without an id in the list come last. */
export function inOrder(views: readonly SavedViewResponse[], ids: readonly string[]): SavedViewResponse[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: SavedViewResponse) => places.get(id) ?? ids.length;
  return views.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the order that is being saved: the server still has an older one. */
export function pendingOrder(queryClient: QueryClient): readonly string[] | undefined {
  const pending = queryClient.getMutationCache().findAll({ mutationKey: viewOrderKey, status: 'pending' });
  return pending.at(-1)?.state.variables as readonly string[] | undefined;
}
