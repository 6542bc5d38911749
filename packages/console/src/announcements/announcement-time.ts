import { ANNOUNCEMENT_LOCK_SECONDS } from '@player-support/contract/limits';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';

/**
 * The value of a datetime-local input, which is in the local time zone, in UTC. null if it is
 * empty.
 */
export function localToUtc(local: string): string | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A time in UTC as the value of a datetime-local input, in minutes. */
export function utcToLocal(utc: string | null): string {
  if (utc === null) return '';
  const date = new Date(utc);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** The name of the local time zone, such as "Central European Time". */
export function timeZoneName(language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'long' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

/** Whether players see the announcement now, will see it, or no longer see it. */
export function announcementState(
  { startsAt, endsAt }: Pick<AnnouncementResponse, 'startsAt' | 'endsAt'>,
  now: number,
) {
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'ended';
  return startsAt !== null && Date.parse(startsAt) > now ? 'scheduled' : 'active';
}

/** Whether the announcement can still change. The server decides. */
export function isEditable({ startsAt }: Pick<AnnouncementResponse, 'startsAt'>, now: number): boolean {
  return startsAt !== null && Date.parse(startsAt) > now + ANNOUNCEMENT_LOCK_SECONDS * 1000;
}
