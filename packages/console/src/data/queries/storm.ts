import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/**
 * The held tickets of a project. Its key is that of a count, so that live updates load it as rarely
 * as counts.
 */
export const heldTicketsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['tickets', 'counts', 'held', projectId],
    queryFn: ({ signal }) => api.get('/projects/{projectId}/held-tickets', { path: { projectId }, signal }),
  });
