import { MAX_SEARCH_LENGTH } from '@player-support/contract/limits';
import { firstHalf, nearWords } from '../../domain/near-words.ts';
import { parseSearch, prefixesOf, type SearchQuery } from '../../domain/search-query.ts';
import { composed, tokensOf } from '../../domain/search-words.ts';
import type { SearchPage, SearchRequest } from '../../store/search.ts';
import { type SearchDocument, textOf } from '../../store/search-documents.ts';
import { presentMatch } from './present-match.ts';

/** Tickets that are read to choose among the words which occur. */
const MAX_TICKETS = 20;
/** For all words. Each of the two pages of a word takes at most half of it. */
const MAX_MS = 60;

/** What a page of a search is about, besides the filters and projects of the request. */
export type WantedPage = Pick<SearchRequest, 'prefixes' | 'before' | 'limit' | 'accepts' | 'maxMs'>;

/**
 * The same search with one letter changed in one word, so that it finds messages: more than
 * `found`. Null: there is none.
 *
 * @param page searches what the caller may see, with the same filters. Other words never appear
 */
export async function suggestQuery(
  q: string,
  { terms }: SearchQuery,
  found: number,
  page: (wanted: WantedPage) => Promise<SearchPage>,
): Promise<string | null> {
  const text = composed(q);
  const words = terms.flatMap((term) => term.words);
  const end = performance.now() + MAX_MS;
  for (const word of words) {
    const near = nearWords(word);
    if (near.size === 0) continue;
    if (performance.now() > end) return null;
    const others = words.filter((one) => one !== word).flatMap(prefixesOf);
    const replaced = (by: string) => text.slice(0, word.start) + by + text.slice(word.end);
    const ticketsWith = new Map<string, Set<string>>();
    const accepts = (document: SearchDocument): boolean => {
      const occurring = [...tokensOf(textOf(document))].filter((token) => near.has(token));
      const finding = occurring.filter((one) => isFoundBy(document, replaced(one)));
      for (const one of finding) {
        ticketsWith.set(one, (ticketsWith.get(one) ?? new Set()).add(document.ticket_id));
      }
      return finding.length > 0;
    };
    const request = { accepts, limit: MAX_TICKETS };
    const maxMs = () => Math.max(0, Math.min(MAX_MS / 2, end - performance.now()));
    await page({ ...request, maxMs: maxMs(), prefixes: [firstHalf(word), ...others] });
    // The typo can be in the first half. No index knows the second one, so only new messages are read.
    if (ticketsWith.size === 0) await page({ ...request, maxMs: maxMs(), prefixes: others });
    const [best] = [...ticketsWith].sort(([, a], [, b]) => b.size - a.size);
    if (best !== undefined && best[1].size > found) return replaced(best[0]);
  }
  return null;
}

function isFoundBy(document: SearchDocument, suggested: string): boolean {
  const query = suggested.length > MAX_SEARCH_LENGTH ? undefined : parseSearch(suggested);
  return query !== undefined && presentMatch(document, query) !== undefined;
}
