import { Text } from '@mantine/core';
import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { useQuery } from '@tanstack/react-query';
import { knownIssuesQuery } from '../data/queries/known-issues.ts';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';

export function AudienceSummary({ announcement }: { readonly announcement: AnnouncementResponse }) {
  const { t, language } = useText();
  const { audience, texts } = announcement;
  const knownIssueId = audience?.knownIssueId;
  const issues = useQuery({ ...knownIssuesQuery, enabled: knownIssueId !== undefined }).data;
  const list = (items: readonly string[]) => new Intl.ListFormat(language, { type: 'unit' }).format(items);
  const names = (locales: readonly string[]) => list(locales.map((locale) => localeName(locale, language)));
  const { platforms, locales, minBuild, maxBuild, players } = audience ?? {};
  const parts = [
    ...(platforms ? [list(platforms)] : []),
    ...(locales ? [names(locales)] : []),
    ...(minBuild ? [t('announcements.from-build', { build: minBuild })] : []),
    ...(maxBuild ? [t('announcements.until-build', { build: maxBuild })] : []),
    ...(players ? [t('announcements.named', { count: players.length })] : []),
    ...(knownIssueId
      ? [
          t('announcements.of-issue', {
            title: issues?.find(({ id }) => id === knownIssueId)?.title ?? t('announcements.known-issue.other'),
          }),
        ]
      : []),
  ];
  const written = Object.keys(texts);
  return (
    <Text size="sm" c="dimmed" className="user-text" dir="auto">
      {parts.length === 0 ? t('announcements.everybody') : t('announcements.for', { audience: parts.join(' · ') })}
      {written.length > 0 && ` ${t('announcements.written', { languages: names(written) })}`}
    </Text>
  );
}
