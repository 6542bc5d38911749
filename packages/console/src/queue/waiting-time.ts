const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 1440 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;
const WARNING_AFTER_MS = 4 * 60 * MINUTE_MS;
const CRITICAL_AFTER_MS = 24 * 60 * MINUTE_MS;

/** Creating a format takes longer than rendering a row. */
const formats = new Map<string, { format(value: number): string }>();

function formatOf(key: string, create: () => { format(value: number): string }) {
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const created = create();
  formats.set(key, created);
  return created;
}

/** The full date and time, in the local time zone. */
export function exactTime(at: string, language: string): string {
  const create = () => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
  return formatOf(language, create).format(Date.parse(at));
}

export type WaitingLevel = 'normal' | 'warning' | 'critical';

/** How long a player has waited, in whole units such as "3 hr", and how urgent it is. */
export function waitingTime(since: number, now: number, language: string): { text: string; level: WaitingLevel } {
  const elapsed = Math.max(0, now - since);
  const [unit, length] = UNITS.find(([, one]) => elapsed >= one) ?? ['minute', MINUTE_MS];
  const create = () => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
  return {
    text: formatOf(`${language} ${unit}`, create).format(Math.trunc(elapsed / length)),
    level: elapsed >= CRITICAL_AFTER_MS ? 'critical' : elapsed >= WARNING_AFTER_MS ? 'warning' : 'normal',
  };
}
