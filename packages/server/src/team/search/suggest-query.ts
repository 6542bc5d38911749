import { MAX_SEARCH_LENGTH } from '@player-support/contract/limits';
import { firstHalf, nearWords } from '../../domain/near-words.ts';
import { parseSearch, prefixesOf, type SearchQuery } from '../../domain/search-query.ts';
import { composed, tokensOf } from '../../domain/search-words.ts';
import type { SearchPage, SearchRequest } from '../../store/search.ts';
import { type SearchDocument, textOf } from '../../store/search-documents.ts';
import { findIn, splitTexts } from './present-match.ts';

/** Read to choose among the words that occur. */
const MAX_TICKETS = 20;
/** More near words in a message are a list, which does not tell what was meant. */
const MAX_NEAR_WORDS = 5;
/** For all words. Each of a word's two pages takes at most half. */
const MAX_MS = 60;

/** Besides the request's filters and projects. */
export type WantedPage = Pick<SearchRequest, 'prefixes' | 'before' | 'limit' | 'accepts' | 'maxMs'>;

/**
 * Changes one letter of one word so that more than `found` messages match. Null: impossible. `page`
 * searches only what the caller may see, so no other words appear.
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
    const usesOf = new Map<string, { readonly tickets: Set<string>; readonly players: Set<string> }>();
    const accepts = (document: SearchDocument): boolean => {
      const occurring = [...tokensOf(textOf(document), false)].filter((token) => near.has(token));
      if (occurring.length === 0 || occurring.length > MAX_NEAR_WORDS) return false;
      const texts = splitTexts(document);
      const finding = occurring.filter((one) => {
        const query = parseSuggested(replaced(one));
        return query !== undefined && findIn(texts, query) !== undefined;
      });
      for (const one of finding) {
        const uses = usesOf.get(one) ?? { tickets: new Set(), players: new Set() };
        usesOf.set(one, uses);
        uses.tickets.add(document.ticket_id);
        uses.players.add(document.player_id);
      }
      return finding.length > 0;
    };
    const request = { accepts, limit: MAX_TICKETS };
    const maxMs = () => Math.max(0, Math.min(MAX_MS / 2, end - performance.now()));
    await page({ ...request, maxMs: maxMs(), prefixes: [firstHalf(word), ...others] });
    // The typo can be in the first half. No index has second halves: only new messages are read.
    if (usesOf.size === 0) await page({ ...request, maxMs: maxMs(), prefixes: others });
    const better = [...usesOf].filter(([, { tickets }]) => tickets.size > found);
    // By players, so that nobody promotes a word with many tickets.
    const [best] = better.sort(([, a], [, b]) => b.players.size - a.players.size);
    if (best !== undefined) return replaced(best[0]);
  }
  return null;
}

const parseSuggested = (text: string) => (text.length > MAX_SEARCH_LENGTH ? undefined : parseSearch(text));
