import type { SearchMatch } from '@player-support/contract/team/search';
import { findWords, type Range, type SearchQuery } from '../../domain/search-query.ts';
import { composed } from '../../domain/search-words.ts';
import { snippetOf } from '../../domain/snippet.ts';
import { iso } from '../../domain/time.ts';
import type { SearchDocument } from '../../store/search-documents.ts';

/**
 * What of a message matches, or undefined if not every word is in it: the index does not know the
 * order of characters in scripts without spaces, and a message can have changed since.
 */
export function presentMatch(document: SearchDocument, query: SearchQuery): SearchMatch | undefined {
  const { subject, message, seq, files, message_id, visibility, written_at } = document;
  const names = files === null ? [] : (JSON.parse(files) as [string][]).map(([name]) => name);
  const messageId = message_id === '' ? null : message_id;
  const texts = [
    { source: visibility === 'internal' ? ('note' as const) : ('message' as const), text: message, messageId },
    ...(seq === 1 ? [{ source: 'subject' as const, text: subject, messageId: null }] : []),
    ...names.map((text) => ({ source: 'file' as const, text, messageId })),
  ].map((one) => {
    const text = composed(one.text);
    return { ...one, text, found: findWords(query, text) };
  });
  if (!query.words.every((_word, index) => texts.some(({ found }) => hasRange(found[index])))) return undefined;
  const best = texts.reduce((one, other) => (wordsFound(other.found) > wordsFound(one.found) ? other : one));
  return {
    ...{ source: best.source, messageId: best.messageId, createdAt: iso(written_at) },
    ...snippetOf(best.text, best.found.flat()),
  };
}

const hasRange = (ranges: readonly Range[] | undefined) => ranges !== undefined && ranges.length > 0;
const wordsFound = (found: readonly Range[][]) => found.filter(hasRange).length;

/** The match of a ticket that was found by its id. */
export const presentIdMatch = ({ subject, written_at }: SearchDocument): SearchMatch => ({
  source: 'id',
  messageId: null,
  createdAt: iso(written_at),
  ...snippetOf(composed(subject), []),
});
