export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds since the process began. Setting the system's clock does not move it. */
export const monotonic = (): number => performance.now();

/** Allowed difference of the nodes' clocks, in milliseconds. */
export const CLOCK_SKEW_MS = 10 * SECOND;

/** The latest time that a right clock sets, at most `atMost` after the present. */
export const latestTime = (now: number, atMost: number): number => now + atMost + CLOCK_SKEW_MS;

/** Whether a stored time is to come. One after `latestTime` is from a wrong clock: it has come. */
export const isStillToCome = (time: number, now: number, atMost: number): boolean =>
  time > now && time <= latestTime(now, atMost);

/** The last second that RFC 3339 can name. */
export const NEVER = Date.parse('9999-12-31T23:59:59Z');

/** The last formatted day: its begin, and its text up to the T. */
let day = { begin: Number.NaN, text: '' };

/** ISO 8601 in UTC with milliseconds. Date alone takes three times as long. */
export function iso(time: number): string {
  if (!(time >= day.begin && time < day.begin + DAY)) {
    day = { begin: Math.floor(time / DAY) * DAY, text: new Date(time).toISOString().slice(0, -'00:00:00.000Z'.length) };
  }
  const at = Math.floor(time - day.begin);
  const two = (unit: number) => String(100 + (Math.floor(at / unit) % 60)).slice(1);
  return `${day.text}${two(HOUR)}:${two(MINUTE)}:${two(SECOND)}.${String(SECOND + (at % SECOND)).slice(1)}Z`;
}

export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));

const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;
// RFC 3339. The offset may begin with a space: an unescaped "+" in a query is decoded to one.
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):\d{2}:\d{2})(\.\d+)?([Zz]|[+\- ]\d{2}:\d{2})$/;

/** A calendar day as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const time = Date.parse(text);
  // Date.parse reads 30 February as a date in March.
  return DAY_ONLY.test(text) && !Number.isNaN(time) && iso(time).startsWith(text);
}

/** Milliseconds since 1970 of an ISO 8601 date-time with an offset. Undefined for anything else. */
export function parseDateTime(text: string): number | undefined {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return undefined;
  const [, date, time, fraction = '', offset = ''] = parts;
  if (date === undefined || !isDate(date)) return undefined;
  const value = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${offset.replace(' ', '+').toUpperCase()}`);
  // The offset can move the time into a year without four digits.
  return Number.isNaN(value) || iso(value).length !== 24 ? undefined : value;
}

/** Undefined unless it is a date-time after `now`. In milliseconds since 1970. */
export function parseFutureTime(text: string, now: number): number | undefined {
  const time = parseDateTime(text);
  return time !== undefined && time > now ? time : undefined;
}

const WITHOUT_SECONDS = /(?<=T\d{2}:\d{2})(?=Z|[+-])/;

/** Parses a date (midnight UTC) or date-time, seconds optional, to milliseconds since 1970. */
export const parseDayOrTime = (text: string): number | undefined =>
  parseDateTime(DAY_ONLY.test(text) ? `${text}T00:00:00Z` : text.replace(WITHOUT_SECONDS, ':00'));
