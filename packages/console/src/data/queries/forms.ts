import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const formQuery = (projectId: string, type: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'form', type],
    queryFn: ({ signal }) => api.get('/projects/{projectId}/form', { path: { projectId }, query: { type }, signal }),
  });
