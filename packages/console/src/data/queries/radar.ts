import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const radarKey = ['radar'] as const;

/** How often the page loads the running hour again. */
const REFRESH_MS = 60_000;

export const radarQuery = (projectId: string, hours: number) =>
  queryOptions({
    queryKey: [...radarKey, projectId, hours],
    queryFn: ({ signal }) => api.get('/radar', { query: { projectId, hours }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
