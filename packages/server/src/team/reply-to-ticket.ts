import { ReplyResponse, WriteMessageRequest } from '@player-support/contract/team';
import { newId } from '../domain/ids.ts';
import { isTerminal } from '../domain/ticket-life.ts';
import { iso } from '../domain/time.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { audited } from './audited.ts';
import { lockTicket } from './find.ts';

export const replyToTicket = operation({
  id: 'ReplyToTicket',
  summary: "Answer the player; the ticket becomes pending and the answer is in the player's inbox",
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/replies',
  auth: 'team',
  role: 'agent',
  body: WriteMessageRequest,
  success: { status: 201, schema: ReplyResponse },
  failures: problems(400, 401, 403, 404, 429),

  async handle(call, { store }) {
    const { body, caller, params, now } = call;
    const messageId = newId('message', now);
    const ticketId = await audited(call, store, async (tx) => {
      const ticket = await lockTicket(tx, caller, params.ticketId);
      const { player_id: playerId, ticket_id: ticketId, subject } = ticket;
      await tx.players.answered(playerId, isTerminal(ticket.status) ? 1 : 0, now);
      await tx.tickets.addAdminReply({ playerId, ticketId, messageId, message: body.message, now }, caller);
      await tx.inbox.add({
        playerId,
        messageId: newId('inboxMessage', now),
        type: 'ticket_reply',
        ticketId,
        title: subject,
        body: body.message,
        now,
      });
      return [ticketId, { target: ticketId, projectId: ticket.project_id, details: { messageId } }];
    });
    return {
      status: 201,
      body: { messageId, status: 'pending', createdAt: iso(now) },
      headers: { location: `/api/v1/team/tickets/${ticketId}` },
    };
  },
});
