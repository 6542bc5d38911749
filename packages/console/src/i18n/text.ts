import { useSyncExternalStore } from 'react';
import { Listeners } from '../lib/listeners.ts';
import { texts as appTexts } from '../texts/app.en.ts';
import { CATALOGUES, type Catalogue, type Key, type Params, type Plural, type Texts } from './catalogues.ts';
import { LANGUAGE_KEY, type Language, preferredLanguage } from './language.ts';

/** Replaces `{name}`. `{count}` selects the plural form. */
export type Translate = <K extends Key>(key: K, ...params: Params<K>) => string;
interface Text {
  readonly language: Language;
  readonly t: Translate;
}

function translator(language: Language, texts: Partial<Texts>): Translate {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (key, ...[params]) => {
    const values: Readonly<Record<string, string | number>> = params ?? {};
    // The route did not load it. A page with a key is better than none.
    const text: string | Plural = texts[key] ?? key;
    const rule = plurals.select(Number(values.count ?? 0));
    const form = typeof text === 'string' ? text : rule === 'one' ? text.one : text.other;
    return form.replace(/\{(\w+)\}/g, (_match, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}

let texts: Partial<Texts> = { ...appTexts };
let current: Text = { language: 'en', t: translator('en', texts) };
const loaded = new Set<Catalogue>(['app']);
const listeners = new Listeners();

async function load(catalogue: Catalogue, language: Language): Promise<Partial<Texts>> {
  return (await CATALOGUES[catalogue][language]()).texts;
}

async function applyLanguage(language: Language): Promise<void> {
  let parts: Partial<Texts>[] = [];
  // Repeated if another page loaded a catalogue meanwhile.
  while (parts.length !== loaded.size) {
    parts = await Promise.all(Array.from(loaded, (catalogue) => load(catalogue, language)));
  }
  texts = Object.assign({}, ...parts);
  current = { language, t: translator(language, texts) };
  document.documentElement.lang = language;
  listeners.notify();
}

/** Applies the stored language, else the browser's first supported one, else English. */
export async function startLanguage(): Promise<void> {
  // The file can be missing, for example after an upgrade.
  await applyLanguage(preferredLanguage()).catch(() => applyLanguage('en'));
}

/** Changes the language, and remembers it in this browser. */
export async function setLanguage(language: Language): Promise<void> {
  await applyLanguage(language);
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Storage is not available: the choice lasts until the page is closed.
  }
}

/** The router calls it before it shows a page. */
export async function loadTexts(catalogues: readonly Catalogue[]): Promise<void> {
  for (const catalogue of catalogues) loaded.add(catalogue);
  // Repeated if the language changed meanwhile.
  for (let language: Language | undefined; language !== current.language; ) {
    language = current.language;
    const parts = await Promise.all(catalogues.map((catalogue) => load(catalogue, current.language)));
    if (language === current.language) Object.assign(texts, ...parts);
  }
}

export async function withTexts<Code>(load: () => Promise<Code>, catalogues: readonly Catalogue[]): Promise<Code> {
  return (await Promise.all([load(), loadTexts(catalogues)]))[0];
}

export const loadedKeys = () => Object.keys(texts) as Key[];

export const isLoaded = (key: string): key is Key => Object.hasOwn(texts, key);

/** The component renders again when the language changes. */
export function useText(): Text {
  return useSyncExternalStore(listeners.subscribe, currentText);
}

export function currentText(): Text {
  return current;
}
