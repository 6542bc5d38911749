import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';

/** The hash of the address at which the page of the projects opens the dialog for a new one. */
export const NEW_PROJECT = 'new';

/**
 * How the backend of the game proves who a player is. Null if it does not: as an error, each try
 * after a change would empty the form.
 */
export const identityQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'identity'],
    queryFn: async ({ signal }) => {
      try {
        return await api.get('/projects/{projectId}/identity', { path: { projectId }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    retry: false,
  });

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => api.get('/projects', { signal }),
});
