import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { QueueFilters } from '../queue/queue-search.ts';
import { countsRequest } from '../queue/requests.ts';

export const queueKeys = {
  all: ['tickets'],
  lists: ['tickets', 'list'],
  list: (query: object) => ['tickets', 'list', query],
  counts: (filters: object) => ['tickets', 'counts', filters],
  facets: ['tickets', 'facets'],
} as const;

export const ticketCountsQuery = (filters: QueueFilters) =>
  queryOptions({
    queryKey: queueKeys.counts(filters),
    queryFn: ({ signal }) => api.get('/tickets/counts', { ...countsRequest(filters), signal }),
  });

export const ticketFacetsQuery = queryOptions({
  queryKey: queueKeys.facets,
  queryFn: ({ signal }) => api.get('/tickets/facets', { signal }),
});
