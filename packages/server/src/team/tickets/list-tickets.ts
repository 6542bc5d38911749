import { sortsOf } from '@player-support/contract/enums';
import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { DEFAULT_QUEUE_LIMIT } from '@player-support/contract/limits';
import { TicketQueueQuery, TicketQueueResponse } from '@player-support/contract/team/queue';
import { refuseProblems } from '../../errors.ts';
import { withFields } from '../../operations/json-text.ts';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { isEmpty } from '../../store/queue-filter.ts';
import { sortProblem } from '../views/view-access.ts';
import { presentTicket } from './present-ticket.ts';
import { decodeCursor, encodeCursor } from './queue-cursor.ts';
import { filterOf, queueProject, readerOf } from './queue-request.ts';

export const listTickets = operation({
  id: 'ListTickets',
  tag: 'Tickets',
  summary: 'List the tickets of a view',
  description:
    'With filters, a page can have fewer tickets than `limit`, or none, and still have a `nextCursor`. To continue, send it with the same filters and the same `sort`. To begin at the end of the list, use the reversed `sort`.',
  method: 'GET',
  url: '/api/v1/team/tickets',
  auth: 'team',
  role: 'viewer',
  query: TicketQueueQuery,
  needs: ['expensiveReads'],
  success: { status: 200, schema: TicketQueueResponse },

  async handle({ caller, query, now }, { store, live, expensiveReads }) {
    const problems: FieldProblems = {};
    const view = query.view ?? 'attention';
    const sorts = sortsOf(view);
    const sort = query.sort ?? sorts[0];
    if (!sorts.includes(sort)) problems.sort = [sortProblem(view)];
    const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
    if (query.cursor !== undefined && cursor === undefined) {
      problems.cursor = [fieldProblem('wrong-cursor')];
    } else if (cursor !== undefined && cursor.sort !== sort) {
      problems.cursor = [fieldProblem('cursor-of-other-sort', { cursorSort: cursor.sort, sort })];
    }
    const filter = filterOf(query, problems, readerOf({ caller, now }));
    refuseProblems(problems);
    const projects = await visibleProjects(store, caller, query.projectId);
    const request = {
      ...{ view, sort, filter, after: cursor?.after, limit: query.limit ?? DEFAULT_QUEUE_LIMIT },
      memberId: view === 'mine' && caller.type === 'member' ? caller.id : undefined,
      projects: projects.map(queueProject),
    };
    const projectIds = projects.map(({ project_id }) => project_id);
    // After a change, all consoles load the same page.
    const page = () =>
      live.ticketCache.read(JSON.stringify(request), projectIds, async () => {
        const { rows, next } = await store.queue.page(request);
        const tickets = rows.map((row) => presentTicket(row, projects));
        const nextCursor = next === null ? null : encodeCursor(sort, next);
        const keys = rows.map(({ player_id, ticket_id }) => ({ player_id, ticket_id }));
        return { text: JSON.stringify({ tickets, nextCursor }), keys };
      });
    // Without a filter a page reads only its own tickets.
    const { text, keys } = isEmpty(filter) ? await page() : await expensiveReads.run(caller.id, page);
    // Not in the page, which all consoles share.
    const seen = caller.type === 'member' ? await store.seenTickets.ofMember(caller.id, keys) : [];
    return { status: 200, body: withFields<TicketQueueResponse>(text, { seen }) };
  },
});
