import { periodName, projectToken } from './search-index.ts';

interface Wanted {
  /** Beginnings of tokens. */
  readonly prefixes: readonly string[];
  /** At least one. Undefined: all projects, if there are prefixes. */
  readonly projectIds: readonly string[] | undefined;
}

interface Notation {
  readonly prefix: (token: string) => string;
  readonly token: (token: string) => string;
  readonly and: string;
  readonly or: string;
}

// Tokens have only letters, digits, emoji and underscores, so they need no escapes.
const FTS5: Notation = { prefix: (token) => `"${token}"*`, token: (token) => `"${token}"`, and: ' AND ', or: ' OR ' };
const TSQUERY: Notation = { prefix: (token) => `'${token}':*`, token: (token) => `'${token}'`, and: ' & ', or: ' | ' };

/** Messages of these periods with all prefixes, in the engine's language. */
export function searchExpression(embedded: boolean, periods: readonly number[], wanted: Wanted): string {
  const { prefix, token, and, or } = embedded ? FTS5 : TSQUERY;
  const ofPeriod = (period: number) => {
    const name = periodName(period);
    const projects = wanted.projectIds?.map((id) => token(name + projectToken(id))) ?? [];
    const words = wanted.prefixes.map((one) => prefix(name + one));
    return `(${[...words, ...(projects.length === 0 ? [] : [`(${projects.join(or)})`])].join(and)})`;
  };
  return periods.map(ofPeriod).join(or);
}

/** A token, or the beginning of tokens. */
export interface Term {
  readonly text: string;
  readonly isBeginning: boolean;
}

export function anyTermExpression(
  embedded: boolean,
  periods: readonly number[],
  { terms, projectId }: { readonly terms: readonly Term[]; readonly projectId: string },
): string {
  const { prefix, token, and, or } = embedded ? FTS5 : TSQUERY;
  const ofPeriod = (period: number) => {
    const name = periodName(period);
    const words = terms.map(({ text, isBeginning }) => (isBeginning ? prefix : token)(name + text));
    const project = token(name + projectToken(projectId));
    return words.length === 0 ? project : `(${project}${and}(${words.join(or)}))`;
  };
  return periods.map(ofPeriod).join(or);
}
