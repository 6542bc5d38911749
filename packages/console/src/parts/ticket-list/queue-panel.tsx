import { useDisclosure } from '@mantine/hooks';
import type { TicketSort, TicketView } from '@player-support/contract/enums';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { pendingChangesAndReplies } from '../../data/outbox/pending-changes.ts';
import { useOutboxEntries } from '../../data/outbox/sending.tsx';
import { isInView, withPendingChanges } from '../../data/queue/queue-rows.ts';
import type { QueueQuery } from '../../data/queue/queue-search.ts';
import { queueSnapshot, saveQueueSnapshot, snapshotOf } from '../../data/queue/queue-snapshot.ts';
import { savedQueueUiState, saveQueueUiState } from '../../data/queue/queue-ui-state.ts';
import { countText } from '../../data/queue/ticket-counts.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useQueueRows } from '../../data/queue/use-queue-rows.ts';
import { useHasRole, useMember } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import { idle, lazyComponent } from '../../ui/lazy-component.tsx';
import { useNextTicket } from '../snooze/use-next-ticket.ts';
import { NewTicketsButton } from './new-tickets-button.tsx';
import { QueueList } from './queue-list.tsx';
import type { RowActions, RowText } from './queue-row.tsx';
import { QueueToolbar } from './queue-toolbar.tsx';
import { usePrefetchTicket } from './use-prefetch-ticket.ts';
import { useQueueActions } from './use-queue-actions.ts';
import { useQueueShortcuts } from './use-queue-shortcuts.ts';
import { type Edge, useRowCursor } from './use-row-cursor.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useShownRows } from './use-shown-rows.ts';

const QueueActionDialogs = lazyComponent(async () => (await import('./queue-action-dialogs.tsx')).QueueActionDialogs);

interface Props {
  readonly query: QueueQuery;
  readonly names: QueueNames;
  /** How many tickets the server counted. Undefined: unknown. */
  readonly count: TicketCountsResponse['all'] | undefined;
  /** The name of the list. */
  readonly label: string;
  /** Instead of rows. */
  readonly empty: ReactNode;
  readonly onFilter?: () => void;
  readonly onView: (view: TicketView) => void;
  /** Undefined: the list has one order, and cannot begin at its end. */
  readonly sorting?: { readonly sort: TicketSort; readonly onSort: (sort: TicketSort) => void };
  /** Of what a search found. */
  readonly RowText?: RowText;
  /** Whether it goes on where the member left it. */
  readonly restores?: boolean;
  /** Opens the current or first ticket. */
  readonly opensFirst?: boolean;
  /** Moves the focus to the first ticket. */
  readonly entersFirst?: boolean;
  /** After Escape, or up from the first row. */
  readonly onLeave?: () => void;
}

