import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The hash of the address at which the page of the projects opens the dialog for a new one. */
export const NEW_PROJECT = 'new';

/** How the backend of the game proves who a player is. 404 if it does not. */
export const identityQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'identity'],
    queryFn: ({ signal }) => api.get('/projects/{projectId}/identity', { path: { projectId }, signal }),
    retry: false,
  });

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => api.get('/projects', { signal }),
});
