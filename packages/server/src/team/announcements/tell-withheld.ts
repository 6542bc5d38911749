import type { Available } from '../../operations/context.ts';

/** Tells nodes and consoles that these projects' announcements will not begin. */
export function tellWithheld({ projectCache, live }: Pick<Available, 'projectCache' | 'live'>, ids: readonly string[]) {
  if (ids.length === 0) return;
  for (const id of new Set(ids)) projectCache.forget(id);
  live.settingsChanged('announcements');
}
