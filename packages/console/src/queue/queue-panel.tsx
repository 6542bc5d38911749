import { useDisclosure } from '@mantine/hooks';
import type { TicketView } from '@player-support/contract/enums';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useMay, useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { ticketQuery } from '../ticket/queries.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { NewTicketsButton } from './new-tickets-button.tsx';
import { QueueList } from './queue-list.tsx';
import { leaveQueueAt, placeInQueue } from './queue-position.ts';
import type { RowActions } from './queue-row.tsx';
import { idsBetween, type TicketChange } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';
import { rememberTrail } from './queue-snapshot.ts';
import { QueueToolbar } from './queue-toolbar.tsx';
import type { QueueNames } from './use-queue-names.ts';
import { useQueueRows } from './use-queue-rows.ts';
import { useQueueShortcuts } from './use-queue-shortcuts.ts';
import { useUpdateTickets } from './use-update-tickets.ts';

// Only for who asks for them: what they are made of is large.
const AssignDialog = lazyPart(async () => (await import('./queue-dialogs.tsx')).AssignDialog);
const TagsDialog = lazyPart(async () => (await import('./queue-dialogs.tsx')).TagsDialog);

/** How long one rests on a ticket before it is read ahead, in milliseconds: passing over many reads none. */
const REST = 60;
/** Tickets before and after the opened one that its page can go on to. */
const TRAIL = 900;

interface Props {
  readonly query: QueueQuery;
  readonly names: QueueNames;
  readonly counts: TicketCountsResponse | undefined;
  readonly isFiltered: boolean;
  readonly onClearFilters: () => void;
  readonly onFilter: () => void;
  readonly onView: (view: TicketView) => void;
}

