import { useDocumentVisibility } from '@mantine/hooks';
import type { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { markRowsSeen } from '../data/queue/seen-rows.ts';

/** A ticket left sooner counts as not seen. */
const LOOK_MS = 300;

/** Reports the last seen message while the tab is visible, for the queue. */
export function useMarkSeen(ticketId: string, ticket: TeamTicketResponse | undefined): void {
  const queryClient = useQueryClient();
  const isVisible = useDocumentVisibility() !== 'hidden';
  const messageId = ticket?.messages.at(-1)?.id;
  useEffect(() => {
    if (!isVisible || messageId === undefined) return;
    const timer = setTimeout(() => {
      markRowsSeen(queryClient, ticketId);
      // Otherwise the ticket only shows as new again.
      void api.put('/tickets/{ticketId}/seen', { path: { ticketId }, body: { messageId } }).catch(() => undefined);
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [queryClient, ticketId, messageId, isVisible]);
}
