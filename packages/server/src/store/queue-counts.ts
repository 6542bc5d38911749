import { STORED_STATUSES, type StoredStatus } from '@player-support/contract/enums';
import type { Executor } from './database.ts';
import {
  type FilterParams,
  filterConditions,
  filterParams,
  matchesAll,
  type QueueFilter,
  statusesIn,
} from './queue-filter.ts';
import { rangeConditions, readRanges, statusRanges } from './ranges.ts';
import { type Params, sql, statementShapes } from './statement.ts';

/** How many tickets of one project and status match a filter. */
export interface StatusCount {
  readonly projectId: string;
  readonly status: StoredStatus;
  readonly count: number;
  /** How many of these have an assignee. */
  readonly assigned: number;
  /** How many of these have a player who is not blocked. */
  readonly unblocked: number;
  /** Whether only a part of the tickets was read. */
  readonly capped: boolean;
}

type RangeCount = Omit<StatusCount, 'capped'> & { readonly examined: number };

interface Limit {
  /** How many tickets of a range are read. */
  readonly limit: number;
  readonly unassigned: boolean;
}

// The columns must be in the index. With any other column, each row would be read.
const byStatus = statementShapes<Params & FilterParams, RangeCount, Limit>((db, params, { limit, unassigned }) =>
  rangeConditions(db, params)
    .map(({ condition, project, status }) => {
      const matches = matchesAll(filterConditions(db, params, unassigned)).as('matches');
      const read = db.selectFrom('ticket').select(['assignee_id', 'player_blocked', matches]).where(condition);
      return db
        .selectFrom(read.limit(sql.lit(limit)).as('counted'))
        .select([
          sql<string>`${project}`.as('projectId'),
          sql<StoredStatus>`${status}`.as('status'),
          sql<number>`count(*)`.as('examined'),
          sql<number>`coalesce(sum(matches), 0)`.as('count'),
          sql<number>`count(case when matches = 1 then assignee_id end)`.as('assigned'),
          sql<number>`count(case when matches = 1 and player_blocked = 0 then 1 end)`.as('unblocked'),
        ]);
    })
    .reduce((union, one) => union.unionAll(one)),
);

const ofMember = statementShapes<Params & FilterParams, { examined: number; count: number }, Limit>(
  (db, params, { limit }) => {
    const matches = matchesAll(filterConditions(db, params, false)).as('matches');
    const own = rangeConditions(db, params)
      .map(({ condition }) =>
        db.selectFrom('ticket').select(matches).where(condition).where(sql<boolean>`assignee_id = ${params.memberId}`),
      )
      .reduce((union, one) => union.unionAll(one));
    return db
      .selectFrom(own.limit(sql.lit(limit)).as('own'))
      .select([sql<number>`count(*)`.as('examined'), sql<number>`coalesce(sum(matches), 0)`.as('count')]);
  },
);

interface Budget {
  /** Up to how many tickets of a project and status are read. */
  readonly perRange: number;
  /** How many are read in total. What small ranges leave is for the others. */
  readonly total: number;
}

/** Counts tickets. Reads only indexes, except for tags on PostgreSQL. */
export const queueCounts = (db: Executor) => ({
  /** For each project and status, also those without tickets. */
  async byStatus(projectIds: readonly string[], filter: QueueFilter, budget: Budget): Promise<StatusCount[]> {
    const { assigneeId } = filter;
    const { knownIssueId } = filter;
    const values = { ...filterParams(filter), knownIssueId, assigneeId: assigneeId ?? undefined };
    const counts: StatusCount[] = [];
    let ranges = statusRanges(projectIds, statusesIn(STORED_STATUSES, filter));
    let left = budget.total;
    let limit = 0;
    while (ranges.length > 0) {
      const before = limit;
      limit = Math.max(1, Math.min(budget.perRange, Math.floor(left / ranges.length)));
      const found = await readRanges(ranges, (inRanges) =>
        byStatus(db, { ...values, ...inRanges }, { limit, unassigned: assigneeId === null }),
      );
      left -= found.reduce((sum, { examined }) => sum + examined, 0);
      const cut = found.filter(({ examined }) => examined === limit);
      const isEnd = limit === budget.perRange || Math.floor(left / cut.length) <= limit || limit <= before;
      const done = isEnd ? found : found.filter(({ examined }) => examined < limit);
      counts.push(...done.map(({ examined, ...one }) => ({ ...one, capped: examined === limit })));
      ranges = isEnd ? [] : cut.map(({ projectId, status }) => ({ projectId, status }));
    }
    return counts;
  },

  /** The open and pending tickets of a member. Each statement reads at most `limit` tickets. */
  async ofMember(memberId: string, projectIds: readonly string[], filter: QueueFilter, limit: number) {
    const ranges = statusRanges(projectIds, statusesIn(['open', 'pending'], filter));
    const values = { ...filterParams(filter), knownIssueId: filter.knownIssueId, memberId };
    const rows = await readRanges(ranges, (inRanges) =>
      ofMember(db, { ...values, ...inRanges }, { limit, unassigned: false }),
    );
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    return { count, capped: rows.some(({ examined }) => examined === limit) };
  },
});
