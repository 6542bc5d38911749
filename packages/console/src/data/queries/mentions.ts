import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const mentionsKey = ['mentions'] as const;

/** Also says how many are unread. */
export const newMentionsQuery = queryOptions({
  queryKey: [...mentionsKey, 'new'],
  queryFn: ({ signal }) => api.get('/mentions', { signal }),
});

export const mentionsQuery = infiniteQueryOptions({
  queryKey: [...mentionsKey, 'all'],
  queryFn: ({ pageParam, signal }) => api.get('/mentions', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
