import { MAX_HELD_PER_REQUEST } from '@player-support/contract/limits';
import { ChangedHeldTicketsResponse, ReleaseHeldTicketsRequest } from '@player-support/contract/team/held-tickets';
import { afterRelease } from '../../domain/ticket-transitions.ts';
import { operation } from '../../operations/operation.ts';
import { changeHeldTickets } from './change-held-tickets.ts';

export const releaseHeldTickets = operation({
  id: 'ReleaseHeldTickets',
  tag: 'Held tickets',
  summary: 'Release held tickets into the queue',
  description: `They have waited since they were created. One request releases at most ${MAX_HELD_PER_REQUEST} tickets. Tickets that are not held do not change.`,
  method: 'POST',
  url: '/api/v1/team/projects/:projectId/held-tickets/release',
  auth: 'team',
  role: 'agent',
  body: ReleaseHeldTicketsRequest,
  audited: true,
  success: { status: 200, schema: ChangedHeldTicketsResponse },

  handle: (call, context) =>
    changeHeldTickets(call, context, async (tx, ticket) => {
      await tx.tickets.setState({ ...ticket, ...afterRelease(ticket) });
      await tx.heldTickets.remove(ticket.player_id, ticket.ticket_id);
      return 'changed';
    }),
});
