import type { Available } from '../../operations/context.ts';
import type { Unsent } from '../revoke-grants.ts';

/** Tells nodes and consoles what will not be sent. */
export function tellUnsent(
  { projectCache, live }: Pick<Available, 'projectCache' | 'live'>,
  { announcementsIn, answers }: Unsent,
): void {
  for (const id of new Set(announcementsIn)) projectCache.forget(id);
  if (announcementsIn.length > 0) live.settingsChanged('announcements');
  if (answers > 0) live.settingsChanged('known-issues');
}
