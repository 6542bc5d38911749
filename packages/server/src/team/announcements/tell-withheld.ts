import type { Live } from '../../live/live.ts';
import type { ProjectCache } from '../../store/project-cache.ts';

interface Told {
  readonly projectCache: ProjectCache;
  readonly live: Live;
}

/** Tells nodes and consoles that these projects' announcements will not begin. */
export function tellWithheld({ projectCache, live }: Told, projectIds: readonly string[]): void {
  if (projectIds.length === 0) return;
  for (const id of new Set(projectIds)) projectCache.forget(id);
  live.settingsChanged('announcements');
}
