import { Select, Textarea } from '@mantine/core';
import { MAX_KNOWN_ISSUE_NOTE_LENGTH } from '@player-support/contract/limits';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@player-support/contract/locales';
import { hasVisible } from '@player-support/contract/visible-text';
import { useState } from 'react';
import { localeName } from '../../i18n/locale-name.ts';
import { useText } from '../../i18n/text.ts';
import { fieldError } from '../../ui/form-errors.ts';

export type Notes = Readonly<Partial<Record<Locale, string>>>;

interface Props {
  readonly notes: Notes;
  readonly onChange: (notes: Notes) => void;
  readonly error: unknown;
}

/** A language without a text has no note. */
export function NotesFields({ notes, onChange, error }: Props) {
  const { t, language } = useText();
  const [locale, setLocale] = useState<Locale>(DEFAULT_LOCALE);
  const set = (text: string) => {
    const { [locale]: _before, ...others } = notes;
    onChange(!hasVisible(text) ? others : { ...others, [locale]: text });
  };
  const written = LOCALES.filter((one) => notes[one] !== undefined);
  return (
    <>
      <Select
        label={t('issue.note.language')}
        description={
          written.length === 0
            ? t('issue.note.none')
            : t('issue.note.written', { languages: written.map((one) => localeName(one, language)).join(', ') })
        }
        data={LOCALES.map((value) => ({ value, label: localeName(value, language) }))}
        value={locale}
        // The cast: these are the values of its options.
        onChange={(value) => value !== null && setLocale(value as Locale)}
        searchable
        allowDeselect={false}
      />
      <Textarea
        label={t('issue.public-note')}
        description={t('issue.note.hint')}
        value={notes[locale] ?? ''}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        error={[`notes.${locale}`, `notes.${DEFAULT_LOCALE}`, 'notes']
          .map((field) => fieldError(error, field))
          .find(Boolean)}
        maxLength={MAX_KNOWN_ISSUE_NOTE_LENGTH}
        autosize
        minRows={2}
        maxRows={6}
        dir="auto"
      />
    </>
  );
}
