/** What people see of a text, without a schema library, because the console uses this file. */

/** Shows nothing alone: white space, controls, formats, fillers, blanks, the place of an object. */
const INVISIBLE = '\\s\\p{Cc}\\p{Cf}\\p{DI}\\u2800\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}\\ufffc';

/** A pattern, with the flag `u`: somewhere is a visible character. */
export const VISIBLE = `[^${INVISIBLE}]`;
/** As `VISIBLE`, and no comma. */
export const VISIBLE_WITHOUT_COMMA = `^[^,]*[^,${INVISIBLE}][^,]*$`;

const visible = new RegExp(VISIBLE, 'u');

export const hasVisible = (text: string): boolean => visible.test(text);

const invisibleStart = new RegExp(`^[${INVISIBLE}]+`, 'u');

/** Begins at the first visible character. Others before it would be all that a short text shows. */
export const fromVisible = (text: string): string => text.replace(invisibleStart, '');

/** Each of these is one character as people see it, in one code unit. */
const SIMPLE = /^[\x20-\u02ff]*$/;

let graphemes: Intl.Segmenter | undefined;

/** Where the character begins that people see at an index (UAX #29). */
export function characterStart(text: string, index: number): number {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return graphemes.segment(text).containing(index)?.index ?? index;
}

/**
 * Cuts to at most `max` code points, between two characters as people see them. Cuts only a
 * character that is too long itself.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  // The segmenter takes 4 microseconds.
  if (SIMPLE.test(text.slice(0, max + 1))) return text.slice(0, max);
  const points = Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join('');
  const end = points.length;
  if (end === text.length) return text;
  // A boundary depends on the text before it and on one code point after it.
  return text.slice(0, characterStart(text.slice(0, end + 2), end) || end);
}

/** Cuts a longer text, and adds an ellipsis. */
export function shortText(text: string, max: number): string {
  const cut = cutText(text, max);
  return cut === text ? text : `${cut}…`;
}
