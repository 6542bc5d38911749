import type { UpdateTicketRequest } from '@player-support/contract/team/tickets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useSending } from '../outbox/sending.tsx';
import { queueKeys } from '../queue/queries.ts';
import type { TicketChange } from '../queue/queue-rows.ts';
import { ticketQuery } from './queries.ts';
import { applyChange, rollBack, type TriageChange } from './ticket-change.ts';

/**
 * Changes a ticket. The page shows it immediately. What players notice or may get a message about
 * waits in the outbox: a new status, and a known issue, which the team can answer. Other changes of
 * one ticket are sent one after the other.
 */
export function useTicketUpdate(
  ticketId: string,
): (change: UpdateTicketRequest & Pick<TicketChange, 'issueTitle'>) => void {
  const queryClient = useQueryClient();
  const { queryKey } = ticketQuery(ticketId);
  const { changeTickets } = useSending();
  const mutationKey = ['update', ticketId];
  /** Whether no later change is being sent, which the page already shows. */
  const isLast = () => queryClient.isMutating({ mutationKey }) <= 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: ticketId },
    mutationFn: (change: TriageChange) => api.patch('/tickets/{ticketId}', { path: { ticketId }, body: change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (ticket) => ticket && applyChange(ticket, change));
      return { before };
    },
    onError: (_error, change, context) => {
      const before = context?.before;
      queryClient.setQueryData(queryKey, (ticket) => ticket && before && rollBack(ticket, change, before));
      // `before` can have another refused change, and the server may have made a change without an
      // answer.
      if (isLast()) void queryClient.invalidateQueries({ queryKey });
    },
    onSuccess: (ticket) => {
      if (isLast()) queryClient.setQueryData(queryKey, ticket);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queueKeys.all, refetchType: 'none' }),
  });
  return ({ status, snooze, knownIssueId, issueTitle, ...change }) => {
    const subject = queryClient.getQueryData(queryKey)?.subject ?? '';
    if (status !== undefined) void changeTickets({ ticketIds: [ticketId], subject, change: { status } });
    // It waits too: it changes how the team sees the ticket, and can be undone.
    if (snooze !== undefined) void changeTickets({ ticketIds: [ticketId], subject, change: { snooze } });
    if (knownIssueId !== undefined) {
      const link = { knownIssueId, ...(issueTitle === undefined ? {} : { issueTitle }) };
      void changeTickets({ ticketIds: [ticketId], subject, change: link });
    }
    if (Object.keys(change).length > 0) mutate(change);
  };
}
