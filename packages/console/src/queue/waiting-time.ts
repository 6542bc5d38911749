const MINUTE = 60_000;
const UNITS = [
  ['day', 1440 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
const WARM_AFTER = 4 * 60 * MINUTE;
const HOT_AFTER = 24 * 60 * MINUTE;

/** Making a format takes longer than drawing a row. */
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function durations(language: string, unit: string): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const known = formats.get(key);
  if (known instanceof Intl.NumberFormat) return known;
  const made = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
  formats.set(key, made);
  return made;
}

/** A moment in full, in the viewer's time zone. */
export function exactTime(at: string, language: string): string {
  const known = formats.get(language);
  const format =
    known instanceof Intl.DateTimeFormat
      ? known
      : new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
  formats.set(language, format);
  return format.format(new Date(at));
}

export type Heat = 'calm' | 'warm' | 'hot';

/** How long somebody waits, in whole units, such as "3h", and how urgent that is. */
export function waiting(since: number, now: number, language: string): { text: string; heat: Heat } {
  const elapsed = Math.max(0, now - since);
  const [unit, length] = UNITS.find(([, one]) => elapsed >= one) ?? ['minute', MINUTE];
  return {
    text: durations(language, unit).format(Math.trunc(elapsed / length)),
    heat: elapsed >= HOT_AFTER ? 'hot' : elapsed >= WARM_AFTER ? 'warm' : 'calm',
  };
}
