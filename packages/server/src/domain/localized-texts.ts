import { LOCALES, type Locale, localeChain, ownLocales } from '@player-support/contract/locales';

type ByLocale<Text> = Readonly<Partial<Record<Locale, Text>>>;

/** Sorts texts as stored: in the order of LOCALES. */
export const inOrder = <Text>(texts: ByLocale<Text>): ByLocale<Text> =>
  // The cast: keys and values of `texts`.
  Object.fromEntries(
    LOCALES.flatMap((locale) => (texts[locale] === undefined ? [] : [[locale, texts[locale]]])),
  ) as ByLocale<Text>;

/** Returns a locale's language without the region. Null: none, or no texts in it. */
export const languageOf = (locale: string | null): string | null =>
  ownLocales(locale).findLast((one) => (LOCALES as readonly string[]).includes(one)) ?? null;

/** The first of `localeChain`, else any text. Null: none. `locale`: as the game sent it. */
export function textFor(locale: string | null, texts: ByLocale<string>): string | null {
  const byLocale = new Map(Object.entries(texts));
  const own = localeChain(locale).map((one) => byLocale.get(one));
  return own.find((text) => text !== undefined) ?? [...byLocale.values()][0] ?? null;
}
