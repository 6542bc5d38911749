import { useSyncExternalStore } from 'react';
import { en, type Key, type Messages, type Params, type Plural } from './messages/en.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = 'language';
const LOADERS: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => en,
  de: async () => (await import('./messages/de.ts')).de,
};

interface Text {
  readonly language: Language;
  readonly t: Translate;
}
/** A text of the console; `{name}` in it is filled from the parameters, and `{count}` chooses the plural form. */
export type Translate = <K extends Key>(key: K, ...params: Params<K>) => string;

function translator(language: Language, messages: Messages): Translate {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (key, ...[params]) => {
    const values: Readonly<Record<string, string | number>> = params ?? {};
    const message: string | Plural = messages[key];
    const rule = plurals.select(Number(values.count ?? 0));
    const text = typeof message === 'string' ? message : rule === 'one' ? message.one : message.other;
    return text.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}

let current: Text = { language: 'en', t: translator('en', en) };
const listeners = new Set<() => void>();

function isLanguage(word: unknown): word is Language {
  return typeof word === 'string' && Object.hasOwn(LANGUAGES, word);
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

async function use(language: Language): Promise<void> {
  current = { language, t: translator(language, await LOADERS[language]()) };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** The language that was chosen, else the first of the browser's that there is, else English. */
export async function startLanguage(): Promise<void> {
  const wanted = [stored(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  // Without its file, say after an upgrade of the server, English is better than nothing.
  await use(wanted.find(isLanguage) ?? 'en').catch(() => use('en'));
}

/** Changes the language, for this browser and from now on. */
export async function setLanguage(language: Language): Promise<void> {
  await use(language);
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Storage is forbidden: for this page only, then.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The texts in the language that is spoken; the component is drawn anew when that changes. */
export function useText(): Text {
  return useSyncExternalStore(subscribe, currentText);
}

/** The texts, for what is not a component. */
export function currentText(): Text {
  return current;
}
