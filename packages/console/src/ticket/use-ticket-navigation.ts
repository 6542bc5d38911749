import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { adjacentTickets } from '../data/queue/adjacent-tickets.ts';
import { loadMoreOfQueue } from '../data/queue/load-more-of-queue.ts';
import { queueSnapshot, useQueueSnapshot } from '../data/queue/queue-snapshot.ts';
import { savedQueueUiState, saveQueueUiState } from '../data/queue/queue-ui-state.ts';
import { countText } from '../data/queue/ticket-counts.ts';
import { useText } from '../i18n/text.ts';
import { notifyError, notifySuccess } from '../ui/notify.ts';
import type { AfterSending } from './after-sending.ts';

/** Finds other tickets of the queue, and the way back. Undefined: no such ticket. */
export function useTicketNavigation(ticketId: string) {
  const { t, language } = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const queue = useQueueSnapshot();
  const fromSearch = useLocation({ select: ({ state }) => Number(state.fromSearch ?? 0) });
  const { isListed, previous, next, position, canLoad } = adjacentTickets(queue, ticketId);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  // Back leads to the row of the last open ticket.
  useEffect(() => {
    const saved = isListed ? savedQueueUiState(queue.search) : undefined;
    if (saved !== undefined) saveQueueUiState({ ...saved, currentId: ticketId });
  }, [isListed, queue.search, ticketId]);
  // Loaded early. Next and previous load again, and say why it failed.
  const needsMore = canLoad !== undefined && { previous, next }[canLoad] === undefined;
  useEffect(() => {
    if (needsMore) loadMoreOfQueue(queryClient, ticketId).catch(() => undefined);
  }, [needsMore, queryClient, ticketId]);

  const open = (id: string) => {
    const state = fromSearch === 0 ? {} : { fromSearch: fromSearch + 1 };
    void navigate({ to: '/tickets/$ticketId', params: { ticketId: id }, state });
  };
  // A plain string, because the search is encoded.
  const isFound = isListed && queue.isFound === true;
  const list = isFound ? `/search${queue.search}` : `/queue${queue.isFound ? '' : queue.search}`;
  // No new entry: Escape in the search leads to the page before it.
  const back = fromSearch > 0 ? () => router.history.go(-fromSearch) : () => void navigate({ href: list });
  /** Loads the ticket if necessary. Returns whether it exists. */
  const goOn = async (side: 'previous' | 'next'): Promise<boolean> => {
    if (adjacentTickets(queueSnapshot(), ticketId)[side] === undefined) await loadMoreOfQueue(queryClient, ticketId);
    const id = adjacentTickets(queueSnapshot(), ticketId)[side];
    // The member may have left the page.
    if (id !== undefined && isShown.current) open(id);
    return id !== undefined;
  };
  const toward = (side: 'previous' | 'next') => {
    const id = { previous, next }[side];
    if (id !== undefined) return () => open(id);
    return canLoad === side ? () => void goOn(side).catch(notifyError) : undefined;
  };
  /** Opens the next ticket, or the queue after the last. */
  const nextOrBack = async () => {
    if (next !== undefined) return open(next);
    // Opened by a link: no queue to go back to.
    if (!isListed) return;
    try {
      if ((!queue.isFromEnd && (await goOn('next'))) || !isShown.current) return;
    } catch (error) {
      return notifyError(error);
    }
    // Only if the server had no more.
    const { isEnd, isFromEnd } = queueSnapshot();
    if (isEnd || isFromEnd) notifySuccess(t('ticket.last'));
    back();
  };
  return {
    back,
    backLabel: t(fromSearch > 0 || isFound ? 'ticket.back.search' : 'ticket.back'),
    open,
    isListed,
    previous: toward('previous'),
    next: toward('next'),
    nextOrBack: () => void nextOrBack(),
    goAfterSending: (where: AfterSending) => {
      if (where === 'next') void nextOrBack();
      if (where === 'back') back();
    },
    position,
    total: countText(queue.count, language),
    nextId: next,
  };
}
export type TicketNavigation = ReturnType<typeof useTicketNavigation>;
