import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const tagsKey = ['tags'] as const;

export const tagsQuery = (projectId: string | undefined) =>
  queryOptions({
    queryKey: [...tagsKey, projectId],
    queryFn: ({ signal }) => api.get('/tags', { query: { projectId }, signal }),
  });
