import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { countsRequest } from './requests.ts';

/** Lists, counts and facets of tickets. A single ticket has another key: see ticketKeys. */
export const queueKeys = {
  all: ['tickets'],
  lists: ['tickets', 'list'],
  list: (query: object) => ['tickets', 'list', query],
  counts: (projectId?: string) => ['tickets', 'counts', projectId ?? null],
  facets: ['tickets', 'facets'],
} as const;

/** How many tickets each view has, of one project or of all. */
export const ticketCountsQuery = (projectId: string | undefined) =>
  queryOptions({
    queryKey: queueKeys.counts(projectId),
    queryFn: ({ signal }) => api.get('/tickets/counts', { ...countsRequest(projectId), signal }),
  });

/** The values that the filters offer. */
export const ticketFacetsQuery = queryOptions({
  queryKey: queueKeys.facets,
  queryFn: ({ signal }) => api.get('/tickets/facets', { signal }),
});
