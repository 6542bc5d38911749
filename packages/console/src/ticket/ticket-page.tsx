import { Skeleton, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Page, usePageTitle } from '../app/page.tsx';
import { PageSkeleton } from '../app/page-skeleton.tsx';
import { RouteError } from '../app/route-error.tsx';
import { useMay } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import type { MessageKind } from '../outbox/drafts.ts';
import { PlayerPanel } from '../player/player-panel.tsx';
import { queueKeys } from '../queue/queries.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Composer } from './composer.tsx';
import { Conversation, ConversationSkeleton } from './conversation.tsx';
import { ticketQuery } from './queries.ts';
import classes from './ticket.module.css';
import { type OpenProperty, TicketHeader } from './ticket-header.tsx';
import { useOwnPresence } from './use-report-presence.ts';
import { useGoesOn, useWays } from './use-ticket-navigation.ts';
import { useTicketShortcuts } from './use-ticket-shortcuts.ts';

const PlayerDrawer = lazyPart(async () => (await import('../player/player-drawer.tsx')).PlayerDrawer);

/** The next ticket is asked for once this one stands; in milliseconds. */
const PREFETCH_AFTER = 150;

/** One ticket: its conversation, who the player is, and the answer. */
export function TicketPage() {
  const { ticketId } = useParams({ from: '/shell/tickets/$ticketId' });
  // Each ticket begins anew: nothing that was open or scrolled in one is so in the next.
  return <Ticket key={ticketId} ticketId={ticketId} />;
}

/** What a queue that was looked at knows of the ticket already. */
function inQueues(queryClient: QueryClient, ticketId: string): QueueTicketResponse | undefined {
  type Page = { readonly tickets?: readonly QueueTicketResponse[] };
  for (const [, data] of queryClient.getQueriesData<Page & { pages?: readonly Page[] }>({ queryKey: queueKeys.all })) {
    const pages = data?.pages ?? (data === undefined ? [] : [data]);
    for (const { tickets = [] } of pages) {
      const found = tickets.find(({ id }) => id === ticketId);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function Ticket({ ticketId }: { readonly ticketId: string }) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const { data: ticket, error, refetch } = useQuery(ticketQuery(ticketId));
  const [known] = useState(() => inQueues(queryClient, ticketId));
  const head = ticket ?? known;
  const mayWrite = useMay('agent');
  const ways = useWays(ticketId);
  const [goesOn] = useGoesOn();
  const [open, setOpen] = useState<OpenProperty>();
  const [kind, setKind] = useState<MessageKind>('reply');
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [drawer, panel] = useDisclosure();
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const typing = useOwnPresence(ticketId);
  usePageTitle(head?.subject ?? t('ticket.title'));
  useTicketShortcuts({
    ticketId,
    ways,
    onOpen: setOpen,
    onWrite: (chosen) => {
      setKind(chosen);
      requestAnimationFrame(() => textarea.current?.focus());
    },
  });
  // A dialog that was opened from the panel closes alone by the key that closes both.
  const closePanel = () => document.querySelectorAll('[role="dialog"]').length < 2 && panel.close();
  // What is read first is drawn first.
  const isDrawn = useDeferredValue(true, false);
  const { nextId } = ways;
  const isLoaded = ticket !== undefined;
  useEffect(() => {
    if (!isLoaded || nextId === undefined) return;
    const timer = setTimeout(() => void queryClient.prefetchQuery(ticketQuery(nextId)), PREFETCH_AFTER);
    return () => clearTimeout(timer);
  }, [isLoaded, nextId, queryClient]);
  if (head === undefined) {
    if (error === null) return <PageSkeleton />;
    return (
      <Page title={t('ticket.title')}>
        <RouteError error={error} reset={() => void refetch()} titleOrder={2} />
      </Page>
    );
  }
  const player =
    ticket === undefined || !isDrawn ? (
      <Skeleton height={240} />
    ) : (
      <PlayerPanel player={ticket.player} ticketId={ticketId} then={ticket.context} />
    );
  return (
    <div className={classes.page}>
      <TicketHeader ticket={head} ways={ways} open={open} onOpen={setOpen} onPanel={panel.open} />
      <div className={classes.main}>
        {ticket !== undefined && <Conversation ticket={ticket} />}
        {ticket === undefined && error === null && <ConversationSkeleton />}
        {ticket === undefined && error !== null && (
          <RouteError error={error} reset={() => void refetch()} titleOrder={2} />
        )}
        {ticket !== undefined && mayWrite && (
          <Composer
            ticket={ticket}
            kind={kind}
            onKind={setKind}
            textarea={textarea}
            onTyping={typing}
            onDone={() => goesOn && ways.onward()}
          />
        )}
        {!mayWrite && (
          <Text className={classes.composer} size="sm" c="dimmed">
            {t('composer.viewer')}
          </Text>
        )}
      </div>
      {isWide ? (
        <aside className={classes.panel} aria-label={t('player.panel')}>
          {player}
        </aside>
      ) : (
        drawer && <PlayerDrawer onClose={closePanel}>{player}</PlayerDrawer>
      )}
    </div>
  );
}
