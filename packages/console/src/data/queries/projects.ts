import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';

/** The hash that opens the dialog for a new project. */
export const NEW_PROJECT = 'new';

/** Null if the game proves nothing: an error would empty the form at each retry. */
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
