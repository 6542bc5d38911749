import { TeamTicketResponse, UpdateTicketRequest } from '@player-support/contract/team';
import { newId } from '../domain/ids.ts';
import { statusNotice } from '../domain/ticket-life.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { lockTicket } from './find.ts';
import { wholeTicket } from './present-whole-ticket.ts';

export const updateTicket = operation({
  id: 'UpdateTicket',
  summary: "Set a ticket's status; the player is told of resolved and closed in the inbox",
  method: 'PATCH',
  url: '/api/v1/team/tickets/:ticketId',
  auth: 'team',
  body: UpdateTicketRequest,
  success: { status: 200, schema: TeamTicketResponse },
  failures: problems(400, 401, 404, 429),

  async handle({ body, params, now }, { store }) {
    const changed = await store.transaction(async (tx) => {
      const ticket = await lockTicket(tx, params.ticketId);
      const { player_id: playerId, ticket_id: ticketId, subject } = ticket;
      if (ticket.status !== body.status) {
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
      return wholeTicket(tx, ticketId);
    });
    return { status: 200, body: changed };
  },
});
