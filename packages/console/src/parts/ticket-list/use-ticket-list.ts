import type { TicketSort, TicketView } from '@player-support/contract/enums';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { useEffect, useMemo, useRef, useState } from 'react';
import { pendingChangesAndReplies } from '../../data/outbox/pending-changes.ts';
import { useOutboxEntries } from '../../data/outbox/sending.tsx';
import { isInView, type QueueRow, withPendingChanges } from '../../data/queue/queue-rows.ts';
import type { QueueQuery } from '../../data/queue/queue-search.ts';
import { queueSnapshot } from '../../data/queue/queue-snapshot.ts';
import { useQueueRows } from '../../data/queue/use-queue-rows.ts';
import { useMember } from '../../data/session/session.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { type Edge, useRowCursor } from './use-row-cursor.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useShownRows } from './use-shown-rows.ts';

export interface TicketListOptions {
  readonly query: QueueQuery;
  /** The server's count. Undefined: unknown. */
  readonly count: TicketCountsResponse['all'] | undefined;
  /** Undefined: there is one order, and the list cannot begin at its end. */
  readonly sorting?: { readonly sort: TicketSort; readonly onSort: (sort: TicketSort) => void };
  /** Goes on where the member left. */
  readonly restores?: boolean;
}

function useRowsWithPending(loaded: readonly QueueRow[], view: TicketView): readonly QueueRow[] {
  const entries = useOutboxEntries();
  const { id } = useMember();
  return useMemo(() => {
    const { changes, replied } = pendingChangesAndReplies(entries);
    return withPendingChanges(loaded, changes, (row) => isInView(row, view, id), replied);
  }, [loaded, entries, view, id]);
}

/** Loads, folds and selects rows, and knows the current one. */
export function useTicketList({ query, sorting, restores = true, ...props }: TicketListOptions) {
  const { search, saved, keep } = useKeptPlace(restores);
  const [isFromEnd, setFromEnd] = useState(saved?.isFromEnd ?? false);
  const queue = useQueueRows(query, isFromEnd);
  const { list } = queue;
  const { view } = query;
  const rows = useRowsWithPending(queue.rows, view);
  const { shown, tickets, selectable, unfolded, fold, inOrder } = useShownRows(rows, view, isFromEnd, saved);
  const selection = useRowSelection(selectable, tickets);
  const cursor = useRowCursor(tickets, saved?.currentId, queueSnapshot().ticketIds);
  const { currentId } = cursor;
  const scrollRef = useRef<HTMLDivElement>(null);
  useEffect(() => keep({ currentId, isFromEnd, unfolded }));

  const isSearch = query.q !== undefined;
  const isComplete = !list.hasNextPage && !list.isPending && !list.isError;
  // The server does not count search results.
  const count = isSearch ? { count: rows.filter((one) => !one.hasLeftView).length, capped: !isComplete } : props.count;

  return {
    ...{ queue, rows, shown, tickets, selectable, selection, cursor, scrollRef, fold, keep },
    ...{ isFromEnd, isSearch, isComplete, count },
    initialOffset: saved?.scrollTop ?? 0,
    /** Goes to an end of the view, loading from there if necessary. */
    goTo: (edge: Edge) => {
      const fromEnd = edge === 'last';
      if (isComplete || fromEnd === isFromEnd || sorting === undefined) return cursor.goTo(edge);
      queue.forget(fromEnd);
      setFromEnd(fromEnd);
      cursor.goWhenLoaded(edge);
      scrollRef.current?.focus();
    },
    foldCurrent: (isUnfolded: boolean) => {
      const current = shown.find(({ row }) => row.id === currentId);
      if (current === undefined || (current.others === 0 && !current.isOther)) return;
      const { playerId } = current.row;
      fold(playerId, isUnfolded);
      // The current row would be hidden.
      if (!isUnfolded) cursor.reveal(shown.find(({ row, others }) => others > 0 && row.playerId === playerId)?.row.id);
    },
    showNewest: () => {
      queue.showNewest();
      const element = scrollRef.current;
      element?.scrollTo({ top: isFromEnd ? element.scrollHeight : 0 });
      cursor.setCurrentId(undefined);
      element?.focus();
    },
    forNextTicket: () => ({
      search,
      isFound: isSearch,
      rows: inOrder(),
      isComplete,
      isFromEnd,
      count,
      more: queue.more,
    }),
  };
}

export type TicketList = ReturnType<typeof useTicketList>;
