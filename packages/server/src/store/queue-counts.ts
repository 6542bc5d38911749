import { STORED_STATUSES, type StoredStatus } from '@player-support/contract/enums';
import type { Executor } from './database.ts';
import { filteredColumns } from './filter-columns.ts';
import {
  type FilterParams,
  type FilterShape,
  filterConditions,
  matchesAll,
  type QueueFilter,
  splitFilter,
  statusesIn,
} from './queue-filter.ts';
import { inParts, rangeCondition, rangeConditions, readRanges, statusRanges } from './ranges.ts';
import { isPostgres, type Params, sql, statementShapes } from './statement.ts';

/** Matching tickets of a project and status. */
export interface StatusCount {
  readonly projectId: string;
  readonly status: StoredStatus;
  readonly count: number;
  /** With an assignee. */
  readonly assigned: number;
  /** Of players who are not blocked. */
  readonly unblocked: number;
  /** Only a part was read. */
  readonly capped: boolean;
}

type RangeCount = Omit<StatusCount, 'capped'> & { readonly examined: number };

/** `limit`: of each range. */
type Shape = FilterShape & { readonly limit: number };

type CountParams = FilterParams & { readonly ranges: string; readonly knownIssueId: string };
interface CountedRange {
  readonly projectId: string;
  readonly status: StoredStatus;
  /** JSON: RangeCount without the range, in the order of COUNTED. */
  readonly counted: string;
}

/** The columns must be in the index, or each row would be read. */
const COUNTED = {
  examined: sql`count(*)`,
  count: sql`coalesce(sum(matches), 0)`,
  assigned: sql`count(case when matches = 1 then assignee_id end)`,
  unblocked: sql`count(case when matches = 1 and player_blocked = 0 then 1 end)`,
} as const;

// One subquery for all ranges, so that the SQL does not depend on the number of projects.
const byStatus = statementShapes<CountParams, CountedRange, Shape>((db, params, shape) => {
  const { ranges, knownIssueId } = params;
  const [project, status] = [sql<string>`one.value ->> 0`, sql<StoredStatus>`one.value ->> 1`];
  const matches = matchesAll(filterConditions(db, params, shape)).as('matches');
  const read = db
    .selectFrom('ticket')
    .select(['assignee_id', 'player_blocked', matches])
    .where(rangeCondition(db, { project, status, knownIssueId }))
    .limit(sql.lit(shape.limit));
  const list = sql.join(Object.values(COUNTED));
  const counted = isPostgres(db) ? sql<string>`json_build_array(${list})::text` : sql<string>`json_array(${list})`;
  const rows = isPostgres(db) ? sql`jsonb_array_elements(CAST(${ranges} AS jsonb))` : sql`json_each(${ranges})`;
  return db
    .selectFrom(rows.as<'one'>(isPostgres(db) ? sql`one(value)` : sql`one`))
    .select([
      project.as('projectId'),
      status.as('status'),
      db.selectFrom(read.as('counted')).select(counted.as('counted')).as('counted'),
    ]);
});

function countOf({ projectId, status, counted }: CountedRange): RangeCount {
  // The cast: COUNTED has these numbers in this order.
  const [examined, count, assigned, unblocked] = JSON.parse(counted) as [number, number, number, number];
  return { projectId, status, examined, count, assigned, unblocked };
}

const ofMember = statementShapes<Params & FilterParams, { examined: number; count: number }, Shape>(
  (db, params, shape) => {
    const filtered = filteredColumns(db);
    const matches = matchesAll(filterConditions(db, params, shape, filtered.of));
    const own = rangeConditions(db, params)
      .map(({ condition }) =>
        db
          .selectFrom('ticket')
          .select('assignee_id')
          .select(filtered.selections())
          .where(condition)
          .where(sql<boolean>`assignee_id = ${params.memberId}`),
      )
      .reduce((union, one) => union.unionAll(one));
    return db
      .selectFrom(own.limit(sql.lit(shape.limit)).as('own'))
      .select([sql<number>`count(*)`.as('examined'), sql<number>`coalesce(sum(${matches}), 0)`.as('count')]);
  },
);

interface Budget {
  /** Of a project and status. */
  readonly perRange: number;
  /** In total. Small ranges leave theirs to others. */
  readonly total: number;
}

/** Reads only indexes, except for tags on PostgreSQL. */
export const queueCounts = (db: Executor) => ({
  /** Counts for each project and status, also those without tickets. */
  async byStatus(
    projectIds: readonly string[],
    filter: QueueFilter,
    budget: Budget,
    statuses: readonly StoredStatus[] = STORED_STATUSES,
  ): Promise<StatusCount[]> {
    const { values, shape } = splitFilter(filter);
    const counts: StatusCount[] = [];
    let ranges = statusRanges(projectIds, statusesIn(statuses, filter));
    let left = budget.total;
    let limit = 0;
    // Each round reads all ranges up to `limit`. What small ones leave goes to those that were cut.
    while (ranges.length > 0) {
      const before = limit;
      limit = Math.max(1, Math.min(budget.perRange, Math.floor(left / ranges.length)));
      const found: RangeCount[] = [];
      for (const part of inParts(ranges)) {
        const list = JSON.stringify(part.map(({ projectId, status }) => [projectId, status]));
        found.push(...(await byStatus(db, { ...values, ranges: list }, { ...shape, limit })).map(countOf));
      }
      left -= found.reduce((sum, { examined }) => sum + examined, 0);
      const cut = found.filter(({ examined }) => examined === limit);
      const isEnd = limit === budget.perRange || Math.floor(left / cut.length) <= limit || limit <= before;
      const done = isEnd ? found : found.filter(({ examined }) => examined < limit);
      counts.push(...done.map(({ examined, ...one }) => ({ ...one, capped: examined === limit })));
      ranges = isEnd ? [] : cut.map(({ projectId, status }) => ({ projectId, status }));
    }
    return counts;
  },

  /** Open and pending. Each statement reads at most `limit` tickets. */
  async ofMember(memberId: string, projectIds: readonly string[], filter: QueueFilter, limit: number) {
    const ranges = statusRanges(projectIds, statusesIn(['open', 'pending'], filter));
    const { values, shape } = splitFilter({ ...filter, assigneeId: undefined });
    const rows = await readRanges(ranges, (inRanges) =>
      ofMember(db, { ...values, ...inRanges, memberId }, { ...shape, limit }),
    );
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    return { count, capped: rows.some(({ examined }) => examined === limit) };
  },
});
