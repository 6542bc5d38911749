import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { searchQuery } from './queries.ts';
import type { SearchAddress } from './search-address.ts';

/** The next page is loaded without a question until there are this many tickets. */
const ENOUGH = 10;
/** Pages that are loaded without a question: each takes the server up to 60 ms. */
const MAX_PAGES = 5;

/** The results for an address, each ticket once: on a later page it can appear again. */
export function useSearch(address: SearchAddress) {
  const query = useInfiniteQuery(searchQuery(address));
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query;
  const pages = data?.pages;
  const results = useMemo(() => {
    const all = pages?.flatMap((page) => page.results) ?? [];
    return [...new Map(all.toReversed().map((result) => [result.ticket.id, result])).values()].toReversed();
  }, [pages]);
  const pageCount = pages?.length ?? 0;
  const continues =
    hasNextPage && !isFetching && !isError && !isPlaceholderData && results.length < ENOUGH && pageCount < MAX_PAGES;
  useEffect(() => {
    if (continues) void fetchNextPage();
  }, [continues, fetchNextPage]);
  return {
    ...query,
    results,
    players: pages?.[0]?.players ?? [],
    isComplete: pages?.at(-1)?.complete ?? true,
    /** Whether there is nothing to say yet. */
    isSearching: isFetching || continues,
  };
}
