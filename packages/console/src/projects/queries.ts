import type { ProjectsResponse } from '@player-support/contract/team/projects';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => api.get<ProjectsResponse>('/projects', { signal }),
});
