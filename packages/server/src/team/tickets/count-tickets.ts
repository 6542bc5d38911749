import { TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import { COUNT_CAP } from '@player-support/contract/limits';
import { TicketCountsQuery, TicketCountsResponse } from '@player-support/contract/team/queue';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import type { StatusCount } from '../../store/queue-counts.ts';
import { visibleProjects } from '../projects/visible-projects.ts';
import { filterOf } from './queue-request.ts';

/** How many tickets are read. On SQLite 100,000 take 29 to 38 ms, and `total` less than 60 ms. */
const BUDGET = { perRange: COUNT_CAP + 1, total: 150_000 };

export const countTickets = operation({
  id: 'CountTickets',
  summary: 'Count the tickets of each view',
  description: `The filters are those of ListTickets. A view counts at most ${COUNT_CAP} tickets. Where there may be more, \`capped\` is true.`,
  method: 'GET',
  url: '/api/v1/team/tickets/counts',
  auth: 'team',
  role: 'viewer',
  query: TicketCountsQuery,
  success: { status: 200, schema: TicketCountsResponse },

  async handle({ caller, query }, { store, live }) {
    const errors: Record<string, string[]> = {};
    const filter = filterOf(query, errors);
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors });
    const projectIds = (await visibleProjects(store, caller, query.projectId)).map(({ project_id }) => project_id);
    const counts = await live.ticketCache.read(JSON.stringify(['counts', filter]), projectIds, () =>
      store.queueCounts.byStatus(projectIds, filter, BUDGET),
    );
    const canHaveOwn = caller.type === 'member' && (filter.assigneeId === undefined || filter.assigneeId === caller.id);
    const mine = canHaveOwn
      ? await store.queueCounts.ofMember(caller.id, projectIds, filter, COUNT_CAP + 1)
      : { count: 0, capped: false };

    const view = ({ count, capped }: { readonly count: number; readonly capped: boolean }) => ({
      count: Math.min(count, COUNT_CAP),
      capped: capped || count > COUNT_CAP,
    });
    const sum = (statuses: readonly TicketStatus[], number = ({ count }: StatusCount) => count) => {
      const rows = counts.filter(({ status }) => statuses.includes(status));
      const count = rows.reduce((all, row) => all + number(row), 0);
      return view({ count, capped: rows.some(({ capped }) => capped) });
    };
    return {
      status: 200,
      body: {
        // All open tickets wait for the team.
        attention: sum(['open'], ({ unblocked }) => unblocked),
        mine: view(mine),
        unassigned: sum(['open', 'pending'], ({ count, assigned }) => count - assigned),
        open: sum(['open']),
        pending: sum(['pending']),
        resolved: sum(['resolved']),
        closed: sum(['closed']),
        all: sum(TICKET_STATUSES),
      },
    };
  },
});
