import { TeamTicketResponse, UpdateTicketRequest } from '@player-support/contract/team/tickets';
import { normalizeTags } from '../../domain/tags.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { changeTicket } from './change-ticket.ts';
import { lockTicket } from './find-ticket.ts';
import { ticketDetails } from './ticket-details.ts';

export const updateTicket = operation({
  id: 'UpdateTicket',
  summary: 'Update a ticket',
  description:
    'Absent fields do not change. The player gets an inbox message when the ticket becomes resolved or closed.',
  method: 'PATCH',
  url: '/api/v1/team/tickets/:ticketId',
  auth: 'team',
  role: 'agent',
  body: UpdateTicketRequest,
  success: { status: 200, schema: TeamTicketResponse },

  async handle(call, { store, live }) {
    const { body, caller, params, now } = call;
    const { status, assigneeId, priority, tags: sent } = body;
    const details = { status, assigneeId, priority, tags: sent && normalizeTags(sent) };
    const { ticket, changed } = await audited(call, store, async (tx) => {
      const row = await lockTicket(tx, caller, params.ticketId, status);
      const { ticket_id: target, project_id: projectId } = row;
      const changed = await changeTicket(tx, { ticket: row, actor: caller, values: details, now, tagsField: 'tags' });
      return [
        { ticket: await ticketDetails(tx, caller, target), changed },
        { target, projectId, details },
      ];
    });
    if (changed) live.ticketChanged(ticket.projectId, ticket.id);
    return { status: 200, body: ticket };
  },
});
