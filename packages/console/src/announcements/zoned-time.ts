import { regional } from '../i18n/language.ts';

/** Creating a format is slow. There are a few hundred zones at most. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields });
  formats.set(zone, format);
  return format;
}

/** Returns what a clock in the zone shows, as if it were UTC, in whole minutes. */
function wallTime(at: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

const offsetAt = (at: number, zone: string) => wallTime(at, zone) - Math.floor(at / MINUTE_MS) * MINUTE_MS;

interface ZonedInstant {
  /** In UTC, ISO 8601. */
  readonly at: string;
  /** `skipped`: the clocks jump over it, so it is later. `twice`: it is the first of two. */
  readonly clock: 'once' | 'skipped' | 'twice';
}

/** null: the text is empty or incomplete. */
export function instantIn(zone: string, local: string): ZonedInstant | null {
  const shown = Date.parse(`${local}Z`);
  if (local === '' || Number.isNaN(shown)) return null;
  // The offsets on both sides of a change of the clocks, which are days apart.
  const before = offsetAt(shown - DAY_MS, zone);
  const after = offsetAt(shown + DAY_MS, zone);
  const found = [...new Set([shown - before, shown - after])].filter((at) => at + offsetAt(at, zone) === shown);
  const at = found.length === 0 ? shown - before : Math.min(...found);
  return {
    at: new Date(at).toISOString(),
    clock: found.length === 0 ? 'skipped' : found.length > 1 ? 'twice' : 'once',
  };
}

export function localIn(zone: string, utc: string | null): string {
  if (utc === null) return '';
  return new Date(wallTime(Date.parse(utc), zone)).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

export function timeIn(zone: string, at: string, language: string): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(regional(language), { ...day, ...time, timeZone: zone }).format(Date.parse(at));
}

/** Accepts also unusual names, such as `UTC`. */
export function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && formatOf(name) !== undefined;
  } catch {
    return false;
  }
}
