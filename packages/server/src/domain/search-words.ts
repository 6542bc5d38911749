import { fold } from '@player-support/contract/fold';
import { streamSafe } from '@player-support/contract/stream-safe';

/**
 * Splits texts in any language into words of the search index. See docs/decisions/050-search.md.
 */

export interface Word {
  /** In UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Folded characters. A word in a script with spaces is one part. */
  readonly parts: readonly string[];
  /** Of an Arabic word: with its article, and with or without a first lam. */
  readonly otherForms?: readonly string[];
  readonly starts: readonly number[];
  /** Parts per index token. 0: the word is one token. */
  readonly gram: 0 | 2 | 3;
}

/** Longer words are cut, in texts and in queries. */
const MAX_WORD_LENGTH = 40;
/**
 * Of the index, for one message. Longer texts are flooding: 10,000 Chinese characters have about
 * 6,000 different pairs.
 */
const MAX_TOKENS = 6000;

/** A flag, or a picture with its styles and skin tones, also joined with others. */
const EMOJI = String.raw`\p{RI}{1,2}|\p{ExtPict}[\p{EMod}\ufe0f\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}[\p{EMod}\ufe0f]*)*`;
/** Cf are invisible characters. */
const WORDS = new RegExp(String.raw`${EMOJI}|[\p{L}\p{N}\p{M}\p{Cf}]+`, 'gu');
/** Chinese, Japanese and Korean, and South-East Asian scripts without spaces. */
const PAIRS = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{sc=Hangul}`;
const TRIPLES = String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}`;
/** Also across invisible characters, such as the zero-width spaces of Thai web pages. */
const runOf = (script: string) => String.raw`[[${script}]--\p{Nd}][[${script}\p{Cf}\p{DI}]--\p{Nd}]*`;
/** Runs of a word. Digits are the same in all scripts. */
const RUNS = new RegExp(
  String.raw`(?<pairs>${runOf(PAIRS)})|(?<triples>${runOf(TRIPLES)})|(?:\p{Nd}|[^${PAIRS}${TRIPLES}])+`,
  'gv',
);
const ASCII = /^[a-zA-Z0-9]+$/;
/** Folding does not change these. */
const FOLDED = /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]+$/;
/** A half-width kana with its mark is one letter. */
const CHARACTERS = /[\uff66-\uff9d][\uff9e\uff9f]|./gsu;
const NO_WORD = /[^\p{L}\p{N}\p{M}\p{ExtPict}\p{RI}]/gu;
/** "The", also after "and", "so", "with" or "like", before at least three letters. */
const ARABIC_ARTICLE = /^[وف]?[بك]?ال(?=...)/u;
/** "For the". Of three lams people write two: the last can also begin the word. */
const ARABIC_FOR_THE = /^[وف]?لل(?=..)/u;
const ARABIC_LAM = /^ل(?=..)/u;

/** Keeps only letters, digits and emoji. */
const foldWord = (text: string): string => fold(text).replace(NO_WORD, '');

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
  const isPicture = /^\p{ExtPict}/u.test(found);
  for (const [picture] of isPicture ? found.matchAll(/\p{ExtPict}/gu) : []) {
    const word = plainWord(picture, index);
    if (word.parts.length > 0) yield { ...word, end: index + found.length };
  }
  if (isPicture) return;
  for (const { 0: run, index: offset, groups } of found.matchAll(RUNS)) {
    const start = index + offset;
    const gram = groups?.pairs !== undefined ? 2 : groups?.triples !== undefined ? 3 : 0;
    const word = gram === 0 ? plainWord(run, start) : spacelessWord(run, start, gram);
    if (word.parts.length > 0) yield word;
  }
}

const asciiWord = (text: string) => text.toLowerCase().slice(0, MAX_WORD_LENGTH);

function plainWord(run: string, start: number): Word {
  const folded = Array.from(foldWord(run)).slice(0, MAX_WORD_LENGTH).join('');
  const part = folded.replace(ARABIC_ARTICLE, '').replace(ARABIC_FOR_THE, '');
  const word = { start, end: start + run.length, parts: part === '' ? [] : [part], starts: [start], gram: 0 } as const;
  const withOrWithoutLam = ARABIC_FOR_THE.test(folded) ? `ل${part}` : part.replace(ARABIC_LAM, '');
  const otherForms = new Set([folded, withOrWithoutLam]);
  otherForms.delete(part);
  return otherForms.size === 0 ? word : { ...word, otherForms: [...otherForms] };
}

function spacelessWord(run: string, start: number, gram: 2 | 3): Word {
  const end = start + run.length;
  if (FOLDED.test(run)) {
    const parts = run.split('');
    return { start, end, parts, starts: parts.map((_part, index) => start + index), gram };
  }
  const parts: string[] = [];
  const starts: number[] = [];
  for (const { 0: character, index } of run.matchAll(CHARACTERS)) {
    for (const part of foldWord(character)) {
      parts.push(part);
      starts.push(start + index);
    }
  }
  return { start, end, parts, starts, gram };
}

function addTokens(tokens: Set<string>, { parts, gram, otherForms = [] }: Word): void {
  for (const form of otherForms) tokens.add(form);
  if (gram === 0) tokens.add(parts.join(''));
  // The last tokens are shorter, so that each character begins one.
  else for (const index of parts.keys()) tokens.add(parts.slice(index, index + gram).join(''));
}

/** What the index has: words, and `grams`, the pairs or triples of neighbouring characters. */
export function tokensOf(text: string, grams = true): Set<string> {
  const tokens = new Set<string>();
  // wordsOf also finds positions, a third of its time.
  for (const found of composed(text).match(WORDS) ?? []) {
    if (ASCII.test(found)) tokens.add(asciiWord(found));
    else for (const word of wordsOfMatch(found, 0)) if (grams || word.gram === 0) addTokens(tokens, word);
    if (tokens.size >= MAX_TOKENS) return new Set([...tokens].slice(0, MAX_TOKENS));
  }
  return tokens;
}
