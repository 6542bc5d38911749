import type { AnnouncementRow } from '../store/tables.ts';

/** When players first see an announcement: at its creation or its start, whichever is later. */
export function shownSince({ created_at, starts_at }: AnnouncementRow): number {
  return Math.max(created_at, starts_at ?? 0);
}

/** Whether players see the announcement now. */
export function isShown(announcement: AnnouncementRow, now: number): boolean {
  return hasStarted(announcement, now) && (announcement.ends_at === null || now < announcement.ends_at);
}

export function hasStarted({ starts_at }: AnnouncementRow, now: number): boolean {
  return starts_at === null || starts_at <= now;
}
