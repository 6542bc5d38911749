import { Anchor } from '@mantine/core';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly suggestion: string;
  readonly onTake: (q: string) => void;
}

/** Offers the search with one letter changed if there are few results: probably a typo. */
export function SearchSuggestion({ suggestion, onTake }: Props) {
  const { t } = useText();
  return (
    <p className="search-suggestion" role="status">
      {t('search.suggestion')}{' '}
      <Anchor component="button" type="button" inherit fw={600} onClick={() => onTake(suggestion)}>
        <bdi>{suggestion}</bdi>
      </Anchor>
    </p>
  );
}
