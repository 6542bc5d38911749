import { MAX_AUDIENCE_PLAYERS } from '@player-support/contract/limits';
import { LOCALES, type Locale } from '@player-support/contract/locales';
import type { AnnouncementResponse, AnnouncementTexts, Audience } from '@player-support/contract/team/announcements';
import { ownZone } from '../i18n/own-zone.ts';
import { localIn } from './zoned-time.ts';

/** The texts of the dialog by field. Lists are JSON, except for players: one in each line. */
export type Fields = Readonly<Record<string, string>>;

/** Names the field of a title or body as the server's errors do. */
export const fieldIn = (locale: Locale | undefined, part: 'title' | 'body') =>
  locale === undefined ? part : `texts.${locale}.${part}`;

export function announcementFields(announcement: AnnouncementResponse | undefined, projectId: string): Fields {
  const { audience, startsAt = null, endsAt = null } = announcement ?? {};
  const timeZone = announcement?.timeZone ?? ownZone();
  const texts = LOCALES.flatMap((locale) => {
    const text = announcement?.texts[locale];
    return [
      [fieldIn(locale, 'title'), text?.title ?? ''],
      [fieldIn(locale, 'body'), text?.body ?? ''],
    ];
  });
  return {
    projectId: announcement?.projectId ?? projectId,
    title: announcement?.title ?? '',
    body: announcement?.body ?? '',
    ...Object.fromEntries(texts),
    platforms: JSON.stringify(audience?.platforms ?? []),
    locales: JSON.stringify(audience?.locales ?? []),
    minBuild: audience?.minBuild ?? '',
    maxBuild: audience?.maxBuild ?? '',
    players: (audience?.players ?? []).join('\n'),
    knownIssueId: audience?.knownIssueId ?? '',
    timeZone,
    startsAt: localIn(timeZone, startsAt),
    endsAt: localIn(timeZone, endsAt),
  };
}

/** A language with only a title or a body is an error of the server. */
export function textsOf(fields: Fields): AnnouncementTexts {
  const all = LOCALES.map((locale) => {
    const [title = '', body = ''] = [fields[fieldIn(locale, 'title')]?.trim(), fields[fieldIn(locale, 'body')]];
    return [locale, { title, body }] as const;
  });
  return Object.fromEntries(all.filter(([, { title, body }]) => title !== '' || body.trim() !== ''));
}

/** Undefined: the text for all other locales. */
export function textFor(fields: Fields, locale: Locale | undefined): { readonly title: string; readonly body: string } {
  const own = locale && textsOf(fields)[locale];
  // A region without a text has that of its language.
  const language = locale && textsOf(fields)[new Intl.Locale(locale).language as Locale];
  return own ?? language ?? { title: fields.title ?? '', body: fields.body ?? '' };
}

/** The cast: only the fields of this file write it. */
export const listIn = (fields: Fields, name: string) => JSON.parse(fields[name] ?? '[]') as string[];

export const playersIn = ({ players = '' }: Fields): string[] => [
  ...new Set(players.split(/[\n,;]+/).flatMap((one) => one.trim() || [])),
];

export const hasTooManyPlayers = (fields: Fields) => playersIn(fields).length > MAX_AUDIENCE_PLAYERS;

export function audienceOf(fields: Fields): Audience | null {
  const [platforms, locales, players] = [listIn(fields, 'platforms'), listIn(fields, 'locales'), playersIn(fields)];
  const [minBuild = '', maxBuild = ''] = [fields.minBuild?.trim(), fields.maxBuild?.trim()];
  const audience: Audience = {
    ...(platforms.length > 0 && { platforms }),
    // The cast: these are options of the field.
    ...(locales.length > 0 && { locales: locales as Locale[] }),
    ...(minBuild !== '' && { minBuild }),
    ...(maxBuild !== '' && { maxBuild }),
    ...(players.length > 0 && { players }),
    ...(fields.knownIssueId && { knownIssueId: fields.knownIssueId }),
  };
  return Object.keys(audience).length === 0 ? null : audience;
}
