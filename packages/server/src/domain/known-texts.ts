import { hash } from 'node:crypto';
import { streamSafe } from '@player-support/contract/stream-safe';

/** Compared characters. Attackers vary the end of long texts last. */
const COMPARED = 2000;

/** Different people rarely write the same three words in a row. */
const PHRASE_WORDS = 3;
/** Compared words. */
const MAX_WORDS = 60;
/** A text with so many similar texts, itself included, is repeated. */
const MIN_SIMILAR_TEXTS = 3;

/** Drops invisible characters, of which some are letters, and then cuts: they could fill the rest. */
const withoutInvisible = (text: string) => text.replace(/\p{DI}+/gu, '').slice(0, COMPARED);
const normalized = (text: string) => streamSafe(withoutInvisible(text)).normalize('NFKC').toLowerCase();

/** The same for texts that differ only in case, digits, punctuation, emoji or what is invisible. */
export function textKey(text: string): string {
  const letters = normalized(text).replace(/[^\p{L}]+/gu, '');
  return hash('sha256', letters === '' ? normalized(text).trim() : letters, 'base64url').slice(0, 22);
}

const KEPT = 'more:';

/** Returns the key of the same text in tickets kept at its deletion: their players wrote more. */
export const keyOfKept = (textKey: string): string => `${KEPT}${textKey}`;

export const isKeyOfKept = (textKey: string): boolean => textKey.startsWith(KEPT);

function phrasesOf(text: string): Set<string> {
  const words = (normalized(text).match(/\p{L}+/gu) ?? []).slice(0, MAX_WORDS);
  if (words.length <= PHRASE_WORDS) return new Set([words.length === 0 ? text.trim() : words.join(' ')]);
  const ends = words.slice(PHRASE_WORDS - 1);
  return new Set(ends.map((_end, index) => words.slice(index, index + PHRASE_WORDS).join(' ')));
}

/**
 * Which share of the texts repeats others, 0 to 1. A text does if it has at least half of its
 * phrases in common with each of two others, and they with it. Honest texts about one problem have
 * only a few in common. Each is compared with each other.
 */
export function repeatedShare(texts: readonly string[]): number {
  if (texts.length === 0) return 0;
  const all = texts.map(phrasesOf);
  const found = all.flatMap((phrases, index) => Array.from(phrases, (phrase) => ({ phrase, index })));
  const textsWith = Map.groupBy(found, ({ phrase }) => phrase);
  const common = new Uint16Array(texts.length);
  const repeated = all.filter((phrases) => {
    common.fill(0);
    for (const phrase of phrases) {
      for (const { index: other } of textsWith.get(phrase) ?? []) common[other] = (common[other] ?? 0) + 1;
    }
    const similar = common.filter((count, other) => count * 2 >= Math.max(phrases.size, all[other]?.size ?? 0));
    return similar.length >= MIN_SIMILAR_TEXTS;
  });
  return repeated.length / texts.length;
}
