import { TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import type { Executor } from './database.ts';
import { type Range, rangeConditions, readRanges } from './ranges.ts';
import { type Params, sql, statementShapes } from './statement.ts';

/** How many tickets of one project have a status. Counting stops at the limit. */
export interface StatusCount {
  readonly status: TicketStatus;
  readonly count: number;
  /** How many of those that were counted have an assignee. */
  readonly assigned: number;
}

type Limit = { readonly limit: number };

// The columns must be in the index. With any other column, each row would be read.
const byStatus = statementShapes<Params, StatusCount, Limit>((db, params, { limit }) =>
  rangeConditions(params)
    .map((range, index) =>
      db
        .selectFrom(db.selectFrom('ticket').select('assignee_id').where(range).limit(sql.lit(limit)).as('counted'))
        .select((counted) => [
          sql<TicketStatus>`${params[`status${index}`]}`.as('status'),
          counted.fn.countAll<number>().as('count'),
          counted.fn.count<number>('assignee_id').as('assigned'),
        ]),
    )
    .reduce((union, one) => union.unionAll(one)),
);

const ofMember = statementShapes<Params, { count: number }, Limit>((db, params, { limit }) => {
  const own = rangeConditions(params)
    .map((range) =>
      db.selectFrom('ticket').select('status').where(range).where(sql<boolean>`assignee_id = ${params.memberId}`),
    )
    .reduce((union, one) => union.unionAll(one));
  return db
    .selectFrom(own.limit(sql.lit(limit)).as('own'))
    .select((counted) => counted.fn.countAll<number>().as('count'));
});

const rangesOf = (projectIds: readonly string[], statuses: readonly TicketStatus[]) =>
  projectIds.flatMap((id) => statuses.map((status): Range => [id, status]));

/** Counts tickets. Reads only indexes. */
export const queueCounts = (db: Executor) => ({
  /** For each project and status, also those without tickets. */
  byStatus: (projectIds: readonly string[], limit: number) =>
    readRanges(rangesOf(projectIds, TICKET_STATUSES), (params) => byStatus(db, params, { limit })),
  /** The open and pending tickets of a member. */
  async ofMember(memberId: string, projectIds: readonly string[], limit: number): Promise<number> {
    const ranges = rangesOf(projectIds, ['open', 'pending']);
    const rows = await readRanges(ranges, (inRanges) => ofMember(db, { ...inRanges, memberId }, { limit }));
    return rows.reduce((sum, { count }) => sum + count, 0);
  },
});
