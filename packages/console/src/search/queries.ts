import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { SearchAddress } from './search-address.ts';

/**
 * The tickets that match. Until the answer arrives, the one before it stays. A request whose answer
 * nobody waits for is aborted.
 */
export const searchQuery = ({ q = '', project, status, type, filter }: SearchAddress) =>
  infiniteQueryOptions({
    queryKey: ['search', { q, project, status, type, filter }],
    queryFn: ({ signal, pageParam }) =>
      api.get('/search', { query: { q, projectId: project, status, type, filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (previous) => (q === '' ? undefined : previous),
    enabled: q !== '',
    // The next letter asks again anyway, and a failure has a button.
    retry: false,
  });
