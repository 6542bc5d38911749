import { useLocalStorage } from '@mantine/hooks';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useText } from '../i18n/text.ts';
import { adjacentTickets, useQueueSnapshot } from '../queue/queue-snapshot.ts';
import { notifySuccess } from '../ui/notify.ts';

/** Whether "Send and resolve" opens the next ticket. A setting of this browser. */
export function useOpenNextAfterSending() {
  return useLocalStorage({ key: 'after-sending', defaultValue: true, getInitialValueInEffect: false });
}

/**
 * Navigation from a ticket to others of its queue, and back to the queue or search. Undefined: there
 * is no such ticket.
 */
export function useTicketNavigation(ticketId: string) {
  const { t } = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const queue = useQueueSnapshot();
  const isFromSearch = useLocation({ select: ({ state }) => state.fromSearch === true });
  const { previous, next, position, count } = adjacentTickets(queue, ticketId);
  const open = (id: string | undefined) =>
    id === undefined ? undefined : () => void navigate({ to: '/tickets/$ticketId', params: { ticketId: id } });
  // A plain string, because the search is already encoded.
  const toQueue = () => void navigate({ href: `/queue${queue.search}` });
  // Not a new entry: Escape in the search leads to what was before it.
  const back = isFromSearch ? () => router.history.back() : toQueue;
  /** Opens the next ticket, or the queue after the last one. */
  const nextOrBack = () => {
    const openNext = open(next);
    if (openNext !== undefined) return openNext();
    // Opened by a link: there is no queue to go back to.
    if (position === undefined) return;
    notifySuccess(t('ticket.last'));
    toQueue();
  };
  const backLabel = t(isFromSearch ? 'ticket.back.search' : 'ticket.back');
  return { back, backLabel, previous: open(previous), next: open(next), nextOrBack, position, count, nextId: next };
}
export type TicketNavigation = ReturnType<typeof useTicketNavigation>;