/** The list of one queue or search, with its toolbar, selection and shortcuts. */
export function QueuePanel(props: Props) {
  const {
    query,
    names,
    label,
    empty,
    onFilter,
    onView,
    sorting,
    RowText,
    onLeave,
    restores = true,
    opensFirst,
    entersFirst,
  } = props;
  const { language } = useText();
  const member = useMember();
  const canChange = useHasRole('agent');
  const navigate = useNavigate();
  const router = useRouter();
  // Read once: when this queue unmounts, the location is already another one.
  const [search] = useState(() => router.state.location.searchStr);
  const [savedState] = useState(() => (restores ? savedQueueUiState(search) : undefined));
  const [isFromEnd, setFromEnd] = useState(savedState?.isFromEnd ?? false);
  const queue = useQueueRows(query, isFromEnd);
  const { list } = queue;
  const entries = useOutboxEntries();
  const { view } = query;
  const rows = useMemo(() => {
    const { changes, replied } = pendingChangesAndReplies(entries);
    return withPendingChanges(queue.rows, changes, (row) => isInView(row, view, member.id), replied);
  }, [queue.rows, entries, view, member.id]);
  const { shown, tickets, selectable, unfolded, fold, inOrder } = useShownRows(rows, view, isFromEnd, savedState);
  const { selected, setSelected, foldedCount, ...selection } = useRowSelection(selectable, tickets);
  const cursor = useRowCursor(tickets, savedState?.currentId, queueSnapshot().ticketIds);
  const { currentId, setCurrentId } = cursor;
  const scrollRef = useRef<HTMLDivElement>(null);
  const [sortOpen, sort] = useDisclosure(false, { onOpen: holdKeys });

  const latest = useRef({ currentId, isFromEnd, unfolded, scrollTop: savedState?.scrollTop ?? 0 });
  useEffect(() => {
    latest.current = { ...latest.current, currentId, isFromEnd, unfolded };
  });
  useEffect(() => () => saveQueueUiState({ search, ...latest.current }), [search]);
  const isLoaded = list.data !== undefined;
  useEffect(() => {
    // After the rows are painted: on a slow network the code of a ticket would delay them.
    if (isLoaded) void idle().then(() => router.loadRouteChunk(router.routesByPath['/tickets/$ticketId']));
  }, [router, isLoaded]);

  const { shownIds } = selection;
  const canAct = canChange && view !== 'held';
  const ticketActions = useQueueActions({ rows, selected, setSelected, shownIds, currentId, canChange: canAct });
  const { onKey, onSelected } = ticketActions;

  const isFound = query.q !== undefined;
  const isComplete = !list.hasNextPage && !list.isPending && !list.isError;
  // Nobody counts what a search finds.
  const count = isFound ? { count: rows.filter((one) => !one.hasLeftView).length, capped: !isComplete } : props.count;
  /**
   * Goes to the first or last ticket of the view. If it is not loaded, the list loads from there.
   */
  const goTo = (edge: Edge) => {
    const fromEnd = edge === 'last';
    if (isComplete || fromEnd === isFromEnd || sorting === undefined) return cursor.goTo(edge);
    queue.forget(fromEnd);
    setFromEnd(fromEnd);
    cursor.goWhenLoaded(edge);
    scrollRef.current?.focus();
  };
  const foldCurrent = (isOpened: boolean) => {
    const current = shown.find(({ row }) => row.id === currentId);
    if (current === undefined || (current.others === 0 && !current.isOther)) return;
    const { playerId } = current.row;
    fold(playerId, isOpened);
    // The current row would be hidden.
    if (!isOpened) cursor.reveal(shown.find(({ row, others }) => others > 0 && row.playerId === playerId)?.row.id);
  };
  const saveSnapshot = (ticketId: string) => {
    const loaded = { search, isFound, rows: inOrder(), isComplete, isFromEnd, count, more: queue.more };
    saveQueueSnapshot(snapshotOf(loaded), ticketId);
  };
  const toggle = (ticketId: string, extend: boolean) => {
    selection.toggle(ticketId, extend);
    setCurrentId(ticketId);
  };
  const open = (ticketId: string | undefined) => {
    if (ticketId === undefined) return;
    setCurrentId(ticketId);
    latest.current = { ...latest.current, currentId: ticketId };
    saveSnapshot(ticketId);
    void navigate({ to: '/tickets/$ticketId', params: { ticketId }, ...(isFound ? { state: { fromSearch: 1 } } : {}) });
  };
  const openFirst = () => open(currentId ?? tickets[0]?.id);
  const openWanted = useEffectEvent(openFirst);
  useEffect(() => {
    if (opensFirst) openWanted();
  }, [opensFirst]);
  const enterFirst = useEffectEvent(() => cursor.goTo('first'));
  useEffect(() => {
    if (entersFirst) enterFirst();
  }, [entersFirst]);
  const nextTicket = useNextTicket({ projectId: query.projectId, open });
  const prefetch = usePrefetchTicket();
  const rowActions: RowActions = {
    toggle,
    fold,
    onOpen: (ticketId, event) => {
      // With a modifier the browser opens a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return saveSnapshot(ticketId);
      event.preventDefault();
      open(ticketId);
    },
    onHover: prefetch.soon,
    onPress: prefetch.now,
    onFocus: (ticketId) => {
      setCurrentId(ticketId);
      prefetch.soon(ticketId);
    },
  };
  const latestActions = useRef(rowActions);
  useEffect(() => {
    latestActions.current = rowActions;
  });
  // Always the same functions, so that only changed rows render again.
  const actions = useMemo<RowActions>(
    () => ({
      toggle: (...args) => latestActions.current.toggle(...args),
      fold: (...args) => latestActions.current.fold(...args),
      onOpen: (...args) => latestActions.current.onOpen(...args),
      onHover: (id) => latestActions.current.onHover(id),
      onPress: (id) => latestActions.current.onPress(id),
      onFocus: (id) => latestActions.current.onFocus(id),
    }),
    [],
  );

  const showNewest = () => {
    queue.showNewest();
    const element = scrollRef.current;
    element?.scrollTo({ top: isFromEnd ? element.scrollHeight : 0 });
    setCurrentId(undefined);
    element?.focus();
  };
  useQueueShortcuts(
    {
      move: cursor.move,
      goTo,
      open: openFirst,
      fold: foldCurrent,
      select: () => currentId !== undefined && toggle(currentId, false),
      selectNone: () => setSelected(new Set()),
      extend: (by) => {
        const from = currentId ?? tickets[0]?.id;
        if (from !== undefined) cursor.reveal(selection.extend(from, by));
      },
      resolve: () => onKey({ change: { status: 'resolved' } }),
      assignToMe: () => onKey({ change: { assigneeId: member.id } }),
      ask: (dialog) => onKey({ dialog }),
      nextTicket,
      selectAll: () => selection.selectAll(true),
      filter: onFilter,
      sort: sorting && sort.open,
      refresh: showNewest,
      goToView: onView,
    },
    canChange,
  );

  const selectedRows = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  return (
    <div className="queue-panel">
      <QueueToolbar
        total={countText(count, language)}
        selectableCount={selectable.length}
        selectedCount={selected.size}
        foldedCount={foldedCount}
        member={member}
        canChange={canChange}
        onSelectAll={selection.selectAll}
        matching={{
          ...{ count, isComplete, loaded: selectable.length, selected: selected.size },
          ...{ isLoading: list.isFetching, error: list.error },
          ...{ loadMore: queue.loadMore, onSelectAll: selection.selectAll },
        }}
        onAction={onSelected}
        held={view === 'held' ? selectedRows : undefined}
        sort={
          sorting && {
            ...{ ...sorting, view, opened: sortOpen },
            onOpenedChange: (opened) => (opened ? sort.open() : sort.close()),
          }
        }
      />
      <NewTicketsButton count={queue.newTickets} onShow={showNewest} />
      <QueueList
        rows={shown}
        isFromEnd={isFromEnd}
        view={view}
        RowText={RowText}
        names={names}
        actions={actions}
        label={label}
        selected={selected}
        canSelect={canChange}
        currentId={currentId}
        revealCount={cursor.revealCount}
        initialOffset={savedState?.scrollTop ?? 0}
        scrollRef={scrollRef}
        isComplete={isComplete}
        isLoading={list.isFetching}
        isPaused={queue.isPaused}
        error={list.error}
        loadMore={(byUser) => (list.isLoadingError ? byUser && void list.refetch() : queue.loadMore(byUser))}
        onScroll={(scrollTop) => {
          latest.current = { ...latest.current, scrollTop };
          queue.onScroll();
        }}
        onFirstVisible={queue.setFirstVisible}
        onMove={cursor.move}
        onLeave={onLeave}
        empty={empty}
      />
      {ticketActions.asked !== undefined && <QueueActionDialogs actions={ticketActions} rows={rows} names={names} />}
    </div>
  );
}
