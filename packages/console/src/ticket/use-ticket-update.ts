import { useQueryClient } from '@tanstack/react-query';
import { useSending } from '../data/outbox/sending.tsx';
import { ticketQuery } from '../data/queries/ticket.ts';
import type { TicketChange } from '../data/queue/queue-rows.ts';

/** Shows a change at once. The outbox keeps the order of actions and waits for the network. */
export function useTicketUpdate(ticketId: string): (change: TicketChange) => void {
  const queryClient = useQueryClient();
  const { changeTickets } = useSending();
  return (change) => {
    const subject = queryClient.getQueryData(ticketQuery(ticketId).queryKey)?.subject ?? '';
    void changeTickets({ ticketIds: [ticketId], subject, change });
  };
}
