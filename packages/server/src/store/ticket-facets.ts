import { TICKET_STATUSES } from '@player-support/contract/enums';
import type { Executor } from './database.ts';
import { type Range, rangeConditions, readRanges } from './ranges.ts';
import { type Params, sql, statementShapes } from './statement.ts';
import type { TicketRow } from './tables.ts';

/** The columns that have the values of the queue's filters. */
const COLUMNS = ['type', 'tags', 'context'] as const;
export type FacetRow = Pick<TicketRow, (typeof COLUMNS)[number]>;

const newest = statementShapes<Params, FacetRow, { readonly share: number }>((db, params, { share }) =>
  rangeConditions(params)
    .map((range) => {
      const tickets = db
        .selectFrom('ticket')
        .select(COLUMNS)
        .where(range)
        .orderBy('created_at', 'desc')
        .orderBy('ticket_id');
      return db
        .selectFrom(tickets.limit(sql.lit(share)).as('newest'))
        .select(COLUMNS)
        .distinct();
    })
    .reduce((union, one) => union.unionAll(one)),
);

export const ticketFacets = (db: Executor) => ({
  /**
   * The values of the newest tickets. Each project and status gets an equal share of `limit`. A
   * share is one range of an index in the order of that index, so nothing is sorted.
   */
  recent(projectIds: readonly string[], limit: number): Promise<FacetRow[]> {
    const ranges = projectIds.flatMap((id) => TICKET_STATUSES.map((status): Range => [id, status]));
    const share = Math.max(1, Math.floor(limit / ranges.length));
    return readRanges(ranges, (params) => newest(db, params, { share }));
  },
});
