import { TeamTicketResponse } from '@player-support/contract/team/tickets';
import { operation } from '../../operations/operation.ts';
import { ticketDetails } from './ticket-details.ts';

export const getTeamTicket = operation({
  id: 'GetTeamTicket',
  tag: 'Tickets',
  summary: 'Get a ticket',
  description: 'The response includes the player, both contexts and all messages, including notes.',
  method: 'GET',
  url: '/api/v1/team/tickets/:ticketId',
  auth: 'team',
  role: 'viewer',
  needs: ['attachments', 'forms'],
  success: { status: 200, schema: TeamTicketResponse },

  async handle(call, context) {
    return { status: 200, body: await ticketDetails(context.store, call, call.params.ticketId, context) };
  },
});
