import { NoteResponse, WriteMessageRequest } from '@player-support/contract/team';
import { newId } from '../domain/ids.ts';
import { iso } from '../domain/time.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { audited } from './audited.ts';
import { lockTicket } from './find.ts';

export const addNote = operation({
  id: 'AddNote',
  summary: 'Add an internal note, which the player never sees',
  method: 'POST',
  url: '/api/v1/team/tickets/:ticketId/notes',
  auth: 'team',
  role: 'agent',
  body: WriteMessageRequest,
  success: { status: 201, schema: NoteResponse },
  failures: problems(400, 401, 403, 404, 429),

  async handle(call, { store }) {
    const { body, caller, params, now } = call;
    const messageId = newId('message', now);
    const ticketId = await audited(call, store, async (tx) => {
      const {
        player_id: playerId,
        ticket_id: target,
        project_id: projectId,
      } = await lockTicket(tx, caller, params.ticketId);
      await tx.tickets.addNote({ playerId, ticketId: target, messageId, message: body.message, now }, caller);
      return [target, { target, projectId, details: { messageId } }];
    });
    return {
      status: 201,
      body: { messageId, createdAt: iso(now) },
      headers: { location: `/api/v1/team/tickets/${ticketId}` },
    };
  },
});
