import { streamSafe } from './stream-safe.ts';

/**
 * Splits texts in any language into words of the search index. See docs/decisions/050-search.md.
 */

export interface Word {
  /** In UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Folded characters. A word in a script with spaces is one part. */
  readonly parts: readonly string[];
  readonly starts: readonly number[];
  /** Parts per index token. 0: the word is one token. */
  readonly gram: 0 | 2 | 3;
}

/** Longer words are cut, in texts and in queries. */
const MAX_WORD_LENGTH = 40;

/** Cf are invisible characters, such as soft hyphens or direction marks. */
const WORDS = /\p{Extended_Pictographic}|[\p{L}\p{N}\p{M}\p{Cf}]+/gu;
/** Runs of a word: Chinese and Japanese, South-East Asian scripts without spaces, others. */
const RUNS =
  /(?<pairs>[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}]+)|(?<triples>[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]+)|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]+/gu;
/** Accents, Hebrew and Arabic vowel points, the Arabic tatweel, emoji styles. */
const IGNORED =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]|[\ufe00-\ufe0f]|\p{Cf}/gu;
/** Letters that Unicode does not decompose, but people write without marks. */
const SPELLED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' };
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu');
const ASCII = /^[a-zA-Z0-9]+$/;
const NO_WORD = /[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/gu;

/** Ignores case and accents. Keeps only letters, digits and emoji. */
function fold(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(IGNORED, '')
    .replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? letter);
  // Ignored characters can have been between marks.
  return streamSafe(folded).normalize('NFC').replace(NO_WORD, '');
}

/** Positions of words refer to this form. */
export const composed = (text: string): string => streamSafe(text).normalize('NFC');

/** Yields a composed text's words, in order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: found, index } of text.matchAll(WORDS)) yield* wordsOfMatch(found, index);
}

function* wordsOfMatch(found: string, index: number): Generator<Word> {
  // Most words, and a tenth of the time.
  if (ASCII.test(found)) {
    yield { start: index, end: index + found.length, parts: [asciiWord(found)], starts: [index], gram: 0 };
    return;
  }
  for (const { 0: run, index: offset, groups } of found.matchAll(RUNS)) {
    const start = index + offset;
    const gram = groups?.pairs !== undefined ? 2 : groups?.triples !== undefined ? 3 : 0;
    const word = gram === 0 ? plainWord(run, start) : spacelessWord(run, start, gram);
    if (word.parts.length > 0) yield word;
  }
}

const asciiWord = (text: string) => text.toLowerCase().slice(0, MAX_WORD_LENGTH);

function plainWord(run: string, start: number): Word {
  const folded = Array.from(fold(run)).slice(0, MAX_WORD_LENGTH).join('');
  return { start, end: start + run.length, parts: folded === '' ? [] : [folded], starts: [start], gram: 0 };
}

function spacelessWord(run: string, start: number, gram: 2 | 3): Word {
  const parts: string[] = [];
  const starts: number[] = [];
  let at = start;
  for (const character of run) {
    const folded = fold(character);
    if (folded !== '') {
      parts.push(folded);
      starts.push(at);
    }
    at += character.length;
  }
  return { start, end: at, parts, starts, gram };
}

function addTokens(tokens: Set<string>, { parts, gram }: Word): void {
  if (gram === 0) tokens.add(parts.join(''));
  // The last tokens are shorter, so that each character begins one.
  else for (const index of parts.keys()) tokens.add(parts.slice(index, index + gram).join(''));
}

/** What the index has: words, and pairs or triples of neighbouring characters. */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>();
  // wordsOf also finds positions, a third of its time.
  for (const found of composed(text).match(WORDS) ?? []) {
    if (ASCII.test(found)) tokens.add(asciiWord(found));
    else for (const word of wordsOfMatch(found, 0)) addTokens(tokens, word);
  }
  return tokens;
}
