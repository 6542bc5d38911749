import { Readable } from 'node:stream';
import type { FieldProblems } from '@player-support/contract/field-problems';
import { ExportedTicketResponse, TicketCountsQuery } from '@player-support/contract/team/queue';
import { hasRole } from '../../domain/access.ts';
import { answersByName } from '../../domain/answers.ts';
import { AppError, refuseProblems } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import type { TeamCaller } from '../../operations/callers.ts';
import { NDJSON, operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import type { QueueFilter } from '../../store/queue-filter.ts';
import type { QueuePosition } from '../../store/queue-order.ts';
import type { Store } from '../../store/store.ts';
import type { ProjectRow } from '../../store/tables.ts';
import { exportLines } from '../export-lines.ts';
import { presentTicket } from './present-ticket.ts';
import { filterOf, queueProject, readerOf } from './queue-request.ts';

/** A page of the longest answers has about a megabyte. */
const PAGE_ROWS = 25;

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
    if (head) return { status: 200, headers, body: Readable.from([]) };
    const request = { ...filter, to: Math.min(filter.to ?? now + 1, now + 1) };
    const projectsOf = (current: TeamCaller) => {
      if (!hasRole(current, 'admin')) throw new AppError('forbidden');
      return visibleProjects(store, current, query.projectId);
    };
    const lines = exportLines(call, context, projectsOf, async function* (read, isOver) {
      let after: QueuePosition | undefined;
      while (!isOver()) {
        const { rows, next } = await read((projects) => ticketPage(store, request, projects, after));
        if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        if (next === null) return;
        after = next;
      }
    });
    try {
      await store.transaction((tx) => record(tx, call, {}));
    } catch (error) {
      lines.destroy();
      throw error;
    }
    return { status: 200, headers, body: lines };
  },
});

async function ticketPage(
  store: Store,
  filter: QueueFilter,
  projects: readonly ProjectRow[],
  after: QueuePosition | undefined,
): Promise<{ readonly rows: readonly ExportedTicketResponse[]; readonly next: QueuePosition | null }> {
  const sort = { view: 'all', sort: 'created' } as const;
  const request = { ...sort, filter, after, limit: PAGE_ROWS, projects: projects.map(queueProject) };
  const { rows, next } = await store.queue.page(request);
  const answersOf = await store.tickets.answersOf(rows);
  // A ticket has moved to another player since the page was read.
  if (answersOf.size < rows.length) return ticketPage(store, filter, projects, after);
  const tickets = rows.map((row) => {
    const { form_version = null, answers = null, long_answers = null } = answersOf.get(row.ticket_id) ?? {};
    const given = answersByName({ answers, long_answers });
    return { ...presentTicket(row, projects), formVersion: form_version, answers: given };
  });
  return { rows: tickets, next };
}
