import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The beginning of the keys of all queries about mentions. */
export const mentionsKey = ['mentions'] as const;

/** The newest mentions of the member, and how many are unread. */
export const newMentionsQuery = queryOptions({
  queryKey: [...mentionsKey, 'new'],
  queryFn: ({ signal }) => api.get('/mentions', { signal }),
});

/** All mentions of the member, newest first. */
export const mentionsQuery = infiniteQueryOptions({
  queryKey: [...mentionsKey, 'all'],
  queryFn: ({ pageParam, signal }) => api.get('/mentions', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
