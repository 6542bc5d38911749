import { streamSafe } from './stream-safe.ts';

/**
 * Accents, Hebrew and Arabic vowel points and the hamza as a mark, the Arabic tatweel, the nukta,
 * marks of keycaps, and invisible characters, such as soft hyphens, direction marks or styles.
 */
const IGNORED =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c]|[\u20d0-\u20f0]|[\p{Cf}\p{DI}]/gu;
/** Letters that Unicode keeps apart, but people write for each other. */
const SPELLED: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' },
  // Arabic, as Persian, Urdu and Kurdish keyboards write it: yeh, kaf, heh with ta marbuta, alef.
  ...{ ى: 'ي', ی: 'ي', ک: 'ك', ڪ: 'ك', ة: 'ه', ہ: 'ه', ۃ: 'ه', ھ: 'ه', ە: 'ه', ٱ: 'ا' },
  // The hamza, which many leave out.
  ...{ ء: '', ٴ: '' },
};
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu');
const DIGITS = /(?![0-9])\p{Nd}/gu;

/** Digits of a script are neighbours, from 0 to 9. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value % 10);
}

/** Folds a text, so that texts which people take for the same are equal: case, accents, digits. */
export function fold(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(IGNORED, '')
    .replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? letter)
    .replace(DIGITS, digitOf);
  // Ignored characters can have been between marks.
  return streamSafe(folded).normalize('NFC');
}
