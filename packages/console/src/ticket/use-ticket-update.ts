import { useQueryClient } from '@tanstack/react-query';
import { useSending } from '../outbox/sending.tsx';
import type { TicketChange } from '../queue/queue-rows.ts';
import { ticketQuery } from './queries.ts';

/**
 * Changes a ticket. The page shows it immediately. It goes through the outbox, so that it waits for
 * the network, and is sent after what was done in the ticket before.
 */
export function useTicketUpdate(ticketId: string): (change: TicketChange) => void {
  const queryClient = useQueryClient();
  const { changeTickets } = useSending();
  return (change) => {
    const subject = queryClient.getQueryData(ticketQuery(ticketId).queryKey)?.subject ?? '';
    void changeTickets({ ticketIds: [ticketId], subject, change });
  };
}
