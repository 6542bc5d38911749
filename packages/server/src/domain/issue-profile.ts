import { type Collection, termWeight } from './bm25.ts';
import { parseContext } from './context.ts';
import { FUNCTION_TERMS } from './function-words.ts';
import { termsOf } from './terms.ts';

/** What says which tickets belong to a known issue. */
export interface IssueProfile {
  /** The terms that say the most, with the factor of each: from 0 to 1. The best first. */
  readonly terms: ReadonlyMap<string, number>;
  /** Folded, as `folded` does. Empty: not known. */
  readonly types: ReadonlySet<string>;
  readonly builds: ReadonlySet<string>;
  readonly platforms: ReadonlySet<string>;
}

export interface IssueTexts {
  readonly title: string;
  /** Its description and its public notes. */
  readonly texts: readonly string[];
  readonly builds: readonly string[];
  readonly platforms: readonly string[];
  /** Some of its linked tickets. */
  readonly linked: readonly IssueTicket[];
}

/** What is compared of a ticket. */
export interface IssueTicket {
  readonly type: string;
  readonly subject: string;
  readonly message: string;
  /** JSON: the PlayerContext. */
  readonly context: string | null;
}

const MAX_TERMS = 24;
/** A term of the title counts this much, and one of the other texts of the known issue. */
const TITLE = 1;
const TEXT = 0.5;
/** So that words of a single linked ticket count less than those that many have. */
const UNSEEN_TICKETS = 2;

/** The same for upper and lower case. */
export const folded = (text: string): string => text.trim().toLowerCase();

/** @param collection what says how frequent a term is */
export function profileOf(issue: IssueTexts, collection: Collection): IssueProfile {
  const factors = new Map<string, number>();
  const atLeast = (term: string, factor: number) => factors.set(term, Math.max(factor, factors.get(term) ?? 0));
  for (const term of termsOf(issue.title).counts.keys()) atLeast(term, TITLE);
  for (const text of issue.texts) for (const term of termsOf(text).counts.keys()) atLeast(term, TEXT);
  const tickets = new Map<string, number>();
  for (const { subject, message } of issue.linked) {
    for (const term of termsOf(subject, message).counts.keys()) tickets.set(term, (tickets.get(term) ?? 0) + 1);
  }
  for (const [term, count] of tickets) atLeast(term, count / (issue.linked.length + UNSEEN_TICKETS));
  const best = [...factors]
    .filter(([term]) => !FUNCTION_TERMS.has(term))
    .map(([term, factor]) => ({ term, factor, weight: factor * termWeight(collection, term) }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_TERMS);
  const contexts = issue.linked.map(({ context }) => parseContext(context));
  return {
    terms: new Map(best.map(({ term, factor }) => [term, factor])),
    types: usual(issue.linked.map(({ type }) => type)),
    builds: listed(issue.builds) ?? usual(contexts.map(({ appVersion }) => appVersion)),
    platforms: listed(issue.platforms) ?? usual(contexts.map(({ platform }) => platform)),
  };
}

const listed = (texts: readonly string[]) => (texts.length === 0 ? undefined : new Set(texts.map(folded)));

/** The value that more than half of the tickets have. */
function usual(values: readonly (string | null)[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = folded(value ?? '');
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count * 2 > values.length).map(([text]) => text));
}

/**
 * With a smaller sample, all terms are looked up. The tickets of one bug can be a large part of it,
 * so that its words are frequent, and reading them costs little.
 */
const SMALL = 200;
/** Terms that the index looks up in a larger project. */
const MAX_LOOKED_UP = 8;
/** A term in more of the messages than this would find nearly only other tickets. */
const MAX_SHARE = 0.1;
/** A term in as few messages as this is not frequent. */
const ALWAYS_RARE = 30;
/** If all terms are that frequent, the best ones are looked up anyway. */
const MIN_LOOKED_UP = 2;

/**
 * The terms of a known issue to look for: all of them in a small project, and otherwise the best
 * that are rare enough. The best one is always among them: if a bug has many tickets, its words
 * are frequent.
 */
export function lookedUp({ terms }: IssueProfile, { documents, containing }: Collection): string[] {
  const all = [...terms.keys()];
  if (documents < SMALL) return all;
  const most = Math.max(ALWAYS_RARE, documents * MAX_SHARE);
  const rare = all.filter((term) => (containing.get(term) ?? 0) <= most);
  const wanted = rare.length === 0 ? all.slice(0, MIN_LOOKED_UP) : [...new Set([...all.slice(0, 1), ...rare])];
  return wanted.slice(0, MAX_LOOKED_UP);
}
