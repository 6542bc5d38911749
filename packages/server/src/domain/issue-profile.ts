import { type Collection, termWeight } from './bm25.ts';
import { parseContext } from './context.ts';
import { termsOf } from './terms.ts';

/**
 * Words that say nothing about a bug: a small project cannot see that they are frequent. Without
 * words that also name things, such as the German `die` and `war`.
 */
const WORDS = `
a about after again all also am an and any are as at be because been before being but by can could did do does doing
for from had has have he her here him his how i if in into is it its just me my no not of off on only or our out over
she so some than that the their them then there they this those through to too up us very was we were what when
where which while who why with would you your
ab aber als am an auch auf aus bei beim bis da das dass dem den der des dich dir du ein eine einem einen einer eines er es
für habe haben hatte ich ihr im in ist ja kann kein keine mein meine mich mir mit nach nicht noch nur ob oder schon
sein sich sie sind so über um und uns vom von vor was weil wenn werden wie wieder wir wird wo zu zum zur
au aux avec ce cette dans de du elle en est et il je la le les leur ma mais me mes mon ne nous où par pas pour que qui
sa se ses son sur un une vous
al como con cuando de del el ella en es esta este la las lo los mi mis muy no para pero por porque que se si sin su sus
un una ya yo
ao com da das de do dos e ela ele em eu mas meu minha na não nas no nos o os ou por quando que seu um uma você
alla anche che ci con da dal della di è gli ha ho il io la le lo mi mia mio nel non per più perché quando sono su un una
`;

const FUNCTION_TERMS: ReadonlySet<string> = new Set(termsOf(...WORDS.split('\n')).counts.keys());

export interface IssueTexts {
  readonly title: string;
  /** The description and the public notes. */
  readonly texts: readonly string[];
  readonly builds: readonly string[];
  readonly platforms: readonly string[];
  /** Only some. */
  readonly linked: readonly IssueTicket[];
}

export interface IssueTicket {
  readonly type: string;
  readonly subject: string;
  readonly message: string;
  /** JSON: the PlayerContext. */
  readonly context: string | null;
}

const MAX_TERMS = 24;
/** The weights of a term in the title and in the other texts. */
const TITLE = 1;
const TEXT = 0.5;
/** Words of one linked ticket then count less than those of many. */
const UNSEEN_TICKETS = 2;

export const folded = (text: string): string => text.trim().toLowerCase();

/** What tells which tickets belong to a known issue. `collection`: how frequent terms are. */
export function profileOf(issue: IssueTexts, collection: Collection) {
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
    /** The most telling terms with their factors, 0 to 1, best first. */
    terms: new Map(best.map(({ term, factor }) => [term, factor])),
    /** As `folded` returns them. Empty: unknown. */
    types: usual(issue.linked.map(({ type }) => type)),
    builds: listed(issue.builds) ?? usual(contexts.map(({ appVersion }) => appVersion)),
    platforms: listed(issue.platforms) ?? usual(contexts.map(({ platform }) => platform)),
  };
}

export type IssueProfile = ReturnType<typeof profileOf>;

const listed = (texts: readonly string[]) => (texts.length === 0 ? undefined : new Set(texts.map(folded)));

/** The value of more than half of the tickets. */
function usual(values: readonly (string | null)[]): ReadonlySet<string> {
  const same = Map.groupBy(values, (value) => folded(value ?? ''));
  const most = [...same].filter(([text, { length }]) => text !== '' && length * 2 > values.length);
  return new Set(most.map(([text]) => text));
}

/** Smaller samples look up all terms: one bug's words can be frequent in them. */
const SMALL = 200;
/** Terms looked up in a larger project. */
const MAX_LOOKED_UP = 8;
/** A term in a larger share of messages would find nearly only other tickets. */
const MAX_SHARE = 0.1;
/** A term in so few messages is not frequent. */
const ALWAYS_RARE = 30;
/** The best terms are looked up even if all are too frequent. */
const MIN_LOOKED_UP = 2;

/** All terms in a small project, else the best one and others that are rare enough. */
export function lookedUp({ terms }: IssueProfile, { documents, containing }: Collection): string[] {
  const all = [...terms.keys()];
  if (documents < SMALL) return all;
  const most = Math.max(ALWAYS_RARE, documents * MAX_SHARE);
  const rare = all.filter((term) => (containing.get(term) ?? 0) <= most);
  const wanted = rare.length === 0 ? all.slice(0, MIN_LOOKED_UP) : [...new Set([...all.slice(0, 1), ...rare])];
  return wanted.slice(0, MAX_LOOKED_UP);
}
