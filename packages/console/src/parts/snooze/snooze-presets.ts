const HOUR_MS = 3_600_000;
/** "Later today" ends before this hour. */
const LAST_HOUR = 21;
const MORNING = 9;
const MONDAY = 1;

export interface SnoozePreset {
  readonly id: 'later' | 'tomorrow' | 'monday';
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** Returns common snooze times in the browser's time zone. */
export function snoozePresets(now: number): readonly SnoozePreset[] {
  const inThreeHours = new Date(now + 3 * HOUR_MS);
  inThreeHours.setMinutes(0, 0, 0);
  const isToday = inThreeHours.getDate() === new Date(now).getDate() && inThreeHours.getHours() < LAST_HOUR;
  const tomorrow = morningIn(now, 1);
  const daysToMonday = (MONDAY + 7 - new Date(now).getDay()) % 7 || 7;
  const monday = morningIn(now, daysToMonday);
  return [
    ...(isToday ? [{ id: 'later', at: inThreeHours.getTime() } as const] : []),
    { id: 'tomorrow', at: tomorrow },
    ...(monday === tomorrow ? [] : [{ id: 'monday', at: monday } as const]),
  ];
}

/** Returns nine in the morning, days later. A day with a clock change has not 24 hours. */
function morningIn(now: number, days: number): number {
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  date.setHours(MORNING, 0, 0, 0);
  return date.getTime();
}
