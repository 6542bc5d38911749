import { Select } from '@mantine/core';
import { DEFAULT_LOCALE } from '@player-support/contract/locales';
import { chooseText } from '@player-support/contract/notices';
import type { NoticesResponse } from '@player-support/contract/team/notices';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';

interface Props extends NoticesResponse {
  readonly value: string;
  readonly onChange: (locale: string) => void;
}

/** Locales with texts of the team come first, then those with default texts. */
export function LanguageSelect({ locales, notices, value, onChange }: Props) {
  const { t, language } = useText();
  const has = (kind: 'texts' | 'defaults', locale: string) =>
    notices.some((notice) => notice[kind].some((text) => text.locale === locale));
  const groupOf = (locale: string) => (has('texts', locale) ? 'changed' : has('defaults', locale) ? 'default' : 'none');
  const options = locales
    .map((locale) => ({ value: locale, label: localeName(locale, language), group: groupOf(locale) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  const data = (['changed', 'default', 'none'] as const).flatMap((group) => {
    const items = options.filter((option) => option.group === group).map(({ value, label }) => ({ value, label }));
    return items.length === 0 ? [] : [{ group: t(`notices.group.${group}`), items }];
  });
  return (
    <Select
      label={t('notices.language')}
      description={hint()}
      data={data}
      value={value}
      onChange={(locale) => locale !== null && onChange(locale)}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('notices.none')}
      // It scrolls by itself inside the page: screen readers need both.
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      styles={{ options: { maxHeight: '20rem', overflowY: 'auto' } }}
      maw="24rem"
      mb="md"
    />
  );

  function hint(): string | undefined {
    if (value === DEFAULT_LOCALE) return t('notices.english');
    const [notice] = notices;
    if (groupOf(value) !== 'none' || notice === undefined) return undefined;
    return t('notices.fallback', { language: localeName(chooseText(value, notice).locale, language) });
  }
}
