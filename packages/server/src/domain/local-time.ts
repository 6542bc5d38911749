import { DAY, MINUTE } from './time.ts';

/** Only stored, canonical names get here: a few hundred. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The usual spelling of an IANA time zone. Undefined for other texts. */
export function canonicalTimeZone(name: string): string | undefined {
  // Offsets such as +01:00 are no names: they ignore daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** What local clocks show, as if it were UTC. Without milliseconds. */
function wallTime(time: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(time);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** When a member gets no notifications, in minutes of the local day. */
interface QuietHours {
  readonly time_zone: string | null;
  /** Null: no quiet hours. */
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
}

/** UTC if the member has not chosen one. */
export const timeZoneOf = ({ time_zone }: Pick<QuietHours, 'time_zone'>) => time_zone ?? 'UTC';

/** They can pass midnight, and exclude `quiet_to`. */
export function isQuiet(time: number, setting: QuietHours): boolean {
  const { quiet_from: from, quiet_to: to } = setting;
  if (from === null || to === null) return false;
  const minute = Math.floor((wallTime(time, timeZoneOf(setting)) % DAY) / MINUTE);
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/**
 * When local clocks last showed this minute, at or before `time`. One hour later if daylight saving
 * time skipped it.
 */
export function lastTimeOfDay(time: number, timeZone: string, minuteOfDay: number): number {
  const wall = wallTime(time, timeZone);
  const midnight = wall - (wall % DAY);
  for (const day of [0, 1]) {
    const shown = midnight - day * DAY + minuteOfDay * MINUTE;
    // The offset can differ between the two times, so correct it once.
    const guess = shown - (wall - time + (time % 1000));
    const found = guess - (wallTime(guess, timeZone) - shown);
    if (found <= time) return found;
  }
  return time - DAY;
}
