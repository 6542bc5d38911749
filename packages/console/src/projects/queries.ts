import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => api.get('/projects', { signal }),
});
