import { PRIORITIES, sortsOf, TICKET_SORTS, type TicketSort } from '@player-support/contract/enums';
import { type FieldProblems, fieldProblem } from '@player-support/contract/field-problems';
import { DEFAULT_QUEUE_LIMIT } from '@player-support/contract/limits';
import { TicketQueueQuery, TicketQueueResponse } from '@player-support/contract/team/queue';
import { isId } from '../../domain/ids.ts';
import { refuseProblems } from '../../errors.ts';
import { withFields } from '../../operations/json-text.ts';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { isEmpty } from '../../store/queue-filter.ts';
import type { QueuePosition } from '../../store/queue-order.ts';
import { sortProblem } from '../views/view-access.ts';
import { presentTicket } from './present-ticket.ts';
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
      view,
      sort,
      filter,
      after: cursor?.after,
      limit: query.limit ?? DEFAULT_QUEUE_LIMIT,
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
    const { text, keys } = isEmpty(filter) ? await page() : await expensiveReads.run(caller, page);
    // Not in the page, which all consoles share.
    const seen = caller.type === 'member' ? await store.seenTickets.ofMember(caller.id, keys) : [];
    return { status: 200, body: withFields<TicketQueueResponse>(text, { seen }) };
  },
});

/** The next page begins after this position. */
export function encodeCursor(sort: TicketSort, { at, ticketId, priority }: QueuePosition): string {
  const parts = [sort, at, ticketId, ...(priority === undefined ? [] : [priority])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Undefined: no cursor of this server. */
export function decodeCursor(cursor: string) {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    const [name, at, ticketId, priority] = parts as readonly unknown[];
    const sort = TICKET_SORTS.find((one) => one === name);
    const hasPriority = sort === 'priority' || sort === '-priority';
    const isPriority = typeof priority === 'number' && PRIORITIES[priority] !== undefined;
    if (sort === undefined || (hasPriority ? !isPriority : priority !== undefined)) return undefined;
    if (typeof at !== 'number' || !Number.isSafeInteger(at)) return undefined;
    if (typeof ticketId !== 'string' || !isId('ticket', ticketId)) return undefined;
    return { sort, after: { at, ticketId, ...(isPriority ? { priority } : {}) } };
  } catch {
    return undefined;
  }
}
