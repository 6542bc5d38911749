import { hash } from 'node:crypto';

/** Characters of a text that are compared. Attackers vary the end of long texts last. */
const COMPARED = 2000;

/** Words of a phrase. Different people rarely write the same three words one after another. */
const PHRASE_WORDS = 3;
/** Words of a text that are compared. */
const MAX_WORDS = 60;
/** A phrase in as many texts is repeated. */
const REPEATED_IN = 3;

const normalized = (text: string) => text.slice(0, COMPARED).normalize('NFKC').toLowerCase();

/**
 * The same for texts that differ only in case, digits, punctuation, emoji or white space. It is a
 * hash, so that it is short and contains no text.
 */
export function textKey(text: string): string {
  const letters = normalized(text).replace(/[^\p{L}]+/gu, '');
  return hash('sha256', letters === '' ? normalized(text).trim() : letters, 'base64url').slice(0, 22);
}

function phrasesOf(text: string): Set<string> {
  const words =
    normalized(text)
      .match(/\p{L}+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  if (words.length <= PHRASE_WORDS) return new Set([words.length === 0 ? text.trim() : words.join(' ')]);
  return new Set(
    words.slice(PHRASE_WORDS - 1).map((_word, index) => words.slice(index, index + PHRASE_WORDS).join(' ')),
  );
}

/**
 * Which share of the texts repeats others, 0 to 1: at least half of its phrases are in three texts
 * or more. Texts that a program fills with a few changing words repeat each other.
 */
export function repeatedShare(texts: readonly string[]): number {
  if (texts.length === 0) return 0;
  const all = texts.map(phrasesOf);
  const counts = new Map<string, number>();
  for (const phrases of all) for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  const repeated = all.filter((phrases) => {
    const known = [...phrases].filter((phrase) => (counts.get(phrase) ?? 0) >= REPEATED_IN).length;
    return known * 2 >= phrases.size;
  });
  return repeated.length / texts.length;
}
