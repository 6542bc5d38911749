import { Select } from '@mantine/core';
import { LOCALES, type Locale } from '@player-support/contract/locales';
import type { ReportedValue } from '@player-support/contract/team/known-issues';
import { localeName } from '../../i18n/locale-name.ts';
import { useText } from '../../i18n/text.ts';
import { type AnswerFields, writtenLocales } from './answer-fields.ts';

const OTHERS = 'others';

interface Props {
  readonly fields: AnswerFields;
  /** Of players with a linked ticket. */
  readonly languages: readonly ReportedValue[];
  readonly value: Locale | undefined;
  readonly onChange: (locale: Locale | undefined) => void;
}

export function AnswerLanguages({ fields, languages, value, onChange }: Props) {
  const { t, language } = useText();
  const written = writtenLocales(fields);
  const counts = new Map(languages.map((one) => [one.value, one.tickets]));
  const option = (locale: Locale) => {
    const name = `${localeName(locale, language)} (${locale})`;
    const count = counts.get(locale);
    const facts = [
      ...(count === undefined ? [] : [t('issue.tickets', { count })]),
      ...(written.includes(locale) ? [t('answer.language.written')] : []),
    ];
    return { value: locale, label: [name, ...facts].join(' · ') };
  };
  const ofPlayers = languages.flatMap(({ value: locale }) => LOCALES.find((one) => one === locale) ?? []);
  const others = LOCALES.filter((locale) => !ofPlayers.includes(locale));
  const more = others.map(option).toSorted((a, b) => a.label.localeCompare(b.label, language));
  return (
    <Select
      label={t('macros.language')}
      description={t(value === undefined ? 'answer.language.others' : 'macros.language.one')}
      data={[
        { value: OTHERS, label: t('macros.language.all') },
        ...(ofPlayers.length > 0 ? [{ group: t('answer.language.of-players'), items: ofPlayers.map(option) }] : []),
        { group: t('answer.language.more'), items: more },
      ]}
      value={value ?? OTHERS}
      onChange={(chosen) => chosen !== null && onChange(LOCALES.find((one) => one === chosen))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('macros.language.none')}
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      styles={{ options: { maxHeight: '16rem', overflowY: 'auto' } }}
    />
  );
}
