import { COUNT_CAP } from '@player-support/contract/limits';
import { TicketCountsQuery, TicketCountsResponse } from '@player-support/contract/team/queue';
import { operation } from '../../operations/operation.ts';
import { problems } from '../../operations/problem-schemas.ts';
import type { ProjectCounts } from '../../store/queue-counts.ts';
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
  failures: problems(400, 401, 429),

  async handle({ caller, query }, { store }) {
    const { projectId } = query;
    const projectIds = (await visibleProjects(store, caller, projectId)).map(({ project_id }) => project_id);
    const memberId = caller.type === 'member' ? caller.id : undefined;
    const projects = await store.queueCounts.ofProjects(projectIds, memberId, COUNT_CAP + 1);
    const view = (...names: Exclude<keyof ProjectCounts, 'project_id'>[]) => {
      const sum = projects.reduce((all, project) => all + names.reduce((own, name) => own + project[name], 0), 0);
      return { count: Math.min(sum, COUNT_CAP), capped: sum > COUNT_CAP };
    };
    const unassigned = view('unassigned');
    // Tickets beyond the limit were not checked for an assignee.
    const isCapped = projects.some(({ open, pending }) => Math.max(open, pending) > COUNT_CAP);
    return {
      status: 200,
      body: {
        attention: view('attention'),
        mine: view('mine'),
        unassigned: { ...unassigned, capped: unassigned.capped || isCapped },
        open: view('open'),
        pending: view('pending'),
        resolved: view('resolved'),
        closed: view('closed'),
        all: view('open', 'pending', 'resolved', 'closed'),
      },
    };
  },
});
