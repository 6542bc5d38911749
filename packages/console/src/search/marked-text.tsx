import type { SearchMatch } from '@player-support/contract/team/search';

export function MarkedText({ text, marks }: Pick<SearchMatch, 'text' | 'marks'>) {
  let end = 0;
  const parts = marks.map(({ start, length }) => {
    const before = text.slice(end, start);
    end = start + length;
    return (
      <span key={start}>
        {before}
        <mark>{text.slice(start, end)}</mark>
      </span>
    );
  });
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
