import { type Access, canAccessProject } from '../../domain/access.ts';
import { parseDateTime } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { AnnouncementRow } from '../../store/tables.ts';

/** A time of a request, in milliseconds since 1970. Null if it is absent or null. */
export function timeOf(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : (parseDateTime(text) ?? null);
}

/** Checks the end, and that the caller may enter the project. @throws AppError `validation` */
export async function checkAnnouncement(
  { projects }: Pick<Transaction, 'projects'>,
  caller: Access,
  { project_id, starts_at, ends_at }: AnnouncementRow,
  now: number,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (ends_at !== null && ends_at <= Math.max(now, starts_at ?? now)) {
    errors.endsAt = ['Must be in the future and after startsAt.'];
  }
  const project = canAccessProject(caller, project_id) ? await projects.byId(project_id) : undefined;
  if (project === undefined) errors.projectId = ['Must be the id of a project.'];
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
}
