import { Skeleton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { TicketStatus } from '@player-support/contract/enums';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { MessageKind } from '../data/outbox/drafts.ts';
import { usePendingMerge, useWithPendingChanges } from '../data/outbox/pending-changes.ts';
import { useSending } from '../data/outbox/sending.tsx';
import { isResolvedOrClosed, type UnsentReply } from '../data/outbox/unsent-reply.ts';
import { useReadUnsentReply } from '../data/outbox/use-unsent-reply.ts';
import { queueKeys } from '../data/queries/queue.ts';
import { ticketQuery } from '../data/queries/ticket.ts';
import { loadedRows } from '../data/queue/loaded-rows.ts';
import { isSnoozed } from '../data/queue/queue-rows.ts';
import { useHasRole } from '../data/session/session.ts';
import { useMarkMentionsRead } from '../data/use-mark-mentions-read.ts';
import { useText } from '../i18n/text.ts';
import { PlayerPanel } from '../parts/player/player-panel.tsx';
import { dropHeldKeys, holdKeys } from '../ui/held-keys.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { Page, usePageTitle } from '../ui/page.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { RouteError } from '../ui/route-error.tsx';
import { useAfterSending } from './after-sending.ts';
import { Composer } from './composer.tsx';
import { Conversation, ConversationSkeleton } from './conversation.tsx';
import { HeldBanner } from './held-banner.tsx';
import { MergedBanner } from './merged-banner.tsx';
import { firstKind, hasDraft, moveDraft } from './move-draft.ts';
import classes from './ticket.module.css';
import { type OpenProperty, TicketHeader } from './ticket-header.tsx';
import { Unsent } from './unsent.tsx';
import { useMarkSeen } from './use-mark-seen.ts';
import { useReportPresence } from './use-report-presence.ts';
import { useTicketNavigation } from './use-ticket-navigation.ts';
import { useTicketShortcuts } from './use-ticket-shortcuts.ts';
import { useTicketUpdate } from './use-ticket-update.ts';

const LinkDialog = lazyComponent(async () => (await import('../parts/known-issues/link-dialog.tsx')).LinkDialog);
const MergeDialog = lazyComponent(async () => (await import('./merge-dialog.tsx')).MergeDialog);
const SnoozeDialog = lazyComponent(async () => (await import('../parts/snooze/snooze-dialog.tsx')).SnoozeDialog);
const UnsentQuestion = lazyComponent(async () => (await import('./unsent-question.tsx')).UnsentQuestion);
const PlayerDrawer = lazyComponent(async () => (await import('../parts/player/player-drawer.tsx')).PlayerDrawer);

/** How long after this ticket the next one loads. */
const PREFETCH_DELAY_MS = 150;

/** Only one dialog is open. */
type TicketDialog =
  | { readonly kind: 'merge' | 'link' | 'snooze' }
  | { readonly kind: 'unsent'; readonly status: 'resolved' | 'closed'; readonly unsent: UnsentReply };

export function TicketPage() {
  const { ticketId } = useParams({ from: '/shell/tickets/$ticketId' });
  // Resets what was open or scrolled in the previous ticket.
  return <Ticket key={ticketId} ticketId={ticketId} />;
}

function findInQueues(queryClient: QueryClient, ticketId: string): QueueTicketResponse | undefined {
  for (const row of loadedRows(queryClient, queueKeys.lists)) if (row.id === ticketId) return row;
  return undefined;
}

function Ticket({ ticketId }: { readonly ticketId: string }) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(ticketQuery(ticketId));
  const ticket = useWithPendingChanges(data);
  const [queueTicket] = useState(() => findInQueues(queryClient, ticketId));
  const row = useWithPendingChanges(queueTicket);
  const head = ticket ?? row;
  const canReply = useHasRole('agent');
  const isMerging = usePendingMerge(ticketId)?.kind === 'merge';
  const isMerged = isMerging || (head?.mergedInto ?? null) !== null;
  const isHeld = head?.held ?? false;
  const isFixed = isMerged || isHeld;
  const [dialog, setDialog] = useState<TicketDialog>();
  const ask = (next: TicketDialog) => {
    holdKeys();
    setDialog(next);
  };
  const close = () => setDialog(undefined);
  const canSnooze = head?.status === 'open' || head?.status === 'pending';
  const onSnooze = canSnooze ? () => ask({ kind: 'snooze' }) : undefined;
  const update = useTicketUpdate(ticketId);
  const readUnsent = useReadUnsentReply();
  const changeStatus = (status: TicketStatus) => {
    const unsent = isResolvedOrClosed(status) ? readUnsent(ticketId) : undefined;
    if (isResolvedOrClosed(status) && unsent !== undefined) ask({ kind: 'unsent', status, unsent });
    else update({ status });
  };
  const navigation = useTicketNavigation(ticketId);
  const [afterSending] = useAfterSending();
  const { drafts } = useSending();
  const [open, setOpen] = useState<OpenProperty>();
  const [kind, setKind] = useState(() => (canReply ? firstKind(drafts, ticketId) : 'note'));
  const [isWriting, setWriting] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [drawer, panel] = useDisclosure(false, { onOpen: holdKeys });
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const typing = useReportPresence(ticketId);
  useMarkMentionsRead(ticket);
  useMarkSeen(ticketId, data);
  usePageTitle(head?.subject ?? t('ticket.title'));
  const changeKind = (next: MessageKind) => {
    moveDraft(drafts, ticketId, kind, next);
    setKind(next);
  };
  const write = (next: MessageKind) => {
    holdKeys();
    changeKind(next);
    setWriting(true);
  };
  useTicketShortcuts({
    ticketId,
    // Without a ticket there is nothing to change.
    isFixed: isFixed || head === undefined,
    knownIssueId: head?.knownIssue?.id,
    navigation,
    onMerge: () => ask({ kind: 'merge' }),
    onLink: () => ask({ kind: 'link' }),
    onSnooze,
    onStatus: changeStatus,
    onOpen: (property) => {
      if (property !== open) holdKeys();
      setOpen(property);
    },
    onWrite: write,
  });
  const { nextId } = navigation;
  const isLoaded = ticket !== undefined;
  // The conversation is painted first, the rest in the next render.
  const rendersRest = useDeferredValue(isLoaded, false);
  const isFailed = !isLoaded && error !== null;
  // A merged or held ticket has no text field.
  const isFieldDecided = isLoaded && (rendersRest || isFixed);
  useEffect(() => {
    if (!isWriting || !(isFieldDecided || isFailed)) return;
    setWriting(false);
    if (isFailed) dropHeldKeys();
    // In the next frame: a closing search returns the focus first. A merged ticket has no text
    // field.
    else requestAnimationFrame(() => (textarea.current === null ? dropHeldKeys() : textarea.current.focus()));
  }, [isWriting, isFieldDecided, isFailed]);
  const needsTicket = dialog?.kind === 'merge' || dialog?.kind === 'link';
  useEffect(() => {
    if (!isFailed || !needsTicket) return;
    setDialog(undefined);
    dropHeldKeys();
  }, [isFailed, needsTicket]);
  useEffect(() => {
    if (!isLoaded || nextId === undefined) return;
    const timer = setTimeout(() => void queryClient.prefetchQuery(ticketQuery(nextId)), PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, nextId, queryClient]);
  if (head === undefined) {
    if (error === null) return <PageSkeleton />;
    return (
      <Page title={t('ticket.title')}>
        <RouteError error={error} reset={() => void refetch()} titleOrder={2} />
        <Unsent ticketId={ticketId} />
      </Page>
    );
  }
  const player =
    ticket === undefined || !rendersRest ? (
      <Skeleton height={240} />
    ) : (
      <PlayerPanel player={ticket.player} ticketId={ticketId} ticketContext={ticket.context} answers={ticket.answers} />
    );
  return (
    <div className={classes.page}>
      <TicketHeader
        ticket={head}
        isFixed={isFixed}
        navigation={navigation}
        open={open}
        onStatus={changeStatus}
        onOpen={setOpen}
        onMerge={() => ask({ kind: 'merge' })}
        onLink={() => ask({ kind: 'link' })}
        onSnooze={onSnooze}
        onPanel={panel.open}
      />
      {dialog?.kind === 'merge' && ticket !== undefined && (
        <MergeDialog
          ticket={ticket}
          onClose={close}
          // An unsent text stays in sight.
          onMerged={(into) => !hasDraft(drafts, ticketId) && navigation.open(into)}
        />
      )}
      {dialog?.kind === 'link' && ticket !== undefined && (
        <LinkDialog
          count={1}
          projectIds={[ticket.projectId]}
          proposal={proposalOf(ticket)}
          isLinked={ticket.knownIssue !== null}
          onPick={update}
          onClose={close}
        />
      )}
      {dialog?.kind === 'snooze' && (
        <SnoozeDialog
          count={1}
          current={head.snooze}
          context={ticket?.player.context ?? null}
          canWake={isSnoozed(head)}
          onSnooze={(snooze) => update({ snooze })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'unsent' && (
        <UnsentQuestion
          status={dialog.status}
          unsent={dialog.unsent}
          onConfirm={() => {
            update({ status: dialog.status });
            close();
          }}
          onClose={() => {
            close();
            write('reply');
          }}
        />
      )}
      <div className={classes.main}>
        {ticket !== undefined && <Conversation ticket={ticket} canLink={canReply && !isFixed} />}
        {ticket === undefined && error === null && <ConversationSkeleton />}
        {ticket === undefined && error !== null && (
          <div className={classes.scroller}>
            <RouteError error={error} reset={() => void refetch()} titleOrder={2} />
            <Unsent ticketId={ticketId} />
          </div>
        )}
        {ticket !== undefined && isMerged && <MergedBanner ticket={ticket} />}
        {ticket !== undefined && isHeld && <HeldBanner ticket={ticket} onDone={navigation.nextOrBack} />}
        {ticket !== undefined &&
          !isFixed &&
          (rendersRest ? (
            <Composer
              ticket={ticket}
              canReply={canReply}
              kind={kind}
              onKindChange={changeKind}
              textarea={textarea}
              onTyping={typing}
              onSent={(stays) => !stays && navigation.goAfterSending(afterSending)}
            />
          ) : (
            <div className={classes.composer} />
          ))}
      </div>
      {isWide ? (
        <aside className={classes.panel} aria-label={t('player.panel')}>
          {player}
        </aside>
      ) : (
        drawer && <PlayerDrawer onClose={panel.close}>{player}</PlayerDrawer>
      )}
    </div>
  );
}

function proposalOf({ id, subject, context }: TeamTicketResponse) {
  const known = (value: string | null) => (value === null || value === '' ? [] : [value]);
  return { key: id, title: subject, builds: known(context.appVersion), platforms: known(context.platform) };
}
