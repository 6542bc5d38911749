import { cachedFormat } from '../../i18n/cached-format.ts';
import { regional } from '../../i18n/language.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 1440 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;
/** The part of the time until the target in which a ticket is a warning: the last quarter. */
const WARNING_PART = 0.25;
/**
 * A nearer time is shown with its weekday, a further one with its date: a week away, the weekday is
 * that of today.
 */
const NEAR_MS = 6 * 1440 * MINUTE_MS;

export type TargetLevel = 'normal' | 'warning' | 'overdue';

/** What a ticket has: when it began to wait, and when the team wants to have replied. */
interface Target {
  readonly attentionSince: string;
  readonly dueAt: string;
}

/**
 * The time that is left until the target, or since it passed, in whole units such as "3h" and at
 * least one minute; and whether it is nearly or entirely over.
 */
export function targetTime({ attentionSince, dueAt }: Target, now: number, language: string) {
  const due = Date.parse(dueAt);
  const left = due - now;
  const level: TargetLevel =
    left <= 0 ? 'overdue' : left <= (due - Date.parse(attentionSince)) * WARNING_PART ? 'warning' : 'normal';
  return { text: duration(Math.abs(left), language), level };
}

/** A time in whole units, such as "3h". It is at least one minute. */
export function duration(milliseconds: number, language: string): string {
  const length = Math.max(milliseconds, MINUTE_MS);
  const [unit, unitLength] = UNITS.find(([, one]) => length >= one) ?? UNITS[2];
  // German has a narrow form of hours only: "1 T" would stand beside "22h".
  const unitDisplay = language === 'de' ? 'short' : 'narrow';
  const create = () => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
  return cachedFormat(`target ${language} ${unit}`, create).format(Math.trunc(length / unitLength));
}

/** A point in time for a narrow column: "Mon 14:30", or "12 Nov, 14:30" if it is further away. */
export function shortTime(at: string, now: number, language: string): string {
  const time = Date.parse(at);
  const isNear = Math.abs(time - now) < NEAR_MS;
  const day = isNear ? ({ weekday: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const);
  const create = () => new Intl.DateTimeFormat(regional(language), { ...day, hour: 'numeric', minute: '2-digit' });
  return cachedFormat(`short-time ${language} ${isNear}`, create).format(time);
}
