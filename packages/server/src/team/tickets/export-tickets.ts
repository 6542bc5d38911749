import { Readable } from 'node:stream';
import { ExportedTicketResponse, TicketCountsQuery } from '@player-support/contract/team/queue';
import { hasRole } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { NDJSON, operation } from '../../operations/operation.ts';
import { visibleProjects } from '../projects/visible-projects.ts';
import { filterOf } from './queue-request.ts';
import { ticketLines } from './ticket-lines.ts';

export const exportTickets = operation({
  id: 'ExportTickets',
  summary: 'Export tickets',
  description:
    'The tickets that match the filters, oldest first, as JSON lines: each line is a ticket with the answers to its form. Held tickets, and tickets that are created after the request, are left out. If the connection breaks, the last lines are missing.',
  method: 'GET',
  url: '/api/v1/team/tickets/export',
  auth: 'team',
  role: 'admin',
  query: TicketCountsQuery,
  success: { status: 200, schema: ExportedTicketResponse, type: NDJSON },

  async handle({ caller, query, head, now, reauthenticate }, { store, expensiveReads }) {
    const errors: Record<string, string[]> = {};
    const filter = filterOf(query, errors);
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
    const request = { filter: { ...filter, to: Math.min(filter.to ?? now + 1, now + 1) } };
    const pages = head
      ? []
      : ticketLines(store, request, async (page) => {
          // A slow download must not go on after the caller lost access.
          const current = await reauthenticate();
          if (!hasRole(current, 'admin')) throw new AppError('forbidden');
          const projects = await visibleProjects(store, current, query.projectId);
          return expensiveReads.run(caller.id, () => page(projects));
        });
    const headers = { 'content-disposition': 'attachment; filename="tickets.ndjson"' };
    // The next page is read when the client has taken most of the last one.
    return { status: 200, headers, lines: Readable.from(pages, { highWaterMark: 1 }) };
  },
});
