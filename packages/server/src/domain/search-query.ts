import { MAX_SEARCH_WORDS } from '@player-support/contract/limits';
import { composed, type Word, wordsOf } from './search-words.ts';

/** Tokens that a search looks up. More would narrow it little, and each match is checked anyway. */
const MAX_TOKENS = 12;

/** What is wrong with a search that `parseSearch` does not accept. */
export const TOO_MANY_WORDS = `Must have at most ${MAX_SEARCH_WORDS} words.`;

export interface SearchQuery {
  readonly words: readonly Word[];
  /** A message matches if each of these begins a token of it, and then each word is found in it. */
  readonly prefixes: readonly string[];
}

/** A range of a text, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Parses what somebody searches. Undefined: more than MAX_SEARCH_WORDS words. */
export function parseSearch(text: string): SearchQuery | undefined {
  const words: Word[] = [];
  for (const word of wordsOf(composed(text))) {
    if (words.length === MAX_SEARCH_WORDS) return undefined;
    words.push(word);
  }
  const prefixes = new Set(words.flatMap(prefixesOf));
  return { words, prefixes: [...prefixes].slice(0, MAX_TOKENS) };
}

/** Pairs or triples that cover the whole word. A shorter word is the beginning of one. */
function prefixesOf({ parts, gram }: Word): string[] {
  const last = Math.max(0, parts.length - gram);
  if (gram === 0 || last === 0) return [parts.join('')];
  const starts = Array.from({ length: Math.ceil(last / gram) }, (_, index) => index * gram);
  return [...starts, last].map((start) => parts.slice(start, start + gram).join(''));
}

/** Where each word of a query is in a composed text. A word that is not there has no ranges. */
export function findWords({ words }: SearchQuery, text: string): Range[][] {
  const found = words.map((): Range[] => []);
  for (const word of wordsOf(text)) {
    for (const [index, wanted] of words.entries()) found[index]?.push(...rangesIn(word, wanted));
  }
  return found;
}

/** Places of a word that are shown. */
const MAX_RANGES = 100;
/** Between two parts, and before and after them. No text has it. */
const BORDER = '\0';

const joined = (parts: readonly string[]): string => `${BORDER}${parts.join(BORDER)}${BORDER}`;

function rangesIn(word: Word, wanted: Word): Range[] {
  const { start, end, parts, starts, gram } = word;
  if (gram !== wanted.gram) return [];
  if (gram === 0) return (parts[0] ?? '').startsWith(wanted.parts[0] ?? '') ? [{ start, end }] : [];
  // The engine searches a text in linear time, part by part it would be quadratic.
  const text = joined(parts);
  const needle = joined(wanted.parts);
  const ranges: Range[] = [];
  let index = 0;
  let from = 0;
  for (
    let at = text.indexOf(needle);
    at >= 0 && ranges.length < MAX_RANGES;
    at = text.indexOf(needle, at + needle.length - 1)
  ) {
    for (; from < at; index++) from += (parts[index]?.length ?? 0) + 1;
    ranges.push({ start: starts[index] ?? start, end: starts[index + wanted.parts.length] ?? end });
  }
  return ranges;
}
