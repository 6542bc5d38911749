import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoundQuery } from '../data/queue/queue-search.ts';
import { rowsQuery } from '../data/queue/use-queue-rows.ts';
import type { SearchAddress } from '../data/search-address.ts';

export const foundQuery = ({ q = '', project, status, type, filter }: SearchAddress): FoundQuery => ({
  view: 'all',
  sort: '-match',
  q,
  projectId: project,
  status,
  type,
  filter,
});

/** Returns what the page shows: until the response arrives, the previous one. */
export function useSearch(address: SearchAddress) {
  const query = foundQuery(address);
  const key = JSON.stringify(query);
  const isAsked = query.q !== '';
  const list = useInfiniteQuery({ ...rowsQuery(useQueryClient(), query), enabled: isAsked });
  const [last, setLast] = useState<{ readonly query: FoundQuery; readonly key: string }>();
  if (isAsked ? list.data !== undefined && last?.key !== key : last !== undefined) {
    setLast(isAsked ? { query, key } : undefined);
  }
  const pages = list.data?.pages ?? [];
  return {
    ...{ error: list.isLoadingError ? list.error : null, refetch: list.refetch, isFetching: list.isFetching },
    /** The previous list, while the next one loads. */
    shown: list.isLoadingError ? undefined : last,
    /** The shown list belongs to another address. */
    isStale: isAsked && last?.key !== key,
    players: pages[0]?.found?.players ?? [],
    suggestion: pages[0]?.found?.suggestion,
    isComplete: pages.at(-1)?.found?.complete ?? true,
    count: new Set(pages.flatMap(({ tickets }) => tickets.map(({ id }) => id))).size,
    hasMore: list.hasNextPage,
  };
}
