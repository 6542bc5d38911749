import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ticketQuery } from '../ticket/queries.ts';

/** A ticket is prefetched after the pointer or the focus stays on it for this time. */
const PREFETCH_DELAY_MS = 60;

/** Returns a function that soon loads the ticket, and forgets the one before. */
export function usePrefetchTicket(): (ticketId: string | undefined) => void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (ticketId) => {
    clearTimeout(timer.current);
    if (ticketId === undefined) return;
    timer.current = setTimeout(() => void queryClient.prefetchQuery(ticketQuery(ticketId)), PREFETCH_DELAY_MS);
  };
}
