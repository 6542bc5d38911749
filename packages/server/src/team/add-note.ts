import { NoteResponse, WriteMessageRequest } from '@player-support/contract/team';
import { newId, playerOfTicket } from '../domain/ids.ts';
import { iso } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';

export const addNote = operation({
  id: 'AddNote',
  summary: 'Add an internal note, which the player never sees',
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/notes',
  auth: 'team',
  body: WriteMessageRequest,
  success: { status: 201, schema: NoteResponse },
  failures: problems(400, 401, 404, 429),

  async handle({ body, params, now }, { store }) {
    const { ticketId = '' } = params;
    const messageId = newId('message', now);
    const playerId = playerOfTicket(ticketId);
    if (playerId === undefined) throw new AppError('not-found');
    const note = { playerId, ticketId, messageId, message: body.message, now };
    if (!(await store.transaction((tx) => tx.tickets.addNote(note)))) throw new AppError('not-found');
    return {
      status: 201,
      body: { messageId, createdAt: iso(now) },
      headers: { location: `/api/v1/team/tickets/${ticketId}` },
    };
  },
});
