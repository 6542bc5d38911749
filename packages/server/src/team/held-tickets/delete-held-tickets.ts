import { MAX_HELD_PER_REQUEST } from '@player-support/contract/limits';
import { ChangedHeldTicketsResponse, DeleteHeldTicketsRequest } from '@player-support/contract/team/held-tickets';
import { isKeyOfKept, keyOfKept } from '../../domain/known-texts.ts';
import { operation } from '../../operations/operation.ts';
import { allMessages } from '../../store/merges.ts';
import { changeHeldTickets } from './change-held-tickets.ts';

export const deleteHeldTickets = operation({
  id: 'DeleteHeldTickets',
  tag: 'Held tickets',
  summary: 'Delete held tickets for good',
  description: `They disappear from the list of their player too. One request deletes at most ${MAX_HELD_PER_REQUEST} tickets. Tickets that are not held do not change. With \`textKey\`, tickets whose players sent another message are not deleted. They get a common new \`textKey\`, for which \`playersWroteMore\` is true. A game that repeats the request of a deleted ticket gets the first response, and no new ticket.`,
  method: 'POST',
  url: '/api/v1/team/projects/:projectId/held-tickets/delete',
  auth: 'team',
  role: 'admin',
  body: DeleteHeldTicketsRequest,
  audited: true,
  success: { status: 200, schema: ChangedHeldTicketsResponse },

  handle: (call, context) =>
    changeHeldTickets(call, context, async (tx, ticket) => {
      const { player_id: playerId, ticket_id: ticketId } = ticket;
      // Programs rarely send another message, and honest players may begin with the same words.
      const { textKey } = call.body;
      if (textKey !== undefined && !isKeyOfKept(textKey) && allMessages(ticket) > 1) {
        await tx.heldTickets.setText(playerId, ticketId, keyOfKept(textKey));
        return 'kept';
      }
      await tx.attachments.removeOfTicket(playerId, ticketId, call.now);
      await tx.heldTickets.delete(playerId, ticketId);
      await tx.players.changeOpenTickets({ playerId, by: -1, inboxAt: null });
      return 'changed';
    }),
});
