export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_KEY = 'language';

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}

export function preferredLanguage(): Language {
  const languages = [storedLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return languages.find(isLanguage) ?? 'en';
}

/**
 * Adds the browser's region, for dates: 18:35 in `en-GB`, 6:35 PM in `en-US`. `tags`: the preferred
 * one first.
 */
export function regional(language: string, tags: readonly string[] = navigator.languages): string {
  const own = tags.find((tag) => tag.startsWith(`${language}-`));
  const region = tags.map((tag) => new Intl.Locale(tag).region).find((one) => one !== undefined);
  return own ?? (region === undefined ? language : `${language}-${region}`);
}
