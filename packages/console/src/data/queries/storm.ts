import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The key is a count's: live updates reload it as rarely. */
export const heldTicketsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['tickets', 'counts', 'held', projectId],
    queryFn: ({ signal }) => api.get('/projects/{projectId}/held-tickets', { path: { projectId }, signal }),
  });
