import { hash } from 'node:crypto';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { audienceOf, textsOf } from '../../domain/announcements.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { StoredAnnouncement } from '../../store/announcements.ts';

export function presentAnnouncement(row: StoredAnnouncement): AnnouncementResponse {
  return {
    id: row.announcement_id,
    projectId: row.project_id,
    title: row.title,
    body: row.body,
    texts: textsOf(row),
    audience: audienceOf(row),
    startsAt: isoOrNull(row.starts_at),
    endsAt: isoOrNull(row.ends_at),
    timeZone: row.time_zone,
    createdAt: iso(row.created_at),
    retractedAt: isoOrNull(row.retracted_at),
    revision: revisionOf(row),
  };
}

/** A hash of what can change, so no column counts the changes. */
export function revisionOf(row: StoredAnnouncement): string {
  const { project_id, title, body, starts_at, ends_at, texts, audience, time_zone } = row;
  // Nodes of the last release have the same hash for what they know.
  const more = [texts, audience, time_zone].some((value) => value !== null) ? [texts, audience, time_zone] : [];
  return hash('sha256', JSON.stringify([project_id, title, body, starts_at, ends_at, ...more]), 'base64url');
}
