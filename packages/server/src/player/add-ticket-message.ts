import { AddTicketMessageRequest, AddTicketMessageResponse } from '@player-support/contract/player';
import { newId, playerOfTicket } from '../domain/ids.ts';
import { afterPlayerReply } from '../domain/ticket-transitions.ts';
import { iso } from '../domain/time.ts';
import { AppError, ticketFull } from '../errors.ts';
import { operation } from '../operations/operation.ts';
import { withToken } from '../operations/with-token.ts';
import type { Receipt } from '../store/idempotency.ts';
import { allMessages } from '../store/merges.ts';
import type { Transaction } from '../store/store.ts';
import { writeMessage } from './write-message.ts';

export const addTicketMessage = operation({
  id: 'AddTicketMessage',
  tag: 'Tickets',
  summary: 'Reply to a ticket',
  description:
    'The ticket then waits for the team again. A closed ticket takes no replies, and a full one neither. A reply to a merged ticket becomes a message of the other ticket.',
  method: 'POST',
  url: '/api/v1/tickets/:ticketId/messages',
  auth: 'player',
  limits: ['reply'],
  body: AddTicketMessageRequest,
  idempotent: true,
  success: { status: 200, schema: AddTicketMessageResponse },

  async handle(call, { store, config, live }) {
    const { caller, body, params, now } = call;
    const { ticketId } = params;
    const playerId = caller.session.player_id;
    // Other texts must not reach the database: they can be long or have any bytes.
    if (playerOfTicket(ticketId) === undefined) throw new AppError('not-found');
    const messageId = newId('message', now);
    const { message } = body;
    const reply = { player_id: playerId, ticket_id: ticketId, message_id: messageId, message, created_at: now };
    const response = { messageId, status: 'open' as const, createdAt: iso(now) };
    const path = `/api/v1/tickets/${ticketId}/messages`;

    const write = async (tx: Transaction) => {
      const player = await withToken(tx, caller.session, await tx.players.recordReply({ playerId, now }));
      if (player.blocked !== 0) throw new AppError('player-blocked');
      let ticket = await tx.tickets.addPlayerReply(reply);
      let target = ticketId;
      if (ticket === undefined) {
        const merged = await tx.tickets.byId(playerId, ticketId);
        target = merged?.merged_into ?? ticketId;
        if (target !== ticketId) ticket = await tx.tickets.addPlayerReply({ ...reply, ticket_id: target });
      }
      if (ticket === undefined) throw new AppError('not-found');
      const transition = afterPlayerReply(ticket, now);
      // These errors roll the reply back.
      if (transition === undefined) throw new AppError('ticket-closed');
      if (allMessages(ticket) > config.messagesPerTicket) throw ticketFull(config);
      const { state } = transition;
      const key = { player_id: playerId, ticket_id: target };
      if (state.status !== ticket.status) await tx.tickets.setState({ ...key, ...state });
      if (ticket.status === 'snoozed') {
        await tx.statusChanges.addWaking({ ...ticket, ...key }, null, now);
      }
      return { ticketId: target, messageId };
    };
    const maxMessages = config.messagesPerTicket;
    const inOneStatement = (receipt: Receipt | undefined) =>
      store.playerWrites.addReply({ reply, maxMessages, session: caller.session, receipt });
    const toWrite = { path, response, ticketId, inOneStatement, write };
    const { text, changedId } = await writeMessage(call, { store, config }, toWrite);
    if (changedId !== undefined) live.ticketChanged(caller.project.project_id, changedId);
    return { status: 200, body: text };
  },
});
