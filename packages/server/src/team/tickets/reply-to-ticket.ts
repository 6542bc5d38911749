import { ReplyResponse, WriteReplyRequest } from '@player-support/contract/team/tickets';
import { newId } from '../../domain/ids.ts';
import { iso } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { writeInTicket } from './write-in-ticket.ts';
import { writeReply } from './write-reply.ts';

export const replyToTicket = operation({
  id: 'ReplyToTicket',
  summary: 'Reply to a ticket',
  description: "The ticket becomes pending, or gets the given `status`. The reply appears in the player's inbox.",
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/replies',
  auth: 'team',
  role: 'agent',
  body: WriteReplyRequest,
  idempotent: true,
  success: { status: 201, schema: ReplyResponse },

  handle(call, service) {
    const { body, caller, now } = call;
    const { status = 'pending', afterMessageId } = body;
    const messageId = newId('message', now);
    return writeInTicket(call, service, 'replies', { messageId, status, createdAt: iso(now) }, async (tx, ticket) => {
      if (afterMessageId !== undefined && (await tx.tickets.newestPublic(ticket)) !== afterMessageId) {
        throw new AppError('ticket-changed');
      }
      await writeReply(tx, { ticket, author: caller, messageId, message: body.message, status, now });
    });
  },
});
