/**
 * Okapi BM25 (Robertson and Zaragoza, 2009, formula 3.15), with the term weight of Lucene, which is
 * never below zero.
 */
const K1 = 1.2;
const B = 0.75;

export interface Collection {
  readonly documents: number;
  /** In terms. */
  readonly averageLength: number;
  /** By term, the number of documents. Absent: none. */
  readonly containing: ReadonlyMap<string, number>;
}

export type TermCounts = { readonly counts: ReadonlyMap<string, number>; readonly length: number };

/** Rarer terms weigh more. Always above 0. */
export function termWeight({ documents, containing }: Collection, term: string): number {
  const found = Math.min(documents, containing.get(term) ?? 0);
  return Math.log(1 + (documents - found + 0.5) / (found + 0.5));
}

/**
 * What each term of the query adds to a document's score, highest first, without absent terms.
 * `query`: factors of the terms, 1 in a plain query.
 */
export function bm25(query: ReadonlyMap<string, number>, { counts, length }: TermCounts, collection: Collection) {
  const relativeLength = collection.averageLength > 0 ? length / collection.averageLength : 1;
  const parts: { term: string; score: number }[] = [];
  for (const [term, factor] of query) {
    const count = counts.get(term) ?? 0;
    if (count === 0) continue;
    const frequency = (count * (K1 + 1)) / (count + K1 * (1 - B + B * relativeLength));
    parts.push({ term, score: factor * termWeight(collection, term) * frequency });
  }
  return parts.sort((a, b) => b.score - a.score);
}

export function collectionOf(texts: readonly TermCounts[]): Collection {
  const containing = new Map<string, number>();
  let terms = 0;
  for (const { counts, length } of texts) {
    terms += length;
    for (const term of counts.keys()) containing.set(term, (containing.get(term) ?? 0) + 1);
  }
  return { documents: texts.length, averageLength: texts.length === 0 ? 0 : terms / texts.length, containing };
}
