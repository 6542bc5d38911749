import type { FieldProblems } from '@player-support/contract/field-problems';
import { COUNT_CAP } from '@player-support/contract/limits';
import { TicketCountsQuery, TicketCountsResponse } from '@player-support/contract/team/queue';
import { refuseProblems } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { attentionOf, budgetOf, cappedCount, sumOf } from '../../operations/view-counts.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { STATUSES } from '../../store/queue-order.ts';
import { filterOf, readerOf } from './queue-request.ts';

export const countTickets = operation({
  id: 'CountTickets',
  tag: 'Tickets',
  summary: 'Count the tickets of each view',
  description: `The filters are those of ListTickets. A view counts at most ${COUNT_CAP} tickets. Where there may be more, \`capped\` is true.`,
  method: 'GET',
  url: '/api/v1/team/tickets/counts',
  auth: 'team',
  role: 'viewer',
  query: TicketCountsQuery,
  needs: ['expensiveReads'],
  success: { status: 200, schema: TicketCountsResponse },

  async handle({ caller, query, now }, { store, live, expensiveReads }) {
    const problems: FieldProblems = {};
    const filter = filterOf(query, problems, readerOf({ caller, now }));
    refuseProblems(problems);
    const projectIds = (await visibleProjects(store, caller, query.projectId)).map(({ project_id }) => project_id);
    const canHaveOwn = caller.type === 'member' && (filter.assigneeId === undefined || filter.assigneeId === caller.id);
    const budget = budgetOf(filter);
    const { counts, mine } = await expensiveReads.run(caller, async () => ({
      counts: await live.ticketCache.read(JSON.stringify(['counts', filter]), projectIds, () =>
        store.queueCounts.byStatus(projectIds, filter, budget),
      ),
      mine: canHaveOwn
        ? await store.queueCounts.ofMember(caller.id, projectIds, filter, budget.perRange)
        : { count: 0, capped: false },
    }));

    return {
      status: 200,
      body: {
        attention: attentionOf(counts),
        mine: cappedCount(mine),
        unassigned: sumOf(counts, ['open', 'pending'], ({ count, assigned }) => count - assigned),
        open: sumOf(counts, ['open']),
        pending: sumOf(counts, ['pending']),
        snoozed: sumOf(counts, ['snoozed']),
        resolved: sumOf(counts, ['resolved']),
        closed: sumOf(counts, ['closed']),
        all: sumOf(counts, STATUSES.all),
        held: sumOf(counts, ['held']),
      },
    };
  },
});
