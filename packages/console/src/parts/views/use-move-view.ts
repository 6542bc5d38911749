import type { SavedViewsResponse } from '@player-support/contract/team/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { viewsQuery } from '../../data/queries/views.ts';
import { inOrder, viewOrderKey } from '../../data/view-order.ts';

/** Undefined: the view is already at that end. */
export function movedIds(ids: readonly string[], id: string, by: number): readonly string[] | undefined {
  const from = ids.indexOf(id);
  const to = Math.max(0, Math.min(ids.length - 1, from + by));
  if (from < 0 || to === from) return undefined;
  return ids.filter((one) => one !== id).toSpliced(to, 0, id);
}

/** Moves a view at once, and returns its place from 1. A refusal restores the order. */
export function useMoveView(): (id: string, by: number) => number | undefined {
  const queryClient = useQueryClient();
  const { queryKey } = viewsQuery;
  const { mutate } = useMutation({
    mutationKey: viewOrderKey,
    // One request after the other, so that the last order counts.
    scope: { id: viewOrderKey[0] },
    mutationFn: (viewIds: readonly string[]) => api.put('/views/order', { body: { viewIds } }),
    onSettled: () => {
      const isLast = queryClient.isMutating({ mutationKey: viewOrderKey }) === 1;
      if (isLast) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (id, by) => {
    const views = queryClient.getQueryData<SavedViewsResponse>(queryKey)?.views ?? [];
    const [ofQueue, searches] = [views.filter(({ q }) => q === null), views.filter(({ q }) => q !== null)];
    const ids = movedIds(
      ofQueue.map((view) => view.id),
      id,
      by,
    );
    if (ids === undefined) return undefined;
    const next = [...inOrder(ofQueue, ids), ...searches];
    queryClient.setQueryData<SavedViewsResponse>(queryKey, { views: next });
    mutate(next.map((view) => view.id));
    return ids.indexOf(id) + 1;
  };
}
