import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ticketQuery } from '../../data/queries/ticket.ts';

/** The pointer or focus stays this long on a ticket before it is prefetched. */
const PREFETCH_DELAY_MS = 60;

/** Loads tickets that will probably be opened. `soon`: unless another one follows. */
export function usePrefetchTicket() {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const now = (ticketId: string) => void queryClient.prefetchQuery(ticketQuery(ticketId));
  const soon = (ticketId: string | undefined) => {
    clearTimeout(timer.current);
    if (ticketId !== undefined) timer.current = setTimeout(() => now(ticketId), PREFETCH_DELAY_MS);
  };
  return { now, soon };
}
