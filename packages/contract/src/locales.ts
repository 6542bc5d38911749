/**
 * The locales for which a team can write texts to players. This file imports no schema library, so
 * that the console can use it.
 */

/** The language of players whose own language has no text. */
export const DEFAULT_LOCALE = 'en';

/**
 * BCP 47 tags in the form that `localeChain` returns. A fixed list bounds what a project can store,
 * and finds tags that no player has, such as `jp` for Japanese. `zh` is simplified Chinese.
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

/** The script that is usual for a language, or for a language in a region. */
const usualScript = (tag: string) => new Intl.Locale(tag).maximize().script;

/**
 * The locales of a player's language, best first: with its region, then alone. A tag names its
 * script only if that is not the usual one, and a language alone never stands for another script:
 * `zh-TW` leads to `zh-Hant`, not to `zh`.
 *
 * @param sent what the game sent. Nothing for a text that is no locale
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

/** The locales in which a player can read, best first: those of `ownLocales`, then English. */
export function localeChain(sent: string | null): readonly string[] {
  return [...new Set([...ownLocales(sent), DEFAULT_LOCALE])];
}
