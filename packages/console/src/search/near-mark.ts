import type { SearchMatch } from '@player-support/contract/team/search';

type Excerpt = Pick<SearchMatch, 'text' | 'marks'>;

/** A row shows about 40 characters. */
const BEFORE = 15;

/** Starts shortly before the first mark, and cuts no word. */
export function nearMark({ text, marks }: Excerpt): Excerpt {
  const first = marks[0]?.start ?? 0;
  const space = text.slice(0, first).lastIndexOf(' ', first - BEFORE);
  const from = first <= BEFORE || space < 0 ? 0 : space + 1;
  if (from === 0) return { text, marks };
  const shift = 1 - from;
  return {
    text: `…${text.slice(from)}`,
    marks: marks.map(({ start, length }) => ({ start: start + shift, length })),
  };
}
