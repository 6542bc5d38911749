import type { SearchMatch } from '@player-support/contract/team/search';
import { findTerms, type Range, type SearchQuery } from '../../domain/search-query.ts';
import { composed, wordsOf } from '../../domain/search-words.ts';
import { snippetOf } from '../../domain/snippet.ts';
import { iso } from '../../domain/time.ts';
import { fileNamesOf, type SearchDocument } from '../../store/search-documents.ts';

/** Much more work than to find a query in the words. */
export function splitTexts(document: SearchDocument) {
  const { subject, message, seq, message_id, visibility } = document;
  const messageId = message_id === '' ? null : message_id;
  return [
    { source: visibility === 'internal' ? ('note' as const) : ('message' as const), text: message, messageId },
    ...(seq === 1 ? [{ source: 'subject' as const, text: subject, messageId: null }] : []),
    ...fileNamesOf(document).map((text) => ({ source: 'file' as const, text, messageId })),
  ].map((one) => {
    const text = composed(one.text);
    return { ...one, text, words: [...wordsOf(text)] };
  });
}

/** Finds a query in each text. Undefined: a term is in none of them. */
export function findIn(texts: ReturnType<typeof splitTexts>, query: SearchQuery): Range[][][] | undefined {
  const found = texts.map(({ words }) => findTerms(query, words));
  return query.terms.every((_term, index) => found.some((one) => hasRange(one[index]))) ? found : undefined;
}

/**
 * Undefined: a term is missing. The index does not know the order of words and characters, and a
 * message can have changed.
 */
export function presentMatch(document: SearchDocument, query: SearchQuery): SearchMatch | undefined {
  const texts = splitTexts(document);
  const ranges = findIn(texts, query);
  if (ranges === undefined) return undefined;
  const all = texts.map((one, index) => ({ ...one, found: ranges[index] ?? [] }));
  const best = all.reduce((one, other) => (termsFound(other.found) > termsFound(one.found) ? other : one));
  return {
    source: best.source,
    messageId: best.messageId,
    createdAt: iso(document.written_at),
    ...snippetOf(best.text, best.found.flat()),
  };
}

const hasRange = (ranges: readonly Range[] | undefined) => ranges !== undefined && ranges.length > 0;
const termsFound = (found: readonly Range[][]) => found.filter(hasRange).length;

export const presentIdMatch = ({ subject, written_at }: SearchDocument): SearchMatch => ({
  source: 'id',
  messageId: null,
  createdAt: iso(written_at),
  ...snippetOf(composed(subject), []),
});
