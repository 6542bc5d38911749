import { hash } from 'node:crypto';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { AnnouncementRow } from '../../store/tables.ts';

export function presentAnnouncement(row: AnnouncementRow): AnnouncementResponse {
  return {
    id: row.announcement_id,
    projectId: row.project_id,
    title: row.title,
    body: row.body,
    startsAt: isoOrNull(row.starts_at),
    endsAt: isoOrNull(row.ends_at),
    createdAt: iso(row.created_at),
    revision: revisionOf(row),
  };
}

/** A hash of what can change: no column has to count the changes. */
export function revisionOf({ project_id, title, body, starts_at, ends_at }: AnnouncementRow): string {
  return hash('sha256', JSON.stringify([project_id, title, body, starts_at, ends_at]), 'base64url');
}
