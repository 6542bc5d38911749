import { TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import { COUNT_CAP } from '@player-support/contract/limits';
import { TicketCountsQuery, TicketCountsResponse } from '@player-support/contract/team/queue';
import { operation } from '../../operations/operation.ts';
import type { StatusCount } from '../../store/queue-counts.ts';
import { visibleProjects } from '../projects/visible-projects.ts';

export const countTickets = operation({
  id: 'CountTickets',
  summary: 'Count the tickets of each view',
  method: 'GET',
  url: '/api/v1/team/tickets/counts',
  auth: 'team',
  role: 'viewer',
  query: TicketCountsQuery,
  success: { status: 200, schema: TicketCountsResponse },

  async handle({ caller, query }, { store, live }) {
    const projectIds = (await visibleProjects(store, caller, query.projectId)).map(({ project_id }) => project_id);
    const counts = await live.ticketCache.read('counts', projectIds, () =>
      store.queueCounts.byStatus(projectIds, COUNT_CAP + 1),
    );
    const mine = caller.type === 'member' ? await store.queueCounts.ofMember(caller.id, projectIds, COUNT_CAP + 1) : 0;

    const sum = (statuses: readonly TicketStatus[], number: (row: StatusCount) => number) =>
      counts.reduce((all, row) => all + (statuses.includes(row.status) ? number(row) : 0), 0);
    const view = (count: number, isCapped = count > COUNT_CAP) => ({
      count: Math.min(count, COUNT_CAP),
      capped: isCapped,
    });
    const of = (...statuses: TicketStatus[]) => view(sum(statuses, ({ count }) => count));
    const unassigned = sum(['open', 'pending'], ({ count, assigned }) => count - assigned);
    // Tickets beyond the limit were not checked for an assignee.
    const unchecked = sum(['open', 'pending'], ({ count }) => Math.max(0, count - COUNT_CAP));
    return {
      status: 200,
      body: {
        // All open tickets wait for the team.
        attention: of('open'),
        mine: view(mine),
        unassigned: view(unassigned, unassigned > COUNT_CAP || unchecked > 0),
        open: of('open'),
        pending: of('pending'),
        resolved: of('resolved'),
        closed: of('closed'),
        all: of(...TICKET_STATUSES),
      },
    };
  },
});
