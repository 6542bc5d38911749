import { useSyncExternalStore } from 'react';
import { en, type Key, type Messages, type Params, type Plural } from './messages/en.ts';
import type { settingsEn } from './messages/settings-en.ts';
import type { ticketEn } from './messages/ticket-en.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = 'language';
/** What only some pages say. */
interface Areas {
  readonly ticket: typeof ticketEn;
  readonly settings: typeof settingsEn;
}
export type Area = keyof Areas;
type Loaders = { readonly base: () => Promise<Pick<Messages, keyof typeof en>> } & {
  readonly [A in Area]: () => Promise<Pick<Messages, keyof Areas[A] & Key>>;
};
const LOADERS: Readonly<Record<Language, Loaders>> = {
  en: {
    base: async () => en,
    ticket: async () => (await import('./messages/ticket-en.ts')).ticketEn,
    settings: async () => (await import('./messages/settings-en.ts')).settingsEn,
  },
  de: {
    base: async () => (await import('./messages/de.ts')).de,
    ticket: async () => (await import('./messages/ticket-de.ts')).ticketDe,
    settings: async () => (await import('./messages/settings-de.ts')).settingsDe,
  },
};

interface Text {
  readonly language: Language;
  readonly t: Translate;
}
/** A text of the console; `{name}` in it is filled from the parameters, and `{count}` chooses the plural form. */
export type Translate = <K extends Key>(key: K, ...params: Params<K>) => string;

function translator(language: Language, messages: Partial<Messages>): Translate {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (key, ...[params]) => {
    const values: Readonly<Record<string, string | number>> = params ?? {};
    // Of an area that its page has not loaded: a fault, which a test looks for. The key is better than no page.
    const message: string | Plural = messages[key] ?? key;
    const rule = plurals.select(Number(values.count ?? 0));
    const text = typeof message === 'string' ? message : rule === 'one' ? message.one : message.other;
    return text.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}

let messages: Partial<Messages> = { ...en };
let current: Text = { language: 'en', t: translator('en', messages) };
const areas = new Set<Area>();
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
  const { base, ...loaders } = LOADERS[language];
  let parts: Partial<Messages>[] = [];
  // Another page may have been gone to meanwhile.
  for (let known = -1; known !== areas.size; ) {
    known = areas.size;
    parts = await Promise.all([base(), ...[...areas].map((area) => loaders[area]())]);
  }
  messages = Object.assign({}, ...parts);
  current = { language, t: translator(language, messages) };
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

/** Has the texts of an area ready, in the language that is spoken then. For router.tsx, before its pages are drawn. */
export async function loadTexts(area: Area): Promise<void> {
  areas.add(area);
  for (let language: Language | undefined; language !== current.language; ) {
    language = current.language;
    const texts = await LOADERS[language][area]();
    if (language === current.language) Object.assign(messages, texts);
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
