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
  };
}
