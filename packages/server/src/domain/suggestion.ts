import { MAX_SUGGESTION_WORDS } from '@player-support/contract/limits';
import { bm25, type Collection, termWeight } from './bm25.ts';
import { parseContext } from './context.ts';
import { folded, type IssueProfile, type IssueTicket } from './issue-profile.ts';
import { shownWords, termsOf } from './terms.ts';

export const comparedTicket = ({ type, subject, message, context }: IssueTicket) => ({
  type,
  subject,
  message,
  terms: termsOf(subject, message),
  context: parseContext(context),
});

export type ComparedTicket = ReturnType<typeof comparedTicket>;

export interface Fit {
  /** 1: as much as a word that no other text has. */
  readonly score: number;
  /** The most important first. */
  readonly terms: readonly string[];
  readonly sameType: boolean;
  readonly sameBuild: boolean;
  readonly samePlatform: boolean;
}

/** Each adds this part of the words' score. Without a word there is no suggestion. */
const BONUS = { type: 0.1, build: 0.2, platform: 0.1 } as const;

/** A word that adds a smaller part of the best word's score is no reason. */
const MIN_SHARE = 0.4;
/** No text has this term. */
const UNSEEN = '';

/** With less, a ticket shares only a frequent word with the known issue. */
const MIN_SCORE = 0.6;
/** In a small sample one bug makes its own words frequent, so less is enough. */
const MIN_SCORE_OF_SMALL = 0.4;
const SMALL = 100;
/** From here on, people who did not ask see the known issue. */
const LIKELY_SCORE = 1.5;
/** With fewer texts nobody knows which words are frequent. */
const MIN_DOCUMENTS = 20;

/** People who did not ask see it. */
export const isLikely = ({ score }: Pick<Fit, 'score'>, { documents }: Collection): boolean =>
  score >= LIKELY_SCORE && documents >= MIN_DOCUMENTS;

/** Enough to be listed. */
export const isEnough = ({ score }: Pick<Fit, 'score'>, { documents }: Collection): boolean =>
  score >= (documents < SMALL ? MIN_SCORE_OF_SMALL : MIN_SCORE);

/** Undefined: no term matches. */
export function fitOf(
  { terms, types, builds, platforms }: IssueProfile,
  { type, terms: counts, context }: ComparedTicket,
  collection: Collection,
): Fit | undefined {
  const parts = bm25(terms, counts, collection);
  if (parts.length === 0) return undefined;
  const { appVersion, buildNumber, platform } = context;
  const has = (values: ReadonlySet<string>, text: string | null) => text !== null && values.has(folded(text));
  const sameType = has(types, type);
  const sameBuild = has(builds, appVersion) || has(builds, buildNumber);
  const samePlatform = has(platforms, platform);
  const bonus = (sameType ? BONUS.type : 0) + (sameBuild ? BONUS.build : 0) + (samePlatform ? BONUS.platform : 0);
  const words = parts.reduce((sum, part) => sum + part.score, 0);
  return {
    score: Math.round(((words * (1 + bonus)) / termWeight(collection, UNSEEN)) * 100) / 100,
    terms: parts.filter(({ score }) => score >= MIN_SHARE * (parts[0]?.score ?? 0)).map(({ term }) => term),
    sameType,
    sameBuild,
    samePlatform,
  };
}

/** Says why a ticket fits, in words as it has them. */
export const whyOf = (
  { terms, sameType, sameBuild, samePlatform }: Fit,
  { subject, message }: Pick<IssueTicket, 'subject' | 'message'>,
) => ({
  words: shownWords([subject, message], terms, MAX_SUGGESTION_WORDS),
  sameType,
  sameBuild,
  samePlatform,
});
