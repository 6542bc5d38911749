import { parseQueueSearch, type QueueSearch } from './queue-search.ts';

/** Where this browser stores the chosen project, as JSON. */
export const QUEUE_PROJECT = { key: 'queue-project', defaultValue: '' };

/** Returns the search with this browser's last chosen project. */
export function lastQueueSearch(): QueueSearch {
  try {
    return parseQueueSearch({ project: JSON.parse(localStorage.getItem(QUEUE_PROJECT.key) ?? '""') });
  } catch {
    // Storage is not available: there is no choice.
    return parseQueueSearch({});
  }
}
