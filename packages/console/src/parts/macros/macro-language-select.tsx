import { Select } from '@mantine/core';
import { LOCALES } from '@player-support/contract/locales';
import { hasVisible } from '@player-support/contract/visible-text';
import { fieldOf } from '../../data/macro-fields.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { useText } from '../../i18n/text.ts';

interface Props {
  readonly fields: Readonly<Record<string, string>>;
  /** The field of the text that is shown. */
  readonly value: string;
  readonly onChange: (field: string) => void;
}

export function MacroLanguageSelect({ fields, value, onChange }: Props) {
  const { t, language } = useText();
  const options = LOCALES.map((locale) => ({
    value: fieldOf(locale),
    label: `${localeName(locale, language)} (${locale})`,
  })).toSorted((a, b) => a.label.localeCompare(b.label, language));
  const isWritten = (field: string) => hasVisible(fields[field] ?? '');
  return (
    <Select
      label={t('macros.language')}
      description={t(value === 'body' ? 'macros.language.other' : 'macros.language.one')}
      data={[
        { value: 'body', label: t('macros.language.all') },
        { group: t('macros.language.written'), items: options.filter((one) => isWritten(one.value)) },
        { group: t('macros.language.add'), items: options.filter((one) => !isWritten(one.value)) },
      ]}
      value={value}
      onChange={(field) => field !== null && onChange(field)}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('macros.language.none')}
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      styles={{ options: { maxHeight: '16rem', overflowY: 'auto' } }}
    />
  );
}
