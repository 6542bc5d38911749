import { MAX_SNIPPET_LENGTH } from '@player-support/contract/limits';
import { characterStart, cutText } from '@player-support/contract/visible-text';
import type { Range } from './search-query.ts';

/** Characters before the first match. */
const BEFORE = 50;
const ELLIPSIS = '…';
/** Line breaks, and characters that change the direction of text. */
const DISRUPTIVE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Cuts out the part around the first match, on one line, with its matches. */
export function snippetOf(text: string, ranges: readonly Range[]) {
  const sorted = ranges.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const first = sorted[0]?.start ?? 0;
  const from = text.length <= MAX_SNIPPET_LENGTH || first <= BEFORE ? 0 : wordStart(text, first - BEFORE, first);
  const last = characterStart(text, Math.min(text.length, from + MAX_SNIPPET_LENGTH));
  // A character can be longer than a snippet.
  const to = last > from ? last : from + cutText(text.slice(from), MAX_SNIPPET_LENGTH).length;
  const before = from === 0 ? '' : ELLIPSIS;
  const shift = before.length - from;
  const marks: { start: number; length: number }[] = [];
  let end = from;
  for (const range of sorted) {
    const start = Math.max(range.start, end);
    end = Math.max(end, Math.min(range.end, to));
    if (start < end) marks.push({ start: start + shift, length: end - start });
  }
  const shown = text.slice(from, to).replace(DISRUPTIVE, ' ');
  return { text: before + shown + (to === text.length ? '' : ELLIPSIS), marks };
}

/** A word's beginning near a place, so that no word is cut before the match. */
function wordStart(text: string, near: number, match: number): number {
  const space = text.slice(near, match).search(/\s/u);
  return space === -1 ? characterStart(text, near) : near + space + 1;
}
