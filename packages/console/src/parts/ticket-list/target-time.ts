import { cachedFormat } from '../../i18n/cached-format.ts';
import { regional } from '../../i18n/language.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 1440 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;
/** In the last quarter of the time, a ticket is a warning. */
const WARNING_PART = 0.25;
/** Nearer times show the weekday. A week away it would be today's. */
const NEAR_MS = 6 * 1440 * MINUTE_MS;

export type TargetLevel = 'normal' | 'warning' | 'overdue';

interface Target {
  readonly attentionSince: string;
  readonly dueAt: string;
}

/**
 * Returns the time until or since the target, such as "3h", and whether it is nearly or entirely
 * over.
 */
export function targetTime({ attentionSince, dueAt }: Target, now: number, language: string) {
  const due = Date.parse(dueAt);
  const left = due - now;
  const level: TargetLevel =
    left <= 0 ? 'overdue' : left <= (due - Date.parse(attentionSince)) * WARNING_PART ? 'warning' : 'normal';
  return { text: duration(Math.abs(left), language), level };
}

/** Writes a time such as "3h", at least one minute. */
export function duration(milliseconds: number, language: string): string {
  const length = Math.max(milliseconds, MINUTE_MS);
  const [unit, unitLength] = UNITS.find(([, one]) => length >= one) ?? UNITS[2];
  // German has a narrow form of hours only: "1 T" would stand beside "22h".
  const unitDisplay = language === 'de' ? 'short' : 'narrow';
  const create = () => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
  return cachedFormat(`target ${language} ${unit}`, create).format(Math.trunc(length / unitLength));
}

/** Formats a time for a narrow column: "Mon 14:30", or "12 Nov, 14:30" if further away. */
export function shortTime(at: string, now: number, language: string): string {
  const time = Date.parse(at);
  const isNear = Math.abs(time - now) < NEAR_MS;
  const day = isNear ? ({ weekday: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const);
  const create = () => new Intl.DateTimeFormat(regional(language), { ...day, hour: 'numeric', minute: '2-digit' });
  return cachedFormat(`short-time ${language} ${isNear}`, create).format(time);
}
