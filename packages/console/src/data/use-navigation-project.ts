import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from './queries/projects.ts';
import { useQueueLocation } from './queue/queue-location.ts';

/** Returns the project that a dialog begins with. Undefined: the member chooses one. */
export function useNavigationProject(): string | undefined {
  const { search } = useQueueLocation();
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  return (projects.length === 1 ? projects[0] : projects.find(({ id }) => id === search.project))?.id;
}
