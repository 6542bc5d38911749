import { Readable } from 'node:stream';
import type { FieldProblems } from '@player-support/contract/field-problems';
import { ExportedTicketResponse, TicketCountsQuery } from '@player-support/contract/team/queue';
import { hasRole } from '../../domain/access.ts';
import { AppError, refuseProblems } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { NDJSON, operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { exportLines } from '../export-lines.ts';
import { filterOf, readerOf } from './queue-request.ts';
import { ticketLines } from './ticket-lines.ts';

export const exportTickets = operation({
  id: 'ExportTickets',
  tag: 'Tickets',
  summary: 'Export tickets',
  description:
    'The tickets that match the filters, oldest first, as JSON lines: each line is a ticket with the answers to its form. Held tickets, and tickets that are created after the request, are left out. If the connection breaks, the last lines are missing.',
  method: 'GET',
  url: '/api/v1/team/tickets/export',
  auth: 'team',
  role: 'admin',
  query: TicketCountsQuery,
  audited: true,
  needs: ['downloads', 'expensiveReads'],
  success: { status: 200, schema: ExportedTicketResponse, type: NDJSON },

  async handle(call, context) {
    const { store } = context;
    const { query, head, now } = call;
    const problems: FieldProblems = {};
    const filter = filterOf(query, problems, readerOf(call));
    refuseProblems(problems);
    const headers = { 'content-disposition': 'attachment; filename="tickets.ndjson"' };
    if (head) return { status: 200, headers, lines: Readable.from([]) };
    const request = { ...filter, to: Math.min(filter.to ?? now + 1, now + 1) };
    const lines = exportLines(call, context, {
      async access(current) {
        if (!hasRole(current, 'admin')) throw new AppError('forbidden');
        return visibleProjects(store, current, query.projectId);
      },
      lines: (read, isOver) => ticketLines(store, request, isOver, read),
    });
    try {
      await store.transaction((tx) => record(tx, call, {}));
    } catch (error) {
      lines.destroy();
      throw error;
    }
    return { status: 200, headers, lines };
  },
});
