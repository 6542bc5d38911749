import { ReplyResponse, WriteReplyRequest } from '@player-support/contract/team/tickets';
import { newId } from '../../domain/ids.ts';
import { normalizeTags } from '../../domain/tags.ts';
import { iso } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketToChange } from '../../store/tickets.ts';
import { changeTicket } from './change-ticket.ts';
import { tagsOf } from './present-ticket.ts';
import { writeInTicket } from './write-in-ticket.ts';
import { writeReply } from './write-reply.ts';

export const replyToTicket = operation({
  id: 'ReplyToTicket',
  tag: 'Tickets',
  summary: 'Reply to a ticket',
  description:
    "The ticket becomes pending, or gets the given `status`. The reply appears in the player's inbox. If another value cannot be set, nothing is written.",
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/replies',
  auth: 'team',
  role: 'agent',
  body: WriteReplyRequest,
  idempotent: true,
  audited: true,
  success: { status: 201, schema: ReplyResponse },

  handle(call, context) {
    const { body, caller, now } = call;
    const { message, status = 'pending', assigneeId, priority, macroIds = [], afterMessageId } = body;
    const addTags = body.addTags && normalizeTags(body.addTags);
    const messageId = newId('message', now);
    const response = { messageId, status, createdAt: iso(now) };
    const write = async (tx: Transaction, ticket: TicketToChange) => {
      if (afterMessageId !== undefined && (await tx.tickets.newestPublic(ticket)) !== afterMessageId) {
        throw new AppError('ticket-changed');
      }
      await writeReply(tx, { ticket, author: caller, messageId, message, status, now });
      const tags = addTags && normalizeTags([...tagsOf(ticket.tags), ...addTags]);
      await changeTicket(tx, call, ticket, { assigneeId, priority, tags }, 'addTags');
      await tx.macros.countUse(macroIds, ticket.project_id, now);
    };
    return writeInTicket(call, context, 'replies', response, write, { assigneeId, priority, addTags });
  },
});
