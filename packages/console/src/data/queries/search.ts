import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** A request that nobody waits for is aborted. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api.get('/search', { query: { q }, signal }),
    // The next letter asks again anyway.
    retry: false,
  });
