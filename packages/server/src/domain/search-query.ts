import { fieldProblem } from '@player-support/contract/field-problems';
import { MAX_SEARCH_WORDS } from '@player-support/contract/limits';
import { composed, type Word, wordsOf } from './search-words.ts';

/** Tokens looked up. More would narrow little, and each match is checked anyway. */
const MAX_TOKENS = 12;

export const TOO_MANY_WORDS = fieldProblem('too-many-words', { max: MAX_SEARCH_WORDS });

/** A word, which also matches as a beginning, or a phrase of whole adjacent words. */
export type SearchTerm = { readonly words: readonly Word[]; readonly isPhrase: boolean };

export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
  /** Each must begin a token of a message, and then each term is searched in it. */
  readonly prefixes: readonly string[];
}

/** In UTF-16 code units. */
export type Range = { readonly start: number; readonly end: number };

/** Quotes of several languages. One inside a word or after a number (5") does not count. */
const QUOTED = /(?<![\p{L}\p{N}])["“”„«»][^"“”„«»]*["“”„«»](?![\p{L}\p{N}])/gu;

/** Undefined: more than MAX_SEARCH_WORDS words. */
export function parseSearch(text: string): SearchQuery | undefined {
  const whole = composed(text);
  const phrases = Array.from(whole.matchAll(QUOTED), ({ 0: quoted, index }) => ({
    start: index,
    end: index + quoted.length,
    words: [] as Word[],
  }));
  const words: Word[] = [];
  const terms: SearchTerm[] = [];
  for (const word of wordsOf(whole)) {
    if (words.length === MAX_SEARCH_WORDS) return undefined;
    words.push(word);
    const phrase = phrases.find(({ start, end }) => start < word.start && word.end < end);
    if (phrase === undefined) terms.push({ words: [word], isPhrase: false });
    else if (phrase.words.push(word) === 1) terms.push({ words: phrase.words, isPhrase: true });
  }
  const prefixes = new Set(words.flatMap(prefixesOf));
  return { terms, prefixes: [...prefixes].slice(0, MAX_TOKENS) };
}

/** Pairs or triples that cover the word. A shorter word is the beginning of one. */
export function prefixesOf({ parts, gram }: Word): string[] {
  const last = Math.max(0, parts.length - gram);
  if (gram === 0 || last === 0) return [parts.join('')];
  const starts = Array.from({ length: Math.ceil(last / gram) }, (_, index) => index * gram);
  return [...starts, last].map((start) => parts.slice(start, start + gram).join(''));
}

/** Finds each term in the words of a composed text. A missing term has no ranges. */
export function findTerms({ terms }: SearchQuery, all: readonly Word[]): Range[][] {
  const found = terms.map((): Range[] => []);
  for (const [at, word] of all.entries()) {
    for (const [index, { words, isPhrase }] of terms.entries()) {
      const [first] = words;
      if (first === undefined) continue;
      const isPart = first.gram > 0 && words.length === 1;
      found[index]?.push(...(isPhrase && !isPart ? phraseAt(all, at, words) : rangesIn(word, first)));
    }
  }
  return found;
}

/** A phrase that begins in this word, if it is there. */
function phraseAt(all: readonly Word[], at: number, wanted: readonly Word[]): Range[] {
  let [start, end] = [0, 0];
  for (const [index, { parts, gram }] of wanted.entries()) {
    const word = all[at + index];
    if (word === undefined || word.gram !== gram) return [];
    const [isFirst, isLast] = [index === 0, index === wanted.length - 1];
    // A text without spaces can go on around the phrase.
    const more = word.parts.length - parts.length;
    if (more < 0 || (more > 0 && !isFirst && !isLast)) return [];
    const from = isFirst ? more : 0;
    if (!parts.every((part, offset) => part === word.parts[from + offset])) return [];
    if (isFirst) start = word.starts[from] ?? word.start;
    end = endOf(word, from + parts.length);
  }
  return [{ start, end }];
}

/** Where the character of the part before `past` ends. A character can have several parts. */
function endOf({ starts, end }: Word, past: number): number {
  let next = past;
  while (next < starts.length && starts[next] === starts[past - 1]) next++;
  return starts[next] ?? end;
}

/** Shown places of a word. */
const MAX_RANGES = 100;
/** Around and between parts. No text contains it. */
const BORDER = '\0';

const joined = (parts: readonly string[]): string => `${BORDER}${parts.join(BORDER)}${BORDER}`;

function rangesIn(word: Word, wanted: Word): Range[] {
  const { start, end, parts, starts, gram } = word;
  if (gram !== wanted.gram) return [];
  const [beginning = ''] = wanted.parts;
  if (gram === 0) {
    const isFound = [...parts, ...(word.otherForms ?? [])].some((form) => form.startsWith(beginning));
    return isFound ? [{ start, end }] : [];
  }
  // The engine searches a text in linear time. Part by part would be quadratic.
  const text = joined(parts);
  const needle = joined(wanted.parts);
  const ranges: Range[] = [];
  let index = 0;
  let from = 0;
  let at = text.indexOf(needle);
  while (at >= 0 && ranges.length < MAX_RANGES) {
    for (; from < at; index++) from += (parts[index]?.length ?? 0) + 1;
    ranges.push({ start: starts[index] ?? start, end: endOf(word, index + wanted.parts.length) });
    at = text.indexOf(needle, at + needle.length - 1);
  }
  return ranges;
}
