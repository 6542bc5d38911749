import type { QueryClient } from '@tanstack/react-query';
import { queueKeys } from '../queries/queue.ts';
import { type FreshPage, isInView, type QueueRow, type TicketChange, withChange } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';
import type { QueueRowsData } from './use-queue-rows.ts';

const LISTS = queueKeys.lists;

interface Outcome {
  readonly changed: readonly string[];
  readonly notFound: readonly string[];
  readonly change: TicketChange;
}

/** Rows keep their places: rows that left a view are marked. */
export function changeCachedRows(queryClient: QueryClient, memberId: string, outcome: Outcome): void {
  const changed = new Set(outcome.changed);
  const notFound = new Set(outcome.notFound);
  for (const [queryKey, data] of queryClient.getQueriesData<QueueRowsData | FreshPage>({ queryKey: LISTS })) {
    if (data === undefined) continue;
    const { view } = queryKey[LISTS.length] as QueueQuery;
    const change = (row: QueueRow): QueueRow => {
      if (notFound.has(row.id)) return { ...row, hasLeftView: true };
      if (!changed.has(row.id)) return row;
      const next = withChange(row, outcome.change);
      return isInView(next, view, memberId) ? next : { ...next, hasLeftView: true };
    };
    queryClient.setQueryData(
      queryKey,
      'pages' in data
        ? { ...data, pages: data.pages.map((page) => ({ ...page, tickets: page.tickets.map(change) })) }
        : { ...data, tickets: data.tickets.map(change).filter((row) => !row.hasLeftView) },
    );
  }
}
