import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { inOrder, pendingOrder } from '../view-order.ts';
import { queueKeys } from './queue.ts';

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ client, signal }) => {
    const { views } = await api.get('/views', { signal });
    return { views: inOrder(views, pendingOrder(client) ?? []) };
  },
});

const MINUTE_MS = 60_000;
/** The server counts a view again after four seconds. */
const RECOUNT_MS = 4500;

/** Changed tickets refetch these counts like all others. */
export const viewCountsQuery = queryOptions({
  queryKey: queueKeys.counts({ saved: true }),
  queryFn: ({ signal }) => api.get('/views/counts', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.complete === false ? RECOUNT_MS : MINUTE_MS),
});
