import { TICKET_STATUSES } from '@player-support/contract/enums';
import type { PlayerContext } from '@player-support/contract/team/players';
import { contextField } from './context-field.ts';
import type { Executor } from './database.ts';
import { rangeConditions, readRanges, statusRanges } from './ranges.ts';
import { type Params, sql, statementShapes } from './statement.ts';
import type { TicketRow } from './tables.ts';

const FIELDS = ['platform', 'appVersion', 'locale'] as const;

/** A ticket's values for the filters. */
export type FacetRow = Pick<TicketRow, 'type' | 'tags'> & Pick<PlayerContext, (typeof FIELDS)[number]>;

const newest = statementShapes<Params, FacetRow, { readonly share: number }>((db, params, { share }) =>
  rangeConditions(db, params)
    .map(({ condition }) => {
      const tickets = db
        .selectFrom('ticket')
        .select(['type', 'tags', ...FIELDS.map((field) => contextField(db, field).as(field))])
        .where(condition)
        .orderBy('created_at', 'desc')
        .orderBy('ticket_id', 'desc');
      return db
        .selectFrom(tickets.limit(sql.lit(share)).as('newest'))
        .select(['type', 'tags', ...FIELDS])
        .distinct();
    })
    .reduce((union, one) => union.unionAll(one)),
);

export const ticketFacets = (db: Executor) => ({
  /**
   * Reads values of the newest tickets. Each project and status has an equal share of `limit`, one
   * range of an index, which has all of them except tags on PostgreSQL.
   */
  recent(projectIds: readonly string[], limit: number): Promise<FacetRow[]> {
    const ranges = statusRanges(projectIds, TICKET_STATUSES);
    const share = Math.max(1, Math.floor(limit / ranges.length));
    return readRanges(ranges, (params) => newest(db, params, { share }));
  },
});
