import { MAX_COUNTED_VIEWS, VIEW_COUNT_TICKETS } from '@player-support/contract/limits';
import { SavedViewCountsResponse } from '@player-support/contract/team/views';
import { parseTicketFilter } from '@player-support/contract/ticket-filter';
import { nextTurn } from '../../domain/next-turn.ts';
import type { ViewCounts } from '../../live/ticket-cache.ts';
import { operation } from '../../operations/operation.ts';
import { attentionOf, sumOf, type ViewCount } from '../../operations/view-counts.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import { readsRows, withinCost } from '../../store/queue-filter.ts';
import { STATUSES } from '../../store/queue-order.ts';
import type { Store } from '../../store/store.ts';
import type { SavedViewRow } from '../../store/tables.ts';
import { type FilterReader, withNested } from './nested-filter.ts';
import { viewsOf } from './view-access.ts';

/** Per request. The other views keep their last count until the next one. */
const BUDGET_MS = 150;
/** For filters without an index: each ticket is a row. */
const MAX_ROWS = 2500;

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
    const count = () => {
      const all = views.map((view) => ({ viewId: view.view_id, wanted: wantedOf(view, projectIds, reader) }));
      return countAll(store, live.viewCounts, all);
    };
    return { status: 200, body: await expensiveReads.run(caller, count) };
  },
});

/** Returns what a view counts. Undefined: nothing can match. */
function wantedOf({ base, filter, project_id }: SavedViewRow, projectIds: readonly string[], reader: FilterReader) {
  const parsed = parseTicketFilter(filter);
  if ('error' in parsed) return undefined;
  const nested = withNested({}, parsed.filter, reader);
  const assigneeId = base === 'mine' ? reader.memberId : base === 'unassigned' ? null : nested.assigneeId;
  if (nested.assigneeId !== undefined && nested.assigneeId !== assigneeId) return undefined;
  const inProjects = project_id === null ? projectIds : projectIds.filter((id) => id === project_id);
  return { filter: { ...nested, assigneeId }, projectIds: inProjects, base };
}

type Wanted = ReturnType<typeof wantedOf>;

async function count({ queueCounts }: Store, { filter, projectIds, base }: NonNullable<Wanted>): Promise<ViewCount> {
  const tickets = withinCost(readsRows(filter) ? MAX_ROWS : VIEW_COUNT_TICKETS, filter);
  const counts = await queueCounts.byStatus(projectIds, filter, { perRange: tickets, total: tickets }, STATUSES[base]);
  return base === 'attention' ? attentionOf(counts) : sumOf(counts, STATUSES[base]);
}

/**
 * Views never counted come first, then the oldest. Members with the same access share counts, kept
 * for some seconds even while tickets change.
 */
async function countAll(
  store: Store,
  cache: ViewCounts,
  views: readonly { readonly viewId: string; readonly wanted: Wanted }[],
): Promise<SavedViewCountsResponse> {
  const all = views.map(({ viewId, wanted }) => {
    const key = JSON.stringify(wanted ?? null);
    return { viewId, wanted, key, kept: wanted && cache.find(key, wanted.projectIds) };
  });
  const due = all
    .filter(({ kept }) => !kept?.isFresh)
    .sort((a, b) => (a.kept?.countedAt ?? 0) - (b.kept?.countedAt ?? 0));
  const fresh = new Map<string, ViewCount>();
  const end = performance.now() + BUDGET_MS;
  for (const { key, wanted } of due) {
    if (wanted === undefined || fresh.has(key)) continue;
    if (fresh.size > 0 && performance.now() >= end) break;
    await nextTurn();
    fresh.set(key, await cache.count(key, wanted.projectIds, () => count(store, wanted)));
  }
  const counts = all.map(({ viewId, wanted, key, kept }) => {
    if (wanted === undefined) return { viewId, count: 0, capped: false };
    const { count, capped } = fresh.get(key) ?? kept?.value ?? { count: null, capped: false };
    return { viewId, count, capped };
  });
  const complete = all.every(({ wanted, key, kept }) => !wanted || fresh.has(key) || kept?.isUnchanged === true);
  return { counts, complete };
}
