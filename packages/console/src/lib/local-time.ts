/** Converts UTC for a datetime-local input: local time, in minutes. */
export function utcToLocal(utc: string | null): string {
  if (utc === null) return '';
  const date = new Date(utc);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}
