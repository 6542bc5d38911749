import { texts as appTexts } from '../texts/app.en.ts';
import type { Language } from './language.ts';

/** The text for one, and the text for any other number. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

type English = typeof import('./english.ts');
type EnglishPages = typeof import('./english-pages.ts');
type German = typeof import('./german.ts');
type GermanPages = typeof import('./german-pages.ts');

function english<Name extends keyof English>(name: Name) {
  return async () => ({ texts: (await import('./english.ts'))[name] });
}

function german<Name extends keyof German>(name: Name) {
  return async () => ({ texts: (await import('./german.ts'))[name] });
}

/** Texts of a page that is not the first. */
function page<Name extends keyof EnglishPages & keyof GermanPages>(name: Name) {
  return {
    en: async () => ({ texts: (await import('./english-pages.ts'))[name] }),
    de: async () => ({ texts: (await import('./german-pages.ts'))[name] }),
  };
}

/**
 * The catalogues that a route loads with its page. English texts of `app` are in the first load, so
 * there is always a text.
 */
export const CATALOGUES = {
  app: { en: async () => ({ texts: appTexts }), de: german('app') },
  access: page('access'),
  account: page('account'),
  announcements: page('announcements'),
  'api-keys': page('apiKeys'),
  audit: page('audit'),
  'first-steps': { en: english('firstSteps'), de: german('firstSteps') },
  forms: page('forms'),
  'issue-page': page('issuePage'),
  'known-issues': page('knownIssues'),
  macros: page('macros'),
  members: page('members'),
  mentions: page('mentions'),
  notices: page('notices'),
  notifications: page('notifications'),
  outbox: { en: english('outbox'), de: german('outbox') },
  player: page('player'),
  'player-data': page('playerData'),
  projects: page('projects'),
  queue: { en: english('queue'), de: german('queue') },
  radar: page('radar'),
  search: page('search'),
  settings: page('settings'),
  'sign-in': { en: english('signIn'), de: german('signIn') },
  snooze: { en: english('snooze'), de: german('snooze') },
  storm: { en: english('storm'), de: german('storm') },
  tags: page('tags'),
  ticket: page('ticket'),
  views: { en: english('views'), de: german('views') },
} as const satisfies Record<
  string,
  Record<Language, () => Promise<{ readonly texts: Readonly<Record<string, string | Plural>> }>>
>;

export type Catalogue = keyof typeof CATALOGUES;

type TextsIn<L extends Language, C extends Catalogue> = Awaited<ReturnType<(typeof CATALOGUES)[C][L]>>['texts'];
type Forms<In> = { [K in keyof In]: `${K & string}: ${In[K] extends string ? 'text' : 'plural'}` }[keyof In];
type Different<A, B> = Exclude<A, B> | Exclude<B, A>;
type Untranslated = { [C in Catalogue]: Different<Forms<TextsIn<'en', C>>, Forms<TextsIn<'de', C>>> }[Catalogue];
// A type error names keys without a language, or without a plural.
true satisfies [Untranslated] extends [never] ? true : Untranslated;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllTexts = Intersection<{ [C in Catalogue]: TextsIn<'en', C> }[Catalogue]>;

export type Key = keyof AllTexts;
export type Texts = { readonly [K in Key]: AllTexts[K] extends string ? string : Plural };

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<Message> = Message extends string ? Names<Message> : Names<Message[keyof Message]> | 'count';
type Values<Name extends string> = { readonly [N in Name]: N extends 'count' ? number : string | number };
/** Nothing, or an object with each `{name}` of the text. */
export type Params<K extends Key> = [NamesOf<AllTexts[K]>] extends [never] ? [] : [Values<NamesOf<AllTexts[K]>>];
