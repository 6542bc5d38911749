import { useDisclosure } from '@mantine/hooks';
import type { TicketView } from '@player-support/contract/enums';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useHasRole, useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { pendingChanges } from '../outbox/pending-changes.ts';
import { useOutboxEntries, useSending } from '../outbox/sending.tsx';
import { ticketQuery } from '../ticket/queries.ts';
import { holdKeys } from '../ui/held-keys.ts';
import { idle, lazyComponent } from '../ui/lazy-component.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { NewTicketsButton } from './new-tickets-button.tsx';
import { QueueList } from './queue-list.tsx';
import type { RowActions } from './queue-row.tsx';
import { idsBetween, isInView, type TicketChange, withPendingChanges } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';
import { saveQueueSnapshot } from './queue-snapshot.ts';
import { QueueToolbar } from './queue-toolbar.tsx';
import { savedQueueUiState, saveQueueUiState } from './queue-ui-state.ts';
import type { QueueNames } from './use-queue-names.ts';
import { useQueueRows } from './use-queue-rows.ts';
import { useQueueShortcuts } from './use-queue-shortcuts.ts';

// They are 50 KB of JavaScript (gzip) with their form fields.
const AssignDialog = lazyComponent(async () => (await import('./queue-dialogs.tsx')).AssignDialog);
const ChangeQuestion = lazyComponent(async () => (await import('./change-question.tsx')).ChangeQuestion);
const TagsDialog = lazyComponent(async () => (await import('./queue-dialogs.tsx')).TagsDialog);

/** A ticket is prefetched after the pointer or the focus stays on it for this time. */
const PREFETCH_DELAY_MS = 60;
/** The number of tickets before and after the opened one that its page can go on to. */
const SNAPSHOT_TICKETS = 900;
/** A change of more tickets asks first. */
const MAX_UNASKED = 5;

interface Props {
  readonly query: QueueQuery;
  readonly names: QueueNames;
  readonly counts: TicketCountsResponse | undefined;
  readonly isFiltered: boolean;
  readonly onClearFilters: () => void;
  readonly onFilter: () => void;
  readonly onView: (view: TicketView) => void;
}

