import { ANNOUNCEMENT_LOCK_SECONDS } from '@player-support/contract/limits';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { UNDO_SECONDS } from './announcement-request.ts';

export function announcementState(
  { startsAt, endsAt }: Pick<AnnouncementResponse, 'startsAt' | 'endsAt'>,
  now: number,
) {
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'ended';
  return startsAt !== null && Date.parse(startsAt) > now ? 'scheduled' : 'active';
}

/** True if retracted before it began: its author lost access. */
export function isWithheld({ startsAt, retractedAt }: Pick<AnnouncementResponse, 'startsAt' | 'retractedAt'>): boolean {
  return startsAt !== null && retractedAt !== null && Date.parse(retractedAt) < Date.parse(startsAt);
}

const LOCK_MS = ANNOUNCEMENT_LOCK_SECONDS * 1000;

export function isBeginning(
  { startsAt, endsAt, createdAt }: Pick<AnnouncementResponse, 'startsAt' | 'endsAt' | 'createdAt'>,
  now: number,
): boolean {
  if (startsAt === null || announcementState({ startsAt, endsAt }, now) !== 'scheduled') return false;
  return Date.parse(startsAt) - Date.parse(createdAt) <= UNDO_SECONDS * 1000;
}

/** Returns when the next announcement locks, begins or ends. */
export function nextMoment(list: readonly Pick<AnnouncementResponse, 'startsAt' | 'endsAt'>[], now: number) {
  const times = list.flatMap(({ startsAt, endsAt }) => {
    const [start, end] = [startsAt, endsAt].map((time) => (time === null ? 0 : Date.parse(time))) as [number, number];
    return [start - LOCK_MS, start, end];
  });
  return Math.min(...times.filter((time) => time > now));
}

/** The server decides again. */
export function isEditable({ startsAt }: Pick<AnnouncementResponse, 'startsAt'>, now: number): boolean {
  return startsAt !== null && Date.parse(startsAt) > now + LOCK_MS;
}
