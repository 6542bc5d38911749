import { useDisclosure } from '@mantine/hooks';
import type { TicketView } from '@player-support/contract/enums';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { countText } from '../../data/queue/ticket-counts.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useHasRole, useMember } from '../../data/session/session.ts';
import { useText } from '../../i18n/text.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import { idle, lazyComponent } from '../../ui/lazy-component.tsx';
import { useNextTicket } from '../snooze/use-next-ticket.ts';
import { NewTicketsButton } from './new-tickets-button.tsx';
import { QueueList } from './queue-list.tsx';
import type { RowText } from './queue-row.tsx';
import { QueueToolbar } from './queue-toolbar.tsx';
import { useOpenTicket } from './use-open-ticket.ts';
import { useQueueActions } from './use-queue-actions.ts';
import { useQueueShortcuts } from './use-queue-shortcuts.ts';
import { useRowActions } from './use-row-actions.ts';
import { type TicketListOptions, useTicketList } from './use-ticket-list.ts';

const QueueActionDialogs = lazyComponent(async () => (await import('./queue-action-dialogs.tsx')).QueueActionDialogs);

interface Props extends TicketListOptions {
  readonly names: QueueNames;
  readonly label: string;
  /** Instead of rows. */
  readonly empty: ReactNode;
  readonly onFilter?: () => void;
  readonly onView: (view: TicketView) => void;
  readonly RowText?: RowText;
  readonly opensFirst?: boolean;
  readonly entersFirst?: boolean;
  /** After Escape, or up from the first row. */
  readonly onLeave?: () => void;
}

/** Loads a ticket's code after the rows are painted, not to delay them. */
function usePreloadTicket(isLoaded: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isLoaded) void idle().then(() => router.loadRouteChunk(router.routesByPath['/tickets/$ticketId']));
  }, [router, isLoaded]);
}

/** Shows the list of a queue or search, with toolbar, selection and shortcuts. */
export function QueuePanel(props: Props) {
  const { query, names, sorting, opensFirst, entersFirst } = props;
  const { view } = query;
  const { language } = useText();
  const member = useMember();
  const canChange = useHasRole('agent');
  const tickets = useTicketList(props);
  const { queue, rows, shown, selectable, cursor, isComplete, count, showNewest } = tickets;
  const { selected, setSelected, shownIds, foldedCount, ...selection } = tickets.selection;
  const { currentId } = cursor;
  const { list } = queue;
  const opening = useOpenTicket(tickets, { opensFirst, entersFirst });
  const rowActions = useRowActions(tickets, opening);
  const canAct = canChange && view !== 'held';
  const ticketActions = useQueueActions({ rows, selected, setSelected, shownIds, currentId, canChange: canAct });
  const { onKey, onSelected } = ticketActions;
  const [sortOpen, sort] = useDisclosure(false, { onOpen: holdKeys });
  const nextTicket = useNextTicket({ projectId: query.projectId, open: opening.open });
  usePreloadTicket(list.data !== undefined);
  useQueueShortcuts(
    {
      move: cursor.move,
      goTo: tickets.goTo,
      open: opening.openFirst,
      fold: tickets.foldCurrent,
      select: () => currentId !== undefined && rowActions.toggle(currentId, false),
      selectNone: () => setSelected(new Set()),
      extend: (by) => {
        const from = currentId ?? tickets.tickets[0]?.id;
        if (from !== undefined) cursor.reveal(selection.extend(from, by));
      },
      resolve: () => onKey({ change: { status: 'resolved' } }),
      assignToMe: () => onKey({ change: { assigneeId: member.id } }),
      ask: (dialog) => onKey({ dialog }),
      nextTicket,
      selectAll: () => selection.selectAll(true),
      filter: props.onFilter,
      sort: sorting && sort.open,
      refresh: showNewest,
      goToView: props.onView,
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
        isFromEnd={tickets.isFromEnd}
        view={view}
        RowText={props.RowText}
        names={names}
        actions={rowActions}
        label={props.label}
        selected={selected}
        canSelect={canChange}
        currentId={currentId}
        revealCount={cursor.revealCount}
        initialOffset={tickets.initialOffset}
        scrollRef={tickets.scrollRef}
        isComplete={isComplete}
        isLoading={list.isFetching}
        isPaused={queue.isPaused}
        error={list.error}
        loadMore={(byUser) => (list.isLoadingError ? byUser && void list.refetch() : queue.loadMore(byUser))}
        onScroll={(scrollTop) => {
          tickets.keep({ scrollTop });
          queue.onScroll();
        }}
        onFirstVisible={queue.setFirstVisible}
        onMove={cursor.move}
        onLeave={props.onLeave}
        empty={props.empty}
      />
      {ticketActions.asked !== undefined && <QueueActionDialogs actions={ticketActions} rows={rows} names={names} />}
    </div>
  );
}
