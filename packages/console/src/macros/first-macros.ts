import type { Texts } from '@player-support/contract/team/localized-texts';
import type { MacroResponse } from '@player-support/contract/team/macros';

export interface FirstMacro {
  readonly name: string;
  readonly body: string;
}

/**
 * The first macros by language, each loaded when chosen, with the same macros in the same order.
 */
export const FIRST_MACROS: Readonly<Record<string, () => Promise<{ readonly macros: readonly FirstMacro[] }>>> = {
  en: () => import('./first/en.ts'),
  de: () => import('./first/de.ts'),
  es: () => import('./first/es.ts'),
  fr: () => import('./first/fr.ts'),
  it: () => import('./first/it.ts'),
  ja: () => import('./first/ja.ts'),
  ko: () => import('./first/ko.ts'),
  pl: () => import('./first/pl.ts'),
  pt: () => import('./first/pt.ts'),
  ru: () => import('./first/ru.ts'),
  tr: () => import('./first/tr.ts'),
  zh: () => import('./first/zh.ts'),
};

/**
 * Returns the macros that a project lacks. The first language has the name and main text. Macros
 * are compared by name.
 */
export async function missingFirstMacros(
  locales: readonly string[],
  projectId: string | null,
  existing: readonly MacroResponse[],
): Promise<readonly (FirstMacro & { readonly texts: Texts })[]> {
  const names = new Set(existing.flatMap((macro) => (macro.projectId === projectId ? [macro.name] : [])));
  const [main, ...others] = await Promise.all(
    locales.map(async (locale) => ({ locale, macros: (await FIRST_MACROS[locale]?.())?.macros ?? [] })),
  );
  const all = (main?.macros ?? []).map((macro, index) => ({
    ...macro,
    texts: Object.fromEntries(others.map(({ locale, macros }) => [locale, macros[index]?.body])),
  }));
  return all.filter(({ name }) => !names.has(name));
}
