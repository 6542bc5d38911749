/**
 * Okapi BM25 with the usual constants. The weight of a term is that of Lucene, which is never below
 * zero. See S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond"
 * (2009), formula 3.15.
 */
const K1 = 1.2;
const B = 0.75;

/** The texts that say how frequent a term is. */
export interface Collection {
  readonly documents: number;
  /** Terms of a document. */
  readonly averageLength: number;
  /** How many documents have each term. Absent: none. */
  readonly containing: ReadonlyMap<string, number>;
}

/** How often each term is in a text, and how many terms it has. */
export interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** The weight of a term: the rarer, the higher. Always above 0. */
export function termWeight({ documents, containing }: Collection, term: string): number {
  const found = Math.min(documents, containing.get(term) ?? 0);
  return Math.log(1 + (documents - found + 0.5) / (found + 0.5));
}

/**
 * What each term of a query adds to the score of a document, the highest first. Terms that it does
 * not have are left out.
 *
 * @param query the terms, each with a factor: 1 for a plain query
 */
export function bm25(
  query: ReadonlyMap<string, number>,
  { counts, length }: TermCounts,
  collection: Collection,
): { term: string; score: number }[] {
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

/** A collection of these texts. */
export function collectionOf(texts: readonly TermCounts[]): Collection {
  const containing = new Map<string, number>();
  let terms = 0;
  for (const { counts, length } of texts) {
    terms += length;
    for (const term of counts.keys()) containing.set(term, (containing.get(term) ?? 0) + 1);
  }
  return { documents: texts.length, averageLength: texts.length === 0 ? 0 : terms / texts.length, containing };
}
