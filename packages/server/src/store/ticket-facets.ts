import { TICKET_STATUSES } from '@player-support/contract/enums';
import type { Executor } from './database.ts';
import type { TicketRow } from './tables.ts';

/** The columns that have the values of the queue's filters. */
export type FacetRow = Pick<TicketRow, 'type' | 'tags' | 'context'>;

/** Each project has 4 statuses, which makes 100 parts of a UNION. SQLite allows 500. */
const PROJECTS_PER_STATEMENT = 25;

export const ticketFacets = (db: Executor) => ({
  /**
   * The values of the newest tickets. Each project and status gets an equal share of `limit`. A
   * share is one range of an index in the order of that index, so nothing is sorted.
   */
  async recent(projectIds: readonly string[], limit: number): Promise<FacetRow[]> {
    const share = Math.max(1, Math.floor(limit / (projectIds.length * TICKET_STATUSES.length)));
    const found: FacetRow[] = [];
    for (let start = 0; start < projectIds.length; start += PROJECTS_PER_STATEMENT) {
      const projects = projectIds.slice(start, start + PROJECTS_PER_STATEMENT);
      const rows = await db.query<FacetRow>((builder) => {
        const newest = projects.flatMap((projectId) =>
          TICKET_STATUSES.map((status) =>
            builder
              .selectFrom((query) =>
                query
                  .selectFrom('ticket')
                  .select(['type', 'tags', 'context'])
                  .where('project_id', '=', projectId)
                  .where('status', '=', status)
                  .orderBy('created_at', 'desc')
                  .orderBy('ticket_id')
                  .limit(share)
                  .as('newest'),
              )
              .select(['type', 'tags', 'context'])
              .distinct(),
          ),
        );
        return newest.reduce((union, one) => union.unionAll(one));
      });
      found.push(...rows);
    }
    return found;
  },
});
