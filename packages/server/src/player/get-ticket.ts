import { TicketDetailsResponse } from '@player-support/contract/player';
import { iso } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { operation } from '../operations/operation.ts';
import { problems } from '../operations/problem-schemas.ts';

export const getTicket = operation({
  id: 'GetTicket',
  summary: 'Get the conversation of a ticket',
  description: "Marks the team's replies as read.",
  method: 'GET',
  url: '/api/v1/tickets/:ticketId',
  auth: 'player',
  limits: ['read'],
  sheds: 'read',
  success: { status: 200, schema: TicketDetailsResponse },
  failures: problems(401, 404, 429),

  async handle({ caller, params, head, now }, { store, live }) {
    const { ticketId } = params;
    const playerId = caller.session.player_id;
    let found = await store.tickets.conversation(playerId, ticketId, 'public');
    if (found !== undefined && found.ticket.unread_count > 0 && !head) {
      found = await store.transaction(async (tx) => {
        await tx.tickets.markRead(playerId, ticketId, now);
        return tx.tickets.conversation(playerId, ticketId, 'public');
      });
      // The console shows when the player has read a reply.
      live.ticketChanged(caller.project.project_id, ticketId);
    }
    if (found === undefined) throw new AppError('not-found');
    const { ticket, messages } = found;
    return {
      status: 200,
      body: {
        id: ticketId,
        type: ticket.type,
        status: ticket.status,
        subject: ticket.subject,
        messages: messages.map((row) => ({
          id: row.message_id,
          authorType: row.author_type,
          message: row.message,
          createdAt: iso(row.created_at),
        })),
      },
    };
  },
});
