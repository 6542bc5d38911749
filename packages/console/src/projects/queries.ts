import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The hash of the address at which the page of the projects opens the dialog for a new one. */
export const NEW_PROJECT = 'new';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => api.get('/projects', { signal }),
});
