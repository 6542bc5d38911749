import { MAX_COUNTED_VIEWS } from '@player-support/contract/limits';
import { SavedViewCountsResponse } from '@player-support/contract/team/views';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { countsOfViews } from './count-view.ts';
import { viewsOf } from './view-access.ts';

export const countViews = operation({
  id: 'CountViews',
  tag: 'Saved views',
  summary: 'Count the tickets of saved views',
  description: `The first ${MAX_COUNTED_VIEWS} of ListViews that are no searches. A count is up to a few seconds old. A view counts the matches among a bounded number of tickets; where there may be more, \`capped\` is true.`,
  method: 'GET',
  url: '/api/v1/team/views/counts',
  auth: 'member',
  role: 'viewer',
  needs: ['expensiveReads'],
  success: { status: 200, schema: SavedViewCountsResponse },

  async handle({ caller, now }, { store, live, expensiveReads }) {
    const visible = await viewsOf(store, caller);
    const views = visible.filter(({ query }) => query === null).slice(0, MAX_COUNTED_VIEWS);
    const projects = views.length === 0 ? [] : await visibleProjects(store, caller);
    const projectIds = projects.map(({ project_id }) => project_id);
    const reader = { memberId: caller.id, now };
    const count = () => countsOfViews({ store, cache: live.viewCounts, reader, projectIds, views });
    return { status: 200, body: await expensiveReads.run(caller.id, count) };
  },
});
