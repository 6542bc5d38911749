import { cutText } from '@player-support/contract/visible-text';
import type { TermCounts } from './bm25.ts';
import { composed, type Word, wordsOf } from './search-words.ts';

/**
 * Terms by which texts are compared: beginnings of words, so that `crash` and `crashed` are equal.
 * In scripts without spaces, the pairs or triples of the index.
 */
const STEM_LENGTH = 5;
/** Only the beginning of a longer text is compared, to limit its cost. */
export const MAX_TEXT = 2000;
const SHORT = /^[a-z0-9]$/;

function termsOfWord({ parts, gram }: Word): string[] {
  if (gram === 0) {
    const stem = Array.from(parts.join('')).slice(0, STEM_LENGTH).join('');
    return SHORT.test(stem) ? [] : [stem];
  }
  if (parts.length <= gram) return [parts.join('')];
  return Array.from({ length: parts.length - gram + 1 }, (_, index) => parts.slice(index, index + gram).join(''));
}

const beginning = (text: string) => composed(text.slice(0, MAX_TEXT));

export function termsOf(...texts: readonly string[]): TermCounts {
  const counts = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    for (const word of wordsOf(beginning(text))) {
      for (const term of termsOfWord(word)) {
        counts.set(term, (counts.get(term) ?? 0) + 1);
        length++;
      }
    }
  }
  return { counts, length };
}

/** Index tokens have the term if they begin with it. Otherwise only if they equal it. */
export const isBeginning = (term: string): boolean => Array.from(term).length === STEM_LENGTH;

/** Longer shown words are cut. */
const MAX_SHOWN = 40;

/**
 * Words of a text, one for each term it has, in the order of the terms. Neighbouring pairs or
 * triples become one word.
 */
export function shownWords(texts: readonly string[], terms: readonly string[], limit: number): string[] {
  const ranks = new Map(terms.map((term, rank) => [term, rank]));
  const best = new Map<string, number>();
  const found = (shown: string, rank: number) => {
    const cut = cutText(shown, MAX_SHOWN);
    const known = best.get(cut);
    if (known === undefined || rank < known) best.set(cut, rank);
  };
  const seen = new Set<string>();
  for (const text of texts) {
    for (const word of wordsOf(beginning(text))) {
      const { parts, gram } = word;
      if (gram === 0 || parts.length <= gram) {
        const [term = ''] = termsOfWord(word);
        const rank = ranks.get(term);
        if (rank === undefined || seen.has(term)) continue;
        seen.add(term);
        found(parts.join(''), rank);
        continue;
      }
      const matches = termsOfWord(word).map((term) => ranks.get(term));
      for (let start = 0; start < matches.length; start++) {
        let rank = matches[start];
        if (rank === undefined) continue;
        let end = start + 1;
        for (; matches[end] !== undefined; end++) rank = Math.min(rank, matches[end] ?? rank);
        found(parts.slice(start, end + gram - 1).join(''), rank);
        start = end;
      }
    }
  }
  const inOrder = [...best].sort(([, a], [, b]) => a - b);
  return inOrder.slice(0, limit).map(([shown]) => shown);
}
