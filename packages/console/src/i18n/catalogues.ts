import { texts as appTexts } from '../app/texts.en.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** The text for one, and the text for any other number. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

/**
 * The texts of each feature. A route names the catalogues of its page, which load together with it.
 * English texts of `app` are part of the first load, so that there is always something to show.
 */
export const CATALOGUES = {
  app: { en: async () => ({ texts: appTexts }), de: () => import('../app/texts.de.ts') },
  access: { en: () => import('../access/texts.en.ts'), de: () => import('../access/texts.de.ts') },
  account: { en: () => import('../account/texts.en.ts'), de: () => import('../account/texts.de.ts') },
  announcements: {
    en: () => import('../announcements/texts.en.ts'),
    de: () => import('../announcements/texts.de.ts'),
  },
  'api-keys': { en: () => import('../api-keys/texts.en.ts'), de: () => import('../api-keys/texts.de.ts') },
  audit: { en: () => import('../audit/texts.en.ts'), de: () => import('../audit/texts.de.ts') },
  'first-steps': { en: () => import('../first-steps/texts.en.ts'), de: () => import('../first-steps/texts.de.ts') },
  macros: { en: () => import('../macros/texts.en.ts'), de: () => import('../macros/texts.de.ts') },
  members: { en: () => import('../members/texts.en.ts'), de: () => import('../members/texts.de.ts') },
  notices: { en: () => import('../notices/texts.en.ts'), de: () => import('../notices/texts.de.ts') },
  notifications: {
    en: () => import('../notifications/texts.en.ts'),
    de: () => import('../notifications/texts.de.ts'),
  },
  outbox: { en: () => import('../outbox/texts.en.ts'), de: () => import('../outbox/texts.de.ts') },
  player: { en: () => import('../player/texts.en.ts'), de: () => import('../player/texts.de.ts') },
  projects: { en: () => import('../projects/texts.en.ts'), de: () => import('../projects/texts.de.ts') },
  queue: { en: () => import('../queue/texts.en.ts'), de: () => import('../queue/texts.de.ts') },
  settings: { en: () => import('../settings/texts.en.ts'), de: () => import('../settings/texts.de.ts') },
  'sign-in': { en: () => import('../sign-in/texts.en.ts'), de: () => import('../sign-in/texts.de.ts') },
  ticket: { en: () => import('../ticket/texts.en.ts'), de: () => import('../ticket/texts.de.ts') },
} as const satisfies Record<
  string,
  Record<Language, () => Promise<{ readonly texts: Readonly<Record<string, string | Plural>> }>>
>;

export type Catalogue = keyof typeof CATALOGUES;

type TextsIn<L extends Language, C extends Catalogue> = Awaited<ReturnType<(typeof CATALOGUES)[C][L]>>['texts'];
type Forms<In> = { [K in keyof In]: `${K & string}: ${In[K] extends string ? 'text' : 'plural'}` }[keyof In];
type Different<A, B> = Exclude<A, B> | Exclude<B, A>;
type Untranslated = { [C in Catalogue]: Different<Forms<TextsIn<'en', C>>, Forms<TextsIn<'de', C>>> }[Catalogue];
// A type error names the keys that are missing in a language, or a plural in only one.
true satisfies [Untranslated] extends [never] ? true : Untranslated;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllTexts = Intersection<{ [C in Catalogue]: TextsIn<'en', C> }[Catalogue]>;

export type Key = keyof AllTexts;
/** The texts in any language. */
export type Texts = { readonly [K in Key]: AllTexts[K] extends string ? string : Plural };

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<Message> = Message extends string ? Names<Message> : Names<Message[keyof Message]> | 'count';
type Values<Name extends string> = { readonly [N in Name]: N extends 'count' ? number : string | number };
/** The values that a text needs: nothing, or an object with each `{name}` of the text. */
export type Params<K extends Key> = [NamesOf<AllTexts[K]>] extends [never] ? [] : [Values<NamesOf<AllTexts[K]>>];
