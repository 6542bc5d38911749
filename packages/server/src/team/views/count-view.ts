import { VIEW_COUNT_TICKETS } from '@player-support/contract/limits';
import type { SavedViewCountsResponse } from '@player-support/contract/team/views';
import { parseTicketFilter } from '@player-support/contract/ticket-filter';
import { nextTurn } from '../../domain/next-turn.ts';
import type { ViewCounts } from '../../live/view-counts.ts';
import { attentionOf, sumOf, type ViewCount } from '../../operations/view-counts.ts';
import { type QueueFilter, readsRows, withinCost } from '../../store/queue-filter.ts';
import { STATUSES } from '../../store/queue-order.ts';
import type { Store } from '../../store/store.ts';
import type { SavedViewRow } from '../../store/tables.ts';
import { type FilterReader, withNested } from './nested-filter.ts';

/** Per request. The other views keep their last count until the next one. */
const BUDGET_MS = 150;
/** For filters without an index: each ticket is a row. */
const MAX_ROWS = 2500;

interface Request {
  readonly store: Store;
  readonly cache: ViewCounts;
  readonly reader: FilterReader;
  readonly projectIds: readonly string[];
  readonly views: readonly SavedViewRow[];
}

/** Undefined: nothing can match. */
interface Counted {
  readonly filter: QueueFilter;
  readonly projectIds: readonly string[];
  readonly base: SavedViewRow['base'];
}

function countedOf({ reader, projectIds }: Request, { base, filter, project_id }: SavedViewRow): Counted | undefined {
  const parsed = parseTicketFilter(filter);
  if ('error' in parsed) return undefined;
  const wanted = withNested({}, parsed.filter, reader);
  const assigneeId = base === 'mine' ? reader.memberId : base === 'unassigned' ? null : wanted.assigneeId;
  if (wanted.assigneeId !== undefined && wanted.assigneeId !== assigneeId) return undefined;
  const inProjects = project_id === null ? projectIds : projectIds.filter((id) => id === project_id);
  return { filter: { ...wanted, assigneeId }, projectIds: inProjects, base };
}

async function count({ store }: Request, { filter, projectIds, base }: Counted): Promise<ViewCount> {
  const tickets = withinCost(readsRows(filter) ? MAX_ROWS : VIEW_COUNT_TICKETS, filter);
  const budget = { perRange: tickets, total: tickets };
  const counts = await store.queueCounts.byStatus(projectIds, filter, budget, STATUSES[base]);
  return base === 'attention' ? attentionOf(counts) : sumOf(counts, STATUSES[base]);
}

/**
 * One after the other: first views never counted, then the oldest. Members with the same access
 * share counts, kept for some seconds even while tickets change.
 */
export async function countsOfViews(request: Request): Promise<SavedViewCountsResponse> {
  const { cache, views } = request;
  const all = views.map((view) => {
    const counted = countedOf(request, view);
    const key = JSON.stringify(counted ?? null);
    return { viewId: view.view_id, counted, key, kept: counted && cache.find(key, counted.projectIds) };
  });
  const due = all
    .filter(({ counted, kept }) => counted !== undefined && !kept?.isFresh)
    .sort((a, b) => (a.kept?.countedAt ?? 0) - (b.kept?.countedAt ?? 0));
  const fresh = new Map<string, ViewCount>();
  const end = performance.now() + BUDGET_MS;
  for (const { key, counted } of due) {
    if (counted === undefined || fresh.has(key)) continue;
    if (fresh.size > 0 && performance.now() >= end) break;
    await nextTurn();
    fresh.set(key, await cache.count(key, counted.projectIds, () => count(request, counted)));
  }
  const counts = all.map(({ viewId, counted, key, kept }) => {
    if (counted === undefined) return { viewId, count: 0, capped: false };
    const { count, capped } = fresh.get(key) ?? kept?.value ?? { count: null, capped: false };
    return { viewId, count, capped };
  });
  const complete = all.every(({ counted, key, kept }) => !counted || fresh.has(key) || kept?.isUnchanged === true);
  return { counts, complete };
}
