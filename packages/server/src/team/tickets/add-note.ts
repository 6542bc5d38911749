import { NoteResponse, WriteMessageRequest } from '@player-support/contract/team/tickets';
import { newId } from '../../domain/ids.ts';
import { iso } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import { writeInTicket } from './write-in-ticket.ts';

export const addNote = operation({
  id: 'AddNote',
  summary: 'Add a note to a ticket',
  description: 'Only the team sees it. Every member may write one. An API key needs the role `agent`.',
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/notes',
  auth: 'team',
  role: 'viewer',
  // A program with a key that only reads must not begin to write.
  keyRole: 'agent',
  body: WriteMessageRequest,
  idempotent: true,
  success: { status: 201, schema: NoteResponse },

  handle(call, service) {
    const { body, caller, now } = call;
    const messageId = newId('message', now);
    return writeInTicket(call, service, 'notes', { messageId, createdAt: iso(now) }, async (tx, ticket) => {
      const { player_id: playerId, ticket_id: ticketId } = ticket;
      await tx.tickets.addNote({ playerId, ticketId, messageId, message: body.message, now }, caller);
    });
  },
});
