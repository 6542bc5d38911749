import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '../i18n/text.ts';
import { searchQuery } from './queries.ts';
import type { SearchAddress } from './search-address.ts';

interface Props {
  readonly address: SearchAddress;
  /** Whether the text of the field is not searched yet. */
  readonly isTyping: boolean;
  readonly onTake: (q: string) => void;
}

/** A search with one letter changed, if this one has few results: probably it has a typo. */
export function SearchSuggestion({ address, isTyping, onTake }: Props) {
  const { t } = useText();
  const { data, isPlaceholderData } = useInfiniteQuery(searchQuery(address));
  const suggestion = isTyping || isPlaceholderData ? undefined : data?.pages[0]?.suggestion;
  if (!suggestion) return null;
  return (
    <p className="search-suggestion" role="status">
      {t('search.suggestion')}{' '}
      <Anchor component="button" type="button" inherit fw={600} onClick={() => onTake(suggestion)}>
        <bdi>{suggestion}</bdi>
      </Anchor>
    </p>
  );
}
