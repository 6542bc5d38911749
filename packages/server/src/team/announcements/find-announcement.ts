import { type Access, canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { StoredAnnouncement } from '../../store/announcements.ts';

/** Throws AppError `not-found`, also if the caller may not enter its project. */
export function requireVisible(caller: Access, announcement: StoredAnnouncement | undefined): StoredAnnouncement {
  if (announcement === undefined || !canAccessProject(caller, announcement.project_id)) throw new AppError('not-found');
  return announcement;
}
