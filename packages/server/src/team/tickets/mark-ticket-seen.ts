import { MarkTicketSeenRequest } from '@player-support/contract/team/queue';
import { isId } from '../../domain/ids.ts';
import { invalid } from '../../errors.ts';
import { findVisibleTicket } from '../../operations/find-ticket.ts';
import { operation } from '../../operations/operation.ts';

// Not in the audit log: it changes nothing for others.
export const markTicketSeen = operation({
  id: 'MarkTicketSeen',
  tag: 'Tickets',
  summary: 'Mark a ticket as seen',
  description:
    'Up to a message. ListTickets then says what is new in the ticket since that message, for you alone. An earlier message than before changes nothing.',
  method: 'PUT',
  url: '/api/v1/team/tickets/:ticketId/seen',
  auth: 'member',
  role: 'viewer',
  body: MarkTicketSeenRequest,
  needs: ['limits'],
  success: { status: 204 },

  async handle({ caller, params, body, now }, { store, limits, live }) {
    if (!isId('message', body.messageId)) throw invalid('messageId', 'unknown-message');
    limits.consumeByCaller('seen', caller);
    const ticket = await findVisibleTicket(store, caller, params.ticketId);
    const { player_id: playerId, ticket_id: ticketId, project_id: projectId } = ticket;
    const { id: memberId } = caller;
    const isStored = await store.seenTickets.mark({ playerId, ticketId, memberId, messageId: body.messageId, now });
    if (isStored) live.ticketSeen({ projectId, ticketId, memberId });
    return { status: 204 };
  },
});
