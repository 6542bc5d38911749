import { TeamTicketResponse, UpdateTicketRequest } from '@player-support/contract/team';
import { newId } from '../domain/ids.ts';
import { statusNotice } from '../domain/ticket-life.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { audited } from './audited.ts';
import { lockTicket } from './find.ts';
import { wholeTicket } from './present-whole-ticket.ts';

export const updateTicket = operation({
  id: 'UpdateTicket',
  summary: "Set a ticket's status; the player is told of resolved and closed in the inbox",
  method: 'PATCH',
  url: '/api/v1/team/tickets/:ticketId',
  auth: 'team',
  role: 'agent',
  body: UpdateTicketRequest,
  success: { status: 200, schema: TeamTicketResponse },
  failures: problems(400, 401, 403, 404, 429),

  async handle(call, { store }) {
    const { body, caller, params, now } = call;
    const changed = await audited(call, store, async (tx) => {
      const ticket = await lockTicket(tx, caller, params.ticketId);
      const { player_id: playerId, ticket_id: ticketId, subject } = ticket;
      if (body.status !== undefined && ticket.status !== body.status) {
        const openTickets = await tx.tickets.setStatus(ticket, body.status, now);
        const notice = statusNotice(body.status);
        await tx.players.notified(playerId, openTickets, notice === undefined ? null : now);
        if (notice !== undefined) {
          const messageId = newId('inboxMessage', now);
          await tx.inbox.add({
            playerId,
            messageId,
            type: 'ticket_status',
            ticketId,
            title: subject,
            body: notice,
            now,
          });
        }
      }
      return [
        await wholeTicket(tx, caller, ticketId),
        { target: ticketId, projectId: ticket.project_id, details: body },
      ];
    });
    return { status: 200, body: changed };
  },
});
