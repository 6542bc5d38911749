import { useQueryClient } from '@tanstack/react-query';
import { useSending } from '../data/outbox/sending.tsx';
import { ticketQuery } from '../data/queries/ticket.ts';
import type { TicketChange } from '../data/queue/queue-rows.ts';

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
