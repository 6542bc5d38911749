import { useDebouncedCallback, useThrottledCallback } from '@mantine/hooks';
import { MAX_QUEUE_LIMIT } from '@player-support/contract/limits';
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
import { applyFresh, countArrived, type FreshPart, type QueueRow, type QueueRowsPage } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';

const MINUTE = 60_000;
/** How soon after scrolling the part on the screen is looked at again. */
const SETTLED = 300;
/** Pages that are read by themselves until somebody scrolls: a rare filter may find nothing in many. */
const PAGES_UNASKED = 10;
/** What is shown is looked at again so often at most, however many tickets change; in milliseconds. */
const LOOK_EVERY = 1500;

export type QueueRowsData = InfiniteData<QueueRowsPage, string | undefined>;

/** Part of the queue as it is now. Live updates reach it. */
function partQuery(query: QueueQuery, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...partsKey(query), cursor ?? null],
    queryFn: async ({ signal }): Promise<FreshPart> => {
      const part = await api.get('/tickets', {
        query: { ...query, limit: MAX_QUEUE_LIMIT, cursor },
        signal,
      });
      return { ...part, cursor };
    },
    gcTime: MINUTE,
  });
}

/**
 * All that was read of the queue so far. Static: nothing reads its many pages anew, their rows are brought up to date
 * by the parts.
 */
function rowsQuery(queryClient: QueryClient, query: QueueQuery) {
  return infiniteQueryOptions({
    queryKey: rowsKey(query),
    queryFn: ({ pageParam, signal }): Promise<QueueRowsPage> =>
      pageParam === undefined
        ? queryClient.fetchQuery(partQuery(query, undefined))
        : api.get('/tickets', {
            query: { ...query, limit: MAX_QUEUE_LIMIT, cursor: pageParam },
            signal,
          }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: QueueRowsPage) => last.nextCursor ?? undefined,
    staleTime: 'static',
    gcTime: 30 * MINUTE,
    structuralSharing: false,
  });
}

export function partsKey(query: QueueQuery) {
  return [...queueKeys.list(query), 'part'];
}

export function rowsKey(query: QueueQuery) {
  return [...queueKeys.list(query), 'rows'];
}

/** The rows in order. A ticket that moved between two reads is in both pages, and shown once. */
function flatten(pages: readonly QueueRowsPage[]): { rows: QueueRow[]; pageOf: number[] } {
  const known = new Set<string>();
  const rows: QueueRow[] = [];
  const pageOf: number[] = [];
  for (const [index, page] of pages.entries()) {
    for (const row of page.tickets) {
      if (known.has(row.id)) continue;
      known.add(row.id);
      rows.push(row);
      pageOf.push(index);
    }
  }
  return { rows, pageOf };
}

/** The tickets of a queue, as far as they were read, each kept up to date while nothing moves. */
export function useQueueRows(query: QueueQuery) {
  const { view } = query;
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(rowsQuery(queryClient, query));
  const { rows, pageOf } = useMemo(() => flatten(list.data?.pages ?? []), [list.data]);
  const [settled, setSettled] = useState(0);
  const setFirstVisible = useDebouncedCallback((index: number) => setSettled(pageOf[index] ?? 0), SETTLED);
  const cursor = list.data?.pageParams[settled] as string | undefined;

  const isRead = list.data !== undefined;
  const checks = { enabled: isRead, refetchInterval: MINUTE, refetchOnMount: 'always', staleTime: 5000 } as const;
  const head = useQuery({ ...partQuery(query, undefined), ...checks });
  const part = useQuery({ ...partQuery(query, cursor), ...checks });
  const look = useThrottledCallback(() => {
    void queryClient.refetchQueries({ queryKey: partsKey(query), type: 'active' });
  }, LOOK_EVERY);
  useTicketChanges((change) => {
    if (change === null || query.projectId === undefined || change.projectId === query.projectId) look();
  });
  const hasLooked = useRef<string>(undefined);
  const key = JSON.stringify(query);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query
  useEffect(() => {
    for (const fresh of [head, part]) {
      if (fresh.data === undefined || !fresh.isFetchedAfterMount) continue;
      const { data } = fresh;
      // Whoever comes back does not read yet: what has left the view meanwhile may go.
      const drop = hasLooked.current !== key;
      queryClient.setQueryData<QueueRowsData>(
        rowsKey(query),
        (known) => known && { ...known, pages: applyFresh(known.pages, known.pageParams, data, view, drop) },
      );
    }
    if (head.isFetchedAfterMount && head.data !== undefined) hasLooked.current = key;
  }, [queryClient, key, view, head.data, part.data, head.isFetchedAfterMount, part.isFetchedAfterMount]);

  const arrived = useMemo(
    () => (head.data === undefined || !isRead ? 0 : countArrived(rows, head.data, view)),
    [head.data, isRead, rows, view],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query
  const showNewest = useCallback(() => {
    const newest = queryClient.getQueryData<FreshPart>(partQuery(query, undefined).queryKey);
    if (newest === undefined) return;
    queryClient.setQueryData<QueueRowsData>(rowsKey(query), { pages: [newest], pageParams: [undefined] });
  }, [queryClient, key]);

  const unasked = useRef(PAGES_UNASKED);
  const [isPaused, setPaused] = useState(false);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const isFailed = list.isFetchNextPageError;
  /** Reads on where the end of what was read is near; by itself only so many times without being asked. */
  const readOn = useCallback(
    (asked = false) => {
      if (asked) {
        unasked.current = PAGES_UNASKED;
        setPaused(false);
      }
      if (!hasNextPage || isFetching || (isFailed && !asked)) return;
      if (unasked.current === 0) return setPaused(true);
      unasked.current -= 1;
      void fetchNextPage();
    },
    [hasNextPage, isFetching, isFailed, fetchNextPage],
  );
  const scrolled = useCallback(() => {
    unasked.current = PAGES_UNASKED;
    setPaused(false);
  }, []);

  return { list, rows, arrived, showNewest, setFirstVisible, readOn, scrolled, isPaused };
}
