import { ReplyResponse, WriteMessageRequest } from '@player-support/contract/team';
import { newId } from '../domain/ids.ts';
import { isTerminal } from '../domain/ticket-life.ts';
import { iso } from '../domain/time.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { lockTicket } from './find.ts';

export const replyToTicket = operation({
  id: 'ReplyToTicket',
  summary: "Answer the player; the ticket becomes pending and the answer is in the player's inbox",
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/replies',
  auth: 'team',
  body: WriteMessageRequest,
  success: { status: 201, schema: ReplyResponse },
  failures: problems(400, 401, 404, 429),

  async handle({ body, params, now }, { store }) {
    const messageId = newId('message', now);
    const ticketId = await store.transaction(async (tx) => {
      const ticket = await lockTicket(tx, params.ticketId);
      const { player_id: playerId, ticket_id: ticketId, subject } = ticket;
      await tx.players.answered(playerId, isTerminal(ticket.status) ? 1 : 0, now);
      await tx.tickets.addAdminReply({ playerId, ticketId, messageId, message: body.message, now });
      await tx.inbox.add({
        playerId,
        messageId: newId('inboxMessage', now),
        type: 'ticket_reply',
        ticketId,
        title: subject,
        body: body.message,
        now,
      });
      return ticketId;
    });
    return {
      status: 201,
      body: { messageId, status: 'pending', createdAt: iso(now) },
      headers: { location: `/api/v1/team/tickets/${ticketId}` },
    };
  },
});
