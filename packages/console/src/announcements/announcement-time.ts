import type { AnnouncementResponse } from '@player-support/contract/team/announcements';

/** What `<input type="datetime-local">` holds, in the browser's time zone, as the instant in UTC; null: nothing. */
export function localToUtc(local: string): string | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The browser's time zone by its name, such as "Central European Time". */
export function timeZoneName(language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'long' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

/** Whether players have an announcement now, have it still to come, or no longer. */
export function announcementState(
  { startsAt, endsAt }: Pick<AnnouncementResponse, 'startsAt' | 'endsAt'>,
  now: number,
) {
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'over';
  return startsAt !== null && Date.parse(startsAt) > now ? 'planned' : 'shown';
}