/** The list of one queue, with its toolbar, selection and shortcuts. */
export function QueuePanel({ query, names, counts, isFiltered, onClearFilters, onFilter, onView }: Props) {
  const { t } = useText();
  const member = useMember();
  const canChange = useHasRole('agent');
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  // Read once: when this queue unmounts, the location is already another one.
  const [search] = useState(() => router.state.location.searchStr);
  const [savedState] = useState(() => savedQueueUiState(search));
  const queue = useQueueRows(query);
  const { list } = queue;
  const { changeTickets } = useSending();
  const entries = useOutboxEntries();
  const { view } = query;
  const rows = useMemo(
    () => withPendingChanges(queue.rows, pendingChanges(entries), (row) => isInView(row, view, member.id)),
    [queue.rows, entries, view, member.id],
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(savedState?.selected ?? new Set());
  const [anchor, setAnchor] = useState<string>();
  const [currentId, setCurrentId] = useState(savedState?.currentId);
  // Coming back from a ticket restores the focus.
  const [revealCount, setRevealCount] = useState(savedState?.currentId === undefined ? 0 : 1);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [assignOpen, assign] = useDisclosure(false, { onOpen: holdKeys });
  const [tagsOpen, tags] = useDisclosure(false, { onOpen: holdKeys });
  const [question, setQuestion] = useState<TicketChange>();

  const latest = useRef({ currentId, selected, scrollTop: savedState?.scrollTop ?? 0 });
  useEffect(() => {
    latest.current = { ...latest.current, currentId, selected };
  });
  useEffect(() => () => saveQueueUiState({ search, ...latest.current }), [search]);
  const isLoaded = list.data !== undefined;
  useEffect(() => {
    // After the rows are painted: on a slow network the code of a ticket would delay them.
    if (isLoaded) void idle().then(() => router.loadRouteChunk(router.routesByPath['/tickets/$ticketId']));
  }, [router, isLoaded]);

  const indexOf = (id: string | undefined) => (id === undefined ? -1 : rows.findIndex((row) => row.id === id));
  const targets = selected.size > 0 ? [...selected] : currentId === undefined ? [] : [currentId];

  const changeNow = async (change: TicketChange) => {
    const subject = rows[indexOf(targets[0])]?.subject ?? '';
    setSelected(new Set());
    const unchanged = await changeTickets({ ticketIds: targets, subject, change });
    if (targets.length > 1) setSelected((now) => new Set([...now, ...unchanged]));
  };
  const changeTargets = (change: TicketChange) => {
    if (!canChange || targets.length === 0) return;
    if (targets.length <= MAX_UNASKED) return void changeNow(change);
    holdKeys();
    setQuestion(change);
  };

  // When the current row is removed, the row in its place becomes the current one.
  const lastIndex = useRef(0);
  useEffect(() => {
    const index = currentId === undefined ? -1 : rows.findIndex((row) => row.id === currentId);
    if (index >= 0) lastIndex.current = index;
    else if (currentId !== undefined && rows.length > 0) {
      setCurrentId(rows[Math.min(lastIndex.current, rows.length - 1)]?.id);
      if (document.activeElement === document.body) setRevealCount((count) => count + 1);
    }
  }, [rows, currentId]);

  const move = (by: number) => {
    const index = indexOf(currentId);
    const next = rows[index < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, index + by))];
    if (next === undefined) return;
    setCurrentId(next.id);
    setRevealCount((count) => count + 1);
  };
  const saveSnapshot = (ticketId: string) => {
    const index = Math.max(0, indexOf(ticketId));
    const near = rows.slice(Math.max(0, index - SNAPSHOT_TICKETS), index + SNAPSHOT_TICKETS);
    saveQueueSnapshot({ search, ticketIds: near.map(({ id }) => id) });
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
    saveSnapshot(currentId);
    void navigate({ to: '/tickets/$ticketId', params: { ticketId: currentId } });
  };

  const prefetchTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(prefetchTimer.current), []);
  const prefetchNow = (ticketId: string) => void queryClient.prefetchQuery(ticketQuery(ticketId));
  const prefetch = (ticketId: string | undefined) => {
    clearTimeout(prefetchTimer.current);
    if (ticketId === undefined) return;
    prefetchTimer.current = setTimeout(() => prefetchNow(ticketId), PREFETCH_DELAY_MS);
  };
  const rowActions: RowActions = {
    toggle,
    onOpen: (ticketId, event) => {
      setCurrentId(ticketId);
      latest.current = { ...latest.current, currentId: ticketId };
      saveSnapshot(ticketId);
      // With a modifier the browser opens a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate({ to: '/tickets/$ticketId', params: { ticketId } });
    },
    onHover: prefetch,
    onPress: prefetchNow,
    onFocus: (ticketId) => {
      setCurrentId(ticketId);
      prefetch(ticketId);
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
      onOpen: (...args) => latestActions.current.onOpen(...args),
      onHover: (id) => latestActions.current.onHover(id),
      onPress: (id) => latestActions.current.onPress(id),
      onFocus: (id) => latestActions.current.onFocus(id),
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
    canChange,
  );

  const assignedTags = useMemo(
    () => [...new Set(rows.filter(({ id }) => selected.has(id)).flatMap((row) => row.tags))].sort(),
    [rows, selected],
  );
  const availableTags = useMemo(() => [...new Set(rows.slice(0, 1000).flatMap((row) => row.tags))].sort(), [rows]);
  const isComplete = !list.hasNextPage && !list.isPending && !list.isError;
  return (
    <div className="queue-panel">
      <QueueToolbar
        rowCount={rows.length}
        isComplete={isComplete}
        selectedCount={selected.size}
        member={member}
        canChange={canChange}
        onSelectAll={(all) => setSelected(all ? new Set(rows.map(({ id }) => id)) : new Set())}
        onChange={changeTargets}
        onAssign={assign.open}
        onTag={tags.open}
      />
      <NewTicketsButton count={queue.newTickets} onShow={showNewest} />
      <QueueList
        rows={rows}
        view={query.view}
        names={names}
        actions={actions}
        label={t('queue.list.label', { view: t(`view.${query.view}`) })}
        selected={selected}
        canSelect={canChange}
        currentId={currentId}
        revealCount={revealCount}
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
      {question !== undefined && (
        <ChangeQuestion
          change={question}
          tickets={rows.filter(({ id }) => selected.has(id))}
          onConfirm={() => void changeNow(question)}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {assignOpen && (
        <AssignDialog
          onClose={assign.close}
          count={targets.length}
          onChange={(change) => void changeNow(change)}
          names={names}
          memberId={member.id}
        />
      )}
      {tagsOpen && (
        <TagsDialog
          onClose={tags.close}
          count={targets.length}
          onChange={(change) => void changeNow(change)}
          available={availableTags}
          assigned={assignedTags}
        />
      )}
    </div>
  );
}
