import { Textarea, TextInput } from '@mantine/core';
import { MAX_TEAM_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@player-support/contract/limits';
import { LOCALES, type Locale } from '@player-support/contract/locales';
import { useEffect } from 'react';
import { fieldOf } from '../data/macro-fields.ts';
import type { useKeptFields } from '../data/use-kept-fields.ts';
import { useText } from '../i18n/text.ts';
import { MacroLanguageSelect } from '../parts/macros/macro-language-select.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { type Fields, fieldIn, textsOf } from './announcement-fields.ts';

interface Props {
  readonly values: Fields;
  readonly field: ReturnType<typeof useKeptFields<Fields>>['field'];
  readonly error: unknown;
  /** Undefined: the text for all other languages. */
  readonly locale: Locale | undefined;
  readonly onLocale: (locale: Locale | undefined) => void;
}

export function LanguageTexts({ values, field, error, locale, onLocale }: Props) {
  const { t } = useText();
  const texts = textsOf(values);
  const written = Object.fromEntries(LOCALES.map((one) => [fieldOf(one), texts[one] === undefined ? '' : 'written']));
  // The server refused a text that is not shown.
  const refused = [undefined, ...LOCALES].find((one) =>
    (['title', 'body'] as const).some((part) => fieldError(error, fieldIn(one, part)) !== undefined),
  );
  const isRefused = fieldError(error, fieldIn(refused, 'title')) ?? fieldError(error, fieldIn(refused, 'body'));
  useEffect(() => {
    if (isRefused !== undefined) onLocale(refused);
  }, [isRefused, refused, onLocale]);
  return (
    <>
      <MacroLanguageSelect
        fields={written}
        value={locale === undefined ? 'body' : fieldOf(locale)}
        onChange={(chosen) => onLocale(LOCALES.find((one) => fieldOf(one) === chosen))}
      />
      <TextInput
        label={t('label.title')}
        {...field(fieldIn(locale, 'title'), error)}
        maxLength={MAX_TITLE_LENGTH}
        required={locale === undefined}
        dir="auto"
        data-autofocus
      />
      <Textarea
        label={t('label.text')}
        description={t('announcements.body.hint')}
        {...field(fieldIn(locale, 'body'), error)}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={MAX_TEAM_TEXT_LENGTH}
        required={locale === undefined}
        dir="auto"
      />
    </>
  );
}
