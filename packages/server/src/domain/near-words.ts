import type { Word } from './search-words.ts';

/** Shorter words have too many neighbours, longer ones too many possible typos. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 20;

/** Folded letters of scripts in which a typo is a letter. */
const ALPHABETS = ['az', 'αω', 'ая', 'את', 'ءي'].map(([first = '', last = '']) => {
  const from = first.codePointAt(0) ?? 0;
  return Array.from({ length: (last.codePointAt(0) ?? 0) - from + 1 }, (_, index) =>
    String.fromCodePoint(from + index),
  );
});

/** A near word that differs in the second half begins with it. */
export const firstHalf = (word: Word): string => {
  const letters = Array.from(word.parts.join(''));
  return letters.slice(0, Math.floor(letters.length / 2)).join('');
};

/**
 * Returns what a word becomes with one letter added, left out or replaced, or two neighbours
 * swapped. Empty for other scripts, and short and very long words.
 */
export function nearWords({ parts, gram }: Word): Set<string> {
  const word = parts.join('');
  const letters = Array.from(word);
  const alphabet = ALPHABETS.find((one) => letters.some((letter) => one.includes(letter)));
  const isUsual = gram === 0 && letters.length >= MIN_LETTERS && letters.length <= MAX_LETTERS;
  const near = new Set<string>();
  if (alphabet === undefined || !isUsual) return near;
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('');
    const [one = '', two = ''] = letters.slice(at);
    const rest = letters.slice(at + 1).join('');
    for (const letter of alphabet) near.add(before + letter + one + rest).add(before + letter + rest);
    near.add(before + rest).add(before + two + one + letters.slice(at + 2).join(''));
  }
  near.delete(word);
  return near;
}
