import { useDebouncedCallback, useThrottledCallback } from '@mantine/hooks';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { useTicketChanges } from '../live/live-updates.ts';
import { queueKeys } from './queries.ts';
import { reversed } from './queue-order.ts';
import {
  applyFresh,
  countNewTickets,
  type FreshPart,
  type QueueRow,
  type QueueRowsPage,
  withNews,
} from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';
import { ticketsRequest } from './requests.ts';

const MINUTE_MS = 60_000;
/** The part on the screen is refetched this long after the member stopped scrolling. */
const SCROLL_END_MS = 300;
/** Pages that load without scrolling: a filter with few matches finds nothing on many pages. */
const MAX_AUTOMATIC_PAGES = 10;
/** The shortest time between two refetches, however many tickets change. */
const REFETCH_INTERVAL_MS = 1500;

export type QueueRowsData = InfiniteData<QueueRowsPage, string | undefined>;

/** The last tickets of a long queue are the first ones of the reversed order. */
function fromEdge(query: QueueQuery, isFromEnd: boolean): QueueQuery {
  return isFromEnd ? { ...query, sort: reversed(query.sort) } : query;
}

/** A part of the queue. Live updates refetch it. */
export function partQuery(query: QueueQuery, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...partsKey(query), cursor ?? null],
    queryFn: async ({ signal }): Promise<FreshPart> => {
      const part = await api.get('/tickets', { ...ticketsRequest(query, cursor), signal });
      return { ...withNews(part), cursor };
    },
    gcTime: MINUTE_MS,
  });
}

/**
 * All loaded pages of the queue. They are never refetched as a whole: fresh parts update their
 * rows.
 */
function rowsQuery(queryClient: QueryClient, query: QueueQuery) {
  return infiniteQueryOptions({
    queryKey: rowsKey(query),
    queryFn: async ({ pageParam, signal }): Promise<QueueRowsPage> =>
      pageParam === undefined
        ? queryClient.fetchQuery(partQuery(query, undefined))
        : withNews(await api.get('/tickets', { ...ticketsRequest(query, pageParam), signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: QueueRowsPage) => last.nextCursor ?? undefined,
    staleTime: 'static',
    gcTime: 30 * MINUTE_MS,
    structuralSharing: false,
  });
}

export function partsKey(query: QueueQuery) {
  return [...queueKeys.list(query), 'part'];
}

export function rowsKey(query: QueueQuery) {
  return [...queueKeys.list(query), 'rows'];
}

/** The rows of all pages. A ticket that moved while pages were loaded can be on two of them. */
function flatten(pages: readonly QueueRowsPage[]): { rows: QueueRow[]; pageOf: number[] } {
  const ids = new Set<string>();
  const rows: QueueRow[] = [];
  const pageOf: number[] = [];
  for (const [index, page] of pages.entries()) {
    for (const row of page.tickets) {
      if (ids.has(row.id)) continue;
      ids.add(row.id);
      rows.push(row);
      pageOf.push(index);
    }
  }
  return { rows, pageOf };
}

/**
 * The loaded rows of a queue, in the order in which they load: from the first one, or, with
 * `isFromEnd`, from the last one. They are kept up to date, but keep their places.
 */
export function useQueueRows(wanted: QueueQuery, isFromEnd: boolean) {
  const query = useMemo(() => fromEdge(wanted, isFromEnd), [wanted, isFromEnd]);
  const { sort } = query;
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(rowsQuery(queryClient, query));
  const { rows, pageOf } = useMemo(() => flatten(list.data?.pages ?? []), [list.data]);
  const [visiblePage, setVisiblePage] = useState(0);
  const setFirstVisible = useDebouncedCallback((ticketId: string | undefined) => {
    setVisiblePage(pageOf[rows.findIndex(({ id }) => id === ticketId)] ?? 0);
  }, SCROLL_END_MS);
  const cursor = list.data?.pageParams[visiblePage] as string | undefined;

  const isLoaded = list.data !== undefined;
  const options = { enabled: isLoaded, refetchInterval: MINUTE_MS, refetchOnMount: 'always', staleTime: 5000 } as const;
  const head = useQuery({ ...partQuery(query, undefined), ...options });
  const part = useQuery({ ...partQuery(query, cursor), ...options });
  const refetch = useThrottledCallback(() => {
    void queryClient.refetchQueries({ queryKey: partsKey(query), type: 'active' });
  }, REFETCH_INTERVAL_MS);
  useTicketChanges((change) => {
    if (change === null || query.projectId === undefined || change.projectId === query.projectId) refetch();
  });
  const updatedKey = useRef<string>(undefined);
  const key = JSON.stringify(query);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query
  useEffect(() => {
    for (const fresh of [head, part]) {
      if (fresh.data === undefined || !fresh.isFetchedAfterMount) continue;
      const { data } = fresh;
      // When the member comes back to the queue, tickets that left the view are removed.
      const drop = updatedKey.current !== key;
      queryClient.setQueryData<QueueRowsData>(
        rowsKey(query),
        (rows) => rows && { ...rows, pages: applyFresh(rows.pages, rows.pageParams, data, sort, drop) },
      );
    }
    if (head.isFetchedAfterMount && head.data !== undefined) updatedKey.current = key;
  }, [queryClient, key, sort, head.data, part.data, head.isFetchedAfterMount, part.isFetchedAfterMount]);

  const newTickets = useMemo(() => {
    const fresh = [head.data, part.data].filter((data) => data !== undefined);
    return isLoaded ? countNewTickets(rows, fresh, sort) : undefined;
  }, [head.data, part.data, isLoaded, rows, sort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query
  const showNewest = useCallback(() => {
    const newest = queryClient.getQueryData<FreshPart>(partQuery(query, undefined).queryKey);
    if (newest === undefined) return;
    queryClient.setQueryData<QueueRowsData>(rowsKey(query), { pages: [newest], pageParams: [undefined] });
  }, [queryClient, key]);

  /** Where the list goes on: after the last page, or with it again, because it can grow. */
  const more = {
    query,
    cursor: list.data?.pages.at(-1)?.nextCursor ?? (list.data as QueueRowsData | undefined)?.pageParams.at(-1),
  };

  /** Forgets what was loaded from one end, so that it loads anew. */
  const forget = (fromEnd: boolean) =>
    queryClient.removeQueries({ queryKey: queueKeys.list(fromEdge(wanted, fromEnd)), type: 'inactive' });

  const automaticPages = useRef(MAX_AUTOMATIC_PAGES);
  const [isPaused, setPaused] = useState(false);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const isFailed = list.isFetchNextPageError;
  /** Loads the next page. Without scrolling it loads only MAX_AUTOMATIC_PAGES. */
  const loadMore = useCallback(
    (byUser = false) => {
      if (byUser) {
        automaticPages.current = MAX_AUTOMATIC_PAGES;
        setPaused(false);
      }
      if (!hasNextPage || isFetching || (isFailed && !byUser)) return;
      if (automaticPages.current === 0) return setPaused(true);
      automaticPages.current -= 1;
      void fetchNextPage();
    },
    [hasNextPage, isFetching, isFailed, fetchNextPage],
  );
  const onScroll = useCallback(() => {
    automaticPages.current = MAX_AUTOMATIC_PAGES;
    setPaused(false);
  }, []);

  return { list, rows, more, newTickets, showNewest, forget, setFirstVisible, loadMore, onScroll, isPaused };
}
