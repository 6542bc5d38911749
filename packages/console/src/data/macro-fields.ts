import { LOCALES, type Locale } from '@player-support/contract/locales';
import type { Texts } from '@player-support/contract/team/localized-texts';
import type { MacroResponse } from '@player-support/contract/team/macros';

/** Names the field of a locale's text as the server's errors do. */
export const fieldOf = (locale: Locale) => `texts.${locale}`;

export function macroFields(macro: MacroResponse | undefined): Readonly<Record<string, string>> {
  const texts = LOCALES.map((locale) => [fieldOf(locale), macro?.texts[locale] ?? '']);
  return { name: macro?.name ?? '', body: macro?.body ?? '', ...Object.fromEntries(texts) };
}

export function textsOf(fields: Readonly<Record<string, string>>): Texts {
  const written = LOCALES.map((locale) => [locale, fields[fieldOf(locale)] ?? ''] as const);
  return Object.fromEntries(written.filter(([, text]) => text.trim() !== ''));
}
