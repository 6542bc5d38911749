import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const noticesKey = ['notices'] as const;

export const noticesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...noticesKey, projectId],
    queryFn: ({ signal }) => api.get('/projects/{projectId}/notices', { path: { projectId }, signal }),
  });
