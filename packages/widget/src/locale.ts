import { ENGLISH, type Texts } from './texts.ts';

/** They have a file in `locales/`. English is in the script. */
const FILES = ['ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-Hans'] as const;
const DEFAULT = 'en';
const RIGHT_TO_LEFT = ['ar'];
/** Then the panel opens in English. */
const TIMEOUT_MS = 3000;

export interface Language {
  /** BCP 47. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** Without the files module's, which has its own in English. */
  readonly texts: Readonly<Partial<Texts>>;
}

export const ENGLISH_LANGUAGE: Language = { tag: DEFAULT, direction: 'ltr', texts: ENGLISH };

/** Returns its language and script. Games send their platform's form, such as `de_DE.UTF-8`. */
function written(locale: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(locale.replace(/[.@#].*$/, '').replaceAll('_', '-')).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}

/**
 * Finds the first locale with a language, else English. `zh-TW` does not lead to `zh-Hans`, another
 * script.
 */
export function languageOf(locales: readonly string[]): string {
  for (const locale of locales) {
    const wanted = written(locale);
    const found = [...FILES, DEFAULT].find((file) => written(file) === wanted);
    if (found !== undefined) return found;
  }
  return DEFAULT;
}

/** The script's URL, if the page loads it by its own name, not in a bundle. */
const scriptUrl = (() => {
  const src = (globalThis.document?.currentScript as HTMLScriptElement | null | undefined)?.src ?? '';
  return /^https?:.*\/player-support\.js(?:[?#]|$)/.test(src) ? src : undefined;
})();

/** Finds a file beside the script, or on the server if the script is bundled. */
export function urlBeside(name: string, baseUrl: string): string {
  return new URL(name, scriptUrl ?? `${baseUrl.replace(/\/+$/, '')}/widget/`).href;
}

/** Loaded, or being loaded, by URL. */
const loads = new Map<string, Promise<Partial<Texts>>>();

async function load(url: string): Promise<Partial<Texts>> {
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const texts: unknown = response.ok ? await response.json() : undefined;
  if (typeof texts !== 'object' || texts === null) throw new Error(`${url} has no texts`);
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string'));
}

/** English if that fails. A later call tries again. */
export async function loadLanguage(tag: string, baseUrl: string): Promise<Language> {
  if (tag === DEFAULT) return ENGLISH_LANGUAGE;
  const url = urlBeside(`locales/${tag}.json`, baseUrl);
  const loading = loads.get(url) ?? load(url);
  loads.set(url, loading);
  try {
    const texts = { ...ENGLISH, ...(await loading) };
    return { tag, direction: RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr', texts };
  } catch {
    loads.delete(url);
    return ENGLISH_LANGUAGE;
  }
}
