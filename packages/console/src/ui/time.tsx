import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { regional } from '../i18n/language.ts';
import { useText } from '../i18n/text.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  ['year', 525_600 * MINUTE_MS],
  ['month', 43_200 * MINUTE_MS],
  ['day', 1440 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** Creating a format is slow, and a conversation shows hundreds of times. */
const formats = new Map<string, ReturnType<typeof createFormats>>();

function createFormats(language: string) {
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const;
  return {
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
    exact: new Intl.DateTimeFormat(regional(language), { ...day, ...time }),
    universal: new Intl.DateTimeFormat(regional(language), { ...day, ...time, timeZone: 'UTC' }),
  };
}

function formatsOf(language: string) {
  const cached = formats.get(language);
  if (cached !== undefined) return cached;
  const created = createFormats(language);
  formats.set(language, created);
  return created;
}

/** Such as "3 min ago", in whole units, rounded towards now. */
export function relativeTime(at: number, now: number, language: string): string {
  const format = formatsOf(language).relative;
  const difference = at - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(difference) >= length) return format.format(Math.trunc(difference / length), unit);
  }
  return format.format(0, 'second');
}

/** Writes the local time, and UTC on a second line if it differs. */
export function exactTime(at: number, language: string): string {
  const { exact, universal } = formatsOf(language);
  return [...new Set([exact.format(at), universal.format(at)])].join('\n');
}

export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return now;
}

/** Hover shows the exact time. */
export function Time({ at }: { readonly at: string }) {
  const { language } = useText();
  const now = useNow();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exactTime(time, language)}>
      {relativeTime(time, now, language)}
    </time>
  );
}
