/** Names a locale in the console's language, with its tag: `German (de)`. */
export function localeName(locale: string, language: string): string {
  // `zh` alone stands for simplified Chinese: see LOCALES.
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(locale === 'zh' ? 'zh-Hans' : locale);
  return name ?? locale;
}