/** The list of one queue, with what is selected in it and what is done to that. */
export function QueuePanel({ query, names, counts, isFiltered, onClearFilters, onFilter, onView }: Props) {
  const { t } = useText();
  const member = useMember();
  const mayChange = useMay('agent');
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  // Of the address as it was when this queue came up: on leaving it is another's already.
  const [address] = useState(() => router.state.location.searchStr);
  const [place] = useState(() => placeInQueue(address));
  const queue = useQueueRows(query);
  const { rows, list } = queue;
  const [selected, setSelected] = useState<ReadonlySet<string>>(place?.selected ?? new Set());
  const [anchor, setAnchor] = useState<string>();
  const [currentId, setCurrentId] = useState(place?.currentId);
  // Whoever comes back finds the focus where it was.
  const [reveal, setReveal] = useState(place?.currentId === undefined ? 0 : 1);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [assignOpen, assign] = useDisclosure();
  const [tagsOpen, tags] = useDisclosure();

  const latest = useRef({ currentId, selected, offset: place?.offset ?? 0 });
  useEffect(() => {
    latest.current = { ...latest.current, currentId, selected };
  });
  useEffect(() => () => leaveQueueAt({ search: address, ...latest.current }), [address]);
  useEffect(() => {
    void router.loadRouteChunk(router.routesByPath['/tickets/$ticketId']);
  }, [router]);

  const indexOf = (id: string | undefined) => (id === undefined ? -1 : rows.findIndex((row) => row.id === id));
  const targets = selected.size > 0 ? [...selected] : currentId === undefined ? [] : [currentId];

  const { change, isPending, progress } = useUpdateTickets(query, member.id, (ids) => {
    setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))));
  });
  const changeTargets = (what: TicketChange) => {
    if (!mayChange || isPending || targets.length === 0) return;
    change({ ticketIds: targets, change: what });
  };

  // The row that takes the place of one that went; else the keyboard would begin at the top again.
  const lastIndex = useRef(0);
  useEffect(() => {
    const index = currentId === undefined ? -1 : rows.findIndex((row) => row.id === currentId);
    if (index >= 0) lastIndex.current = index;
    else if (currentId !== undefined && rows.length > 0) {
      setCurrentId(rows[Math.min(lastIndex.current, rows.length - 1)]?.id);
      if (document.activeElement === document.body) setReveal((count) => count + 1);
    }
  }, [rows, currentId]);

  const move = (by: number) => {
    const index = indexOf(currentId);
    const next = rows[index < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, index + by))];
    if (next === undefined) return;
    setCurrentId(next.id);
    setReveal((count) => count + 1);
  };
  const remember = (ticketId: string) => {
    const index = Math.max(0, indexOf(ticketId));
    const near = rows.slice(Math.max(0, index - TRAIL), index + TRAIL);
    rememberTrail({ search: address, ticketIds: near.map(({ id }) => id) });
  };
  const toggle = (ticketId: string, extend: boolean) => {
    const ids = extend ? idsBetween(rows, anchor, ticketId) : [ticketId];
    const add = !selected.has(ticketId);
    const next = new Set(selected);
    for (const id of ids) add ? next.add(id) : next.delete(id);
    setSelected(next);
    setAnchor(ticketId);
    setCurrentId(ticketId);
  };
  const open = () => {
    if (currentId === undefined) return;
    remember(currentId);
    void navigate({ to: '/tickets/$ticketId', params: { ticketId: currentId } });
  };

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const readAhead = (ticketId: string | undefined) => {
    clearTimeout(rest.current);
    if (ticketId === undefined) return;
    rest.current = setTimeout(() => void queryClient.prefetchQuery(ticketQuery(ticketId)), REST);
  };
  const rowActions: RowActions = {
    toggle,
    opened: (ticketId, event) => {
      setCurrentId(ticketId);
      latest.current = { ...latest.current, currentId: ticketId };
      remember(ticketId);
      // With a key held it is for the browser: a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate({ to: '/tickets/$ticketId', params: { ticketId } });
    },
    pointed: readAhead,
    focused: (ticketId) => {
      setCurrentId(ticketId);
      readAhead(ticketId);
    },
  };
  const latestActions = useRef(rowActions);
  useEffect(() => {
    latestActions.current = rowActions;
  });
  // The same for all time, so that only the rows that change are drawn anew.
  const actions = useMemo<RowActions>(
    () => ({
      toggle: (...how) => latestActions.current.toggle(...how),
      opened: (...how) => latestActions.current.opened(...how),
      pointed: (id) => latestActions.current.pointed(id),
      focused: (id) => latestActions.current.focused(id),
    }),
    [],
  );

  const showNewest = () => {
    queue.showNewest();
    scrollRef.current?.scrollTo({ top: 0 });
    setCurrentId(undefined);
    scrollRef.current?.focus();
  };
  useQueueShortcuts(
    {
      move,
      open,
      select: () => currentId !== undefined && toggle(currentId, false),
      selectNone: () => setSelected(new Set()),
      resolve: () => changeTargets({ status: 'resolved' }),
      assignToMe: () => changeTargets({ assigneeId: member.id }),
      assign: () => targets.length > 0 && assign.open(),
      filter: onFilter,
      refresh: showNewest,
      goTo: onView,
    },
    mayChange,
  );

  const present = useMemo(
    () => [...new Set(rows.filter(({ id }) => selected.has(id)).flatMap((row) => row.tags))].sort(),
    [rows, selected],
  );
  const known = useMemo(() => [...new Set(rows.slice(0, 1000).flatMap((row) => row.tags))].sort(), [rows]);
  const isComplete = !list.hasNextPage && !list.isPending && !list.isError;
  return (
    <div className="queue-panel">
      <QueueToolbar
        rowCount={rows.length}
        isComplete={isComplete}
        selectedCount={selected.size}
        member={member}
        mayChange={mayChange}
        isPending={isPending}
        progress={progress}
        onSelectAll={(all) => setSelected(all ? new Set(rows.map(({ id }) => id)) : new Set())}
        onChange={changeTargets}
        onAssign={assign.open}
        onTag={tags.open}
      />
      <NewTicketsButton count={queue.arrived} onShow={showNewest} />
      <QueueList
        rows={rows}
        view={query.view}
        names={names}
        actions={actions}
        label={t('queue.list.label', { view: t(`view.${query.view}`) })}
        selected={selected}
        maySelect={mayChange}
        currentId={currentId}
        reveal={reveal}
        initialOffset={place?.offset ?? 0}
        scrollRef={scrollRef}
        isComplete={isComplete}
        isReading={list.isFetching}
        isPaused={queue.isPaused}
        error={list.error}
        readOn={(asked) => (list.isLoadingError ? void list.refetch() : queue.readOn(asked))}
        onScrolled={(offset) => {
          latest.current = { ...latest.current, offset };
          queue.scrolled();
        }}
        onFirstVisible={queue.setFirstVisible}
        onMove={move}
        empty={
          <EmptyQueue
            view={query.view}
            isFiltered={isFiltered}
            hasTickets={counts === undefined || counts.all.count > 0}
            hasProjects={names.projects === undefined || names.projects.length > 0}
            onClear={onClearFilters}
          />
        }
      />
      {assignOpen && (
        <AssignDialog
          onClose={assign.close}
          count={targets.length}
          onChange={changeTargets}
          names={names}
          memberId={member.id}
        />
      )}
      {tagsOpen && (
        <TagsDialog
          onClose={tags.close}
          count={targets.length}
          onChange={changeTargets}
          known={known}
          present={present}
        />
      )}
    </div>
  );
}
