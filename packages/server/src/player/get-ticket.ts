import { TicketDetailsResponse } from '@player-support/contract/player';
import { presentFiles } from '../attachments/attachments.ts';
import { iso } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { operation } from '../operations/operation.ts';
import { tokenRefused } from '../operations/unauthorized.ts';

export const getTicket = operation({
  id: 'GetTicket',
  tag: 'Tickets',
  summary: 'Get the conversation of a ticket',
  description:
    "Marks the team's replies as read. A merged ticket has the status and the messages of the ticket that it was merged into.",
  method: 'GET',
  url: '/api/v1/tickets/:ticketId',
  auth: 'player',
  limits: ['read'],
  sheds: 'read',
  needs: ['attachments'],
  success: { status: 200, schema: TicketDetailsResponse },

  readWithSession: ({ caller, params }, { store }) => store.playerTickets.conversation(caller, params.ticketId),

  async handle({ caller, params, data, head, now }, { store, live, attachments }) {
    const { ticketId } = params;
    const { player_id: playerId, token_hash: tokenHash } = caller.session;
    let found = data;
    if (found !== undefined && found.unreadCount > 0 && !head) {
      const { unreadIn } = found;
      // Reads again, so that only replies in the response count as read.
      const shown = await store.transaction(async (tx) => {
        // So that two such transactions cannot deadlock.
        if (unreadIn.length > 1) await tx.players.lockOnly(playerId);
        await tx.tickets.markRead(playerId, unreadIn, now);
        return tx.playerTickets.conversation({ id: playerId, tokenHash }, ticketId);
      });
      found = shown?.data;
      // Its installation was linked to an account, which has the ticket.
      if (found === undefined && shown?.session.token_hash !== tokenHash) throw tokenRefused();
      // The console shows when the player has read a reply.
      for (const id of unreadIn) live.ticketChanged(caller.project.project_id, id);
    }
    if (found === undefined) throw new AppError('not-found');
    const { type, status, subject, messages, files } = found;
    const filesOf = presentFiles(attachments, files, now);
    return {
      status: 200,
      body: {
        id: ticketId,
        type,
        status,
        subject,
        messages: messages.map(([id, authorType, message, createdAt]) => ({
          id,
          authorType,
          message,
          createdAt: iso(createdAt),
          ...(filesOf.has(id) ? { attachments: filesOf.get(id) ?? [] } : {}),
        })),
      },
    };
  },
});
