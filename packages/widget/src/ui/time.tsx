import type { UiProps } from './ui.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const WEEK_MS = 7 * 86_400_000;

/** Says how long ago, in the widget's language; a date after a week. */
function agoText(time: number, now: number, locale: string): string {
  // The device's clock can be behind the server's.
  const age = Math.max(0, now - time);
  if (age >= WEEK_MS) {
    const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
    const year = isThisYear ? {} : ({ year: 'numeric' } as const);
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year }).format(time);
  }
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' });
  for (const [unit, length] of UNITS) if (age >= length) return format.format(-Math.floor(age / length), unit);
  return format.format(0, 'second');
}

/** Shows nothing for an invalid time. */
export function Time({ ui, at }: UiProps & { at: string | number | null }) {
  const { language } = ui;
  const time = typeof at === 'string' ? Date.parse(at) : at;
  if (time === null || Number.isNaN(time)) return null;
  const full = new Intl.DateTimeFormat(language.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
  return (
    <time class="time" dateTime={new Date(time).toISOString()} title={full}>
      {agoText(time, Date.now(), language.tag)}
    </time>
  );
}
