import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { projectsQuery } from '../queries/projects.ts';
import { QUEUE_PROJECT } from './last-queue-search.ts';
import { parseQueueSearch, type QueueSearch } from './queue-search.ts';

/** Returns the search for links to the queue: the open queue's, else the last chosen project's. */
export function useQueueLocation(): { readonly search: QueueSearch; readonly isOpen: boolean } {
  const open = useMatch({ from: '/shell/queue', shouldThrow: false })?.search;
  const [stored, store] = useLocalStorage({ ...QUEUE_PROJECT, getInitialValueInEffect: false });
  const { data } = useQuery(projectsQuery);
  const isOpen = open !== undefined;
  useEffect(() => {
    if (isOpen) store(open.project ?? '');
  }, [isOpen, open?.project, store]);
  if (isOpen) return { search: open, isOpen };
  // Another member may have chosen it, or it was deleted.
  const exists = data === undefined || data.projects.some(({ id }) => id === stored);
  return { search: parseQueueSearch({ project: exists ? stored : undefined }), isOpen };
}
