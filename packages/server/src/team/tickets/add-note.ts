import { NoteResponse, WriteNoteRequest } from '@player-support/contract/team/tickets';
import { newId } from '../../domain/ids.ts';
import { iso } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import { addMentions, countMentions } from '../mentions/add-mentions.ts';
import { writeInTicket } from './write-in-ticket.ts';

export const addNote = operation({
  id: 'AddNote',
  tag: 'Tickets',
  summary: 'Add a note to a ticket',
  description:
    'Only the team sees it. Every member may write one. An API key needs the role `agent`. Members in `mentions` find the note in ListMentions. A caller mentions a limited number of members in an hour: then a note with `mentions` gets 429, and one without them is accepted.',
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/notes',
  auth: 'team',
  role: 'viewer',
  // A program with a read-only key must not begin to write.
  keyRole: 'agent',
  body: WriteNoteRequest,
  idempotent: true,
  audited: true,
  needs: ['limits'],
  success: { status: 201, schema: NoteResponse },

  async handle(call, context) {
    const { body, caller, now } = call;
    const { message } = body;
    const mentions = [...new Set(body.mentions)].filter((id) => id !== caller.id);
    countMentions(context.limits, caller, mentions);
    const messageId = newId('message', now);
    const response = { messageId, createdAt: iso(now) };
    const written = await writeInTicket(call, context, 'notes', response, async (tx, ticket) => {
      const { player_id, ticket_id } = ticket;
      await addMentions(tx, mentions, { ticket, messageId, message, author: caller, now });
      await tx.tickets.addNote({ player_id, ticket_id, message_id: messageId, message, created_at: now }, caller);
    });
    for (const memberId of mentions) context.live.mentionsChanged(memberId);
    return written;
  },
});
