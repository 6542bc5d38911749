import { texts as appTexts } from '../app/texts.en.ts';
import type { Language } from './language.ts';

/** The text for one, and the text for any other number. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

type English = typeof import('./english.ts');
type German = typeof import('./german.ts');

function english<Name extends keyof English>(name: Name) {
  return async () => ({ texts: (await import('./english.ts'))[name] });
}

function german<Name extends keyof German>(name: Name) {
  return async () => ({ texts: (await import('./german.ts'))[name] });
}

/**
 * The texts of each feature. A route names the catalogues of its page, which load together with it.
 * English texts of `app` are part of the first load, so that there is always something to show.
 */
export const CATALOGUES = {
  app: { en: async () => ({ texts: appTexts }), de: german('app') },
  access: { en: english('access'), de: german('access') },
  account: { en: english('account'), de: german('account') },
  announcements: { en: english('announcements'), de: german('announcements') },
  'api-keys': { en: english('apiKeys'), de: german('apiKeys') },
  audit: { en: english('audit'), de: german('audit') },
  'first-steps': { en: english('firstSteps'), de: german('firstSteps') },
  forms: { en: english('forms'), de: german('forms') },
  'known-issues': { en: english('knownIssues'), de: german('knownIssues') },
  macros: { en: english('macros'), de: german('macros') },
  members: { en: english('members'), de: german('members') },
  notices: { en: english('notices'), de: german('notices') },
  notifications: { en: english('notifications'), de: german('notifications') },
  outbox: { en: english('outbox'), de: german('outbox') },
  player: { en: english('player'), de: german('player') },
  'player-data': { en: english('playerData'), de: german('playerData') },
  projects: { en: english('projects'), de: german('projects') },
  queue: { en: english('queue'), de: german('queue') },
  search: { en: english('search'), de: german('search') },
  settings: { en: english('settings'), de: german('settings') },
  'sign-in': { en: english('signIn'), de: german('signIn') },
  snooze: { en: english('snooze'), de: german('snooze') },
  storm: { en: english('storm'), de: german('storm') },
  ticket: { en: english('ticket'), de: german('ticket') },
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
