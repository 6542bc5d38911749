import { MarkTicketSeenRequest } from '@player-support/contract/team/queue';
import { canAccessProject } from '../../domain/access.ts';
import { isId } from '../../domain/ids.ts';
import { AppError, invalid } from '../../errors.ts';
import { findTicket } from '../../operations/find-ticket.ts';
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
    if (!isId('message', body.messageId)) {
      throw invalid('messageId', 'unknown-message');
    }
    limits.consume('seen', caller.id, now);
    const ticket = await findTicket(store, params.ticketId);
    if (ticket === undefined || !canAccessProject(caller, ticket.project_id)) throw new AppError('not-found');
    const { player_id: playerId, ticket_id: ticketId, project_id: projectId } = ticket;
    const isNews = await store.seenTickets.mark({
      ...{ playerId, ticketId, now },
      memberId: caller.id,
      messageId: body.messageId,
    });
    if (isNews) live.ticketSeen({ projectId, ticketId, memberId: caller.id });
    return { status: 204 };
  },
});
