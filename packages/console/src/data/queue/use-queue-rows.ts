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
import { api } from '../../api/client.ts';
import { useTicketChanges } from '../live/live-updates.ts';
import { loadFound } from '../load-found.ts';
import { queueKeys } from '../queries/queue.ts';
import { reversed } from './queue-order.ts';
import {
  applyFresh,
  countNewTickets,
  type FreshPage,
  type QueueRow,
  type QueueRowsPage,
  withNews,
} from './queue-rows.ts';
import type { FoundQuery, QueueQuery } from './queue-search.ts';
import { ticketsRequest } from './requests.ts';

const MINUTE_MS = 60_000;
/** The visible page is refetched this long after scrolling ended. */
const SCROLL_END_MS = 300;
/** Pages that load without scrolling: a filter with few matches has many empty pages. */
const MAX_AUTOMATIC_PAGES = 10;
/** For a search, whose pages take the server up to 60 ms each. */
const MAX_FOUND_PAGES = 4;
/** The shortest time between two refetches, however many tickets change. */
const REFETCH_INTERVAL_MS = 1500;

export type QueueRowsData = InfiniteData<QueueRowsPage, string | undefined>;

/** The end of a long queue is the start of the reversed order. */
function fromEdge(query: QueueQuery, isFromEnd: boolean): QueueQuery {
  return isFromEnd && !isSearch(query) ? { ...query, sort: reversed(query.sort) } : query;
}

const isSearch = (query: QueueQuery): query is FoundQuery => query.q !== undefined;

async function load(query: QueueQuery, cursor: string | undefined, signal: AbortSignal): Promise<QueueRowsPage> {
  if (isSearch(query)) return loadFound(query, cursor, signal);
  return withNews(await api.get('/tickets', { ...ticketsRequest(query, cursor), signal }));
}

/** Live updates refetch it. */
export function freshPageQuery(query: QueueQuery, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...freshPagesKey(query), cursor ?? null],
    queryFn: async ({ signal }): Promise<FreshPage> => ({ ...(await load(query, cursor, signal)), cursor }),
    gcTime: MINUTE_MS,
  });
}

/** Never refetched as a whole: fresh pages update the rows. */
export function rowsQuery(queryClient: QueryClient, query: QueueQuery) {
  return infiniteQueryOptions({
    queryKey: rowsKey(query),
    queryFn: async ({ pageParam, signal }): Promise<QueueRowsPage> => {
      if (pageParam === undefined && !isSearch(query)) return queryClient.fetchQuery(freshPageQuery(query, undefined));
      const page = await load(query, pageParam, signal);
      if (pageParam === undefined) {
        queryClient.setQueryData<FreshPage>(freshPageQuery(query, undefined).queryKey, { ...page, cursor: undefined });
      }
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: QueueRowsPage) => last.nextCursor ?? undefined,
    staleTime: 'static',
    gcTime: 30 * MINUTE_MS,
    structuralSharing: false,
    // The next letter asks again anyway, and a failure has a button.
    ...(isSearch(query) ? { retry: false } : {}),
  });
}

export function freshPagesKey(query: QueueQuery) {
  return [...queueKeys.list(query), 'part'];
}

export function rowsKey(query: QueueQuery) {
  return [...queueKeys.list(query), 'rows'];
}

/** A ticket that moved while pages loaded can be on two pages. */
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

/** Loads rows from one end of the queue. Live updates keep their places. */
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
  // A search's rows are newer than `staleTime` when they appear: do not search twice.
  const refetchOnMount = isSearch(query) ? true : 'always';
  const options = { enabled: isLoaded, refetchInterval: MINUTE_MS, refetchOnMount, staleTime: 5000 } as const;
  const head = useQuery({ ...freshPageQuery(query, undefined), ...options });
  const visible = useQuery({ ...freshPageQuery(query, cursor), ...options });
  const refetch = useThrottledCallback(() => {
    void queryClient.refetchQueries({ queryKey: freshPagesKey(query), type: 'active' });
  }, REFETCH_INTERVAL_MS);
  useTicketChanges((change) => {
    // Most changes do not concern what a search found.
    const isShown = !isSearch(query) || rows.some(({ id }) => change?.ticketId == null || id === change.ticketId);
    if (isShown && (change === null || (query.projectId ?? change.projectId) === change.projectId)) refetch();
  });
  const updatedKey = useRef<string>(undefined);
  const key = JSON.stringify(query);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query
  useEffect(() => {
    for (const fresh of [head, visible]) {
      if (fresh.data === undefined || !fresh.isFetchedAfterMount) continue;
      const { data } = fresh;
      // When the member comes back, tickets that left the view are removed.
      const drop = updatedKey.current !== key;
      queryClient.setQueryData<QueueRowsData>(
        rowsKey(query),
        (rows) => rows && { ...rows, pages: applyFresh(rows.pages, rows.pageParams, data, sort, drop) },
      );
    }
    // Without a request it was just loaded.
    const isUpToDate = head.isFetchedAfterMount || !head.isFetching;
    if (isUpToDate && head.data !== undefined) updatedKey.current = key;
  }, [
    queryClient,
    key,
    sort,
    head.data,
    visible.data,
    head.isFetching,
    head.isFetchedAfterMount,
    visible.isFetchedAfterMount,
  ]);

  const newTickets = useMemo(() => {
    const fresh = [head.data, visible.data].filter((data) => data !== undefined);
    return isLoaded ? countNewTickets(rows, fresh, sort) : undefined;
  }, [head.data, visible.data, isLoaded, rows, sort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query
  const showNewest = useCallback(() => {
    const newest = queryClient.getQueryData<FreshPage>(freshPageQuery(query, undefined).queryKey);
    if (newest === undefined) return;
    queryClient.setQueryData<QueueRowsData>(rowsKey(query), { pages: [newest], pageParams: [undefined] });
  }, [queryClient, key]);

  /** After the last page, or with that page again, because it can grow. */
  const more = {
    query,
    cursor: list.data?.pages.at(-1)?.nextCursor ?? (list.data as QueueRowsData | undefined)?.pageParams.at(-1),
  };

  /** Forgets the rows from one end, so that they load again. */
  const forget = (fromEnd: boolean) =>
    queryClient.removeQueries({ queryKey: queueKeys.list(fromEdge(wanted, fromEnd)), type: 'inactive' });

  const mostPages = isSearch(query) ? MAX_FOUND_PAGES : MAX_AUTOMATIC_PAGES;
  const automaticPages = useRef(mostPages);
  const [isPaused, setPaused] = useState(false);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const isFailed = list.isFetchNextPageError;
  /** Without scrolling it loads only MAX_AUTOMATIC_PAGES. */
  const loadMore = useCallback(
    (byUser = false) => {
      if (byUser) {
        automaticPages.current = mostPages;
        setPaused(false);
      }
      if (!hasNextPage || isFetching || (isFailed && !byUser)) return;
      if (automaticPages.current === 0) return setPaused(true);
      automaticPages.current -= 1;
      void fetchNextPage();
    },
    [hasNextPage, isFetching, isFailed, fetchNextPage, mostPages],
  );
  const onScroll = useCallback(() => {
    automaticPages.current = mostPages;
    setPaused(false);
  }, [mostPages]);

  return { list, rows, more, newTickets, showNewest, forget, setFirstVisible, loadMore, onScroll, isPaused };
}
