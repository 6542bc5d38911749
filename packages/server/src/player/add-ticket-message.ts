import { AddTicketMessageRequest, AddTicketMessageResponse } from '@player-support/contract/player';
import { newId, playerOfTicket } from '../domain/ids.ts';
import { iso } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { problems } from '../http/problem-schemas.ts';
import { operation } from '../operations/operation.ts';
import { writeOnce } from './write-once.ts';

export const addTicketMessage = operation({
  id: 'AddTicketMessage',
  summary: 'Reply in an open ticket',
  method: 'POST',
  url: '/api/v1/tickets/:ticketId/messages',
  auth: 'player',
  limits: ['reply'],
  body: AddTicketMessageRequest,
  idempotent: true,
  success: { status: 200, schema: AddTicketMessageResponse },
  failures: problems(400, 401, 404, 409, 429),

  async handle(call, service) {
    const { caller, body, params, now } = call;
    const { ticketId = '' } = params;
    const playerId = caller.session.player_id;
    // What is no id at all, of whatever length and bytes, is not looked for, nor kept with an Idempotency-Key.
    if (playerOfTicket(ticketId) === undefined) throw new AppError('not-found');
    const reply = { playerId, ticketId, messageId: newId('message', now), message: body.message, now };
    const answer = { messageId: reply.messageId, status: 'open', createdAt: iso(now) };

    const text = await writeOnce(call, service, `/api/v1/tickets/${ticketId}/messages`, answer, async (tx) => {
      const player = await tx.players.wrote(playerId, 0, null, now);
      if (player?.blocked !== 0) throw new AppError('player-blocked');
      if (await tx.tickets.addPlayerReply(reply)) return;
      const ticket = await tx.tickets.byId(playerId, ticketId);
      throw new AppError(ticket === undefined ? 'not-found' : 'ticket-closed');
    });
    service.live.ticketChanged(caller.project.project_id, ticketId);
    return { status: 200, body: text };
  },
});
