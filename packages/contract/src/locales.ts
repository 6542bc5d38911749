/** Locales for texts to players, without a schema library, because the console uses this file. */

/** For players whose language has no text. */
export const DEFAULT_LOCALE = 'en';

/**
 * A fixed list bounds storage, and finds wrong tags, such as `jp` for Japanese. `zh` is simplified
 * Chinese.
 */
export const LOCALES = [
  ...['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'en', 'en-AU', 'en-GB', 'es'],
  ...['es-ES', 'es-MX', 'et', 'fa', 'fi', 'fil', 'fr', 'fr-CA', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko'],
  ...['lt', 'lv', 'ms', 'nb', 'nl', 'pl', 'pt', 'pt-PT', 'ro', 'ru', 'sk', 'sl', 'sr', 'sr-Latn', 'sv'],
  ...['ta', 'te', 'th', 'tr', 'uk', 'ur', 'vi', 'zh', 'zh-Hant', 'zh-HK'],
] as const;
export type Locale = (typeof LOCALES)[number];

/** Games send what their platform has: `de-DE`, `de_DE`, `de_DE.UTF-8`, `zh_TW_#Hant`. */
function parseLocale(sent: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(
      sent
        .trim()
        .replace(/_?[.@#].*$/s, '')
        .replaceAll('_', '-'),
    );
  } catch {
    return undefined;
  }
}

/** Returns the usual script of a language, or of a language in a region. */
const usualScript = (tag: string) => new Intl.Locale(tag).maximize().script;

/**
 * Lists a player's locales: first with region, then alone. Only an unusual script is named: `zh-TW`
 * leads to `zh-Hant`. Empty if `sent` is no locale.
 */
export function ownLocales(sent: string | null): readonly string[] {
  const locale = sent === null ? undefined : parseLocale(sent);
  if (locale === undefined) return [];
  const { language, region } = locale;
  const { script } = locale.maximize();
  const inScript = (tag: string) =>
    script === usualScript(tag) ? tag : tag.replace(language, `${language}-${script}`);
  const chain = region === undefined ? [] : [inScript(`${language}-${region}`)];
  return [...new Set([...chain, inScript(language)])];
}

/** Best first: `ownLocales`, then English. */
export function localeChain(sent: string | null): readonly string[] {
  return [...new Set([...ownLocales(sent), DEFAULT_LOCALE])];
}
