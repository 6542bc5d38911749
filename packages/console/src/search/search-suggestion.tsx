import { Anchor } from '@mantine/core';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly suggestion: string;
  readonly onTake: (q: string) => void;
}

/** If there are few results: the search with one letter changed, probably a typo. */
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
