import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';

const MINUTE = 60_000;
const UNITS = [
  ['year', 525_600 * MINUTE],
  ['month', 43_200 * MINUTE],
  ['day', 1440 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** Making a format takes longer than using it, and a conversation has hundreds of moments. */
const formats = new Map<string, { readonly relative: Intl.RelativeTimeFormat; readonly exact: Intl.DateTimeFormat }>();

function formatsOf(language: string) {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const made = {
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
    exact: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }),
  };
  formats.set(language, made);
  return made;
}

/** "3 minutes ago" in that language; whole units, rounded towards now. */
export function relativeTime(at: number, now: number, language: string): string {
  const format = formatsOf(language).relative;
  const away = at - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(away) >= length) return format.format(Math.trunc(away / length), unit);
  }
  return format.format(0, 'second');
}

/** A moment, relative to now; the exact one in the viewer's time zone shows on hover. */
export function Time({ at }: { readonly at: string }) {
  const { language } = useText();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), MINUTE, { autoInvoke: true });
  const date = new Date(at);
  const exact = formatsOf(language).exact.format(date);
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(date.getTime(), now, language)}
    </time>
  );
}
