import type { Executor } from './database.ts';
import { statement } from './statement.ts';

/** Among the tickets with tags. */
export interface TagPlace {
  readonly projectId: string;
  readonly ticketId: string;
}

/** Sorts after every id. */
const LAST = '~';

// The index ticket_tagged has this condition and order. Only a page's rows are filtered, so that
// any tag takes the same time.
const page = statement<{ projectId: string; ticketId: string; last: string; limit: number }>()(
  (db, { projectId, ticketId, last, limit }) =>
    db
      .selectFrom('ticket')
      .select(['project_id', 'ticket_id', 'tags'])
      .where('tags', 'is not', null)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('project_id', 'ticket_id'), '>', tuple(projectId, ticketId)))
      .where('project_id', '<=', last)
      .orderBy('project_id')
      .orderBy('ticket_id')
      .limit(limit),
);

export const taggedTickets = (db: Executor) => ({
  /** Reads tickets after a place by project and id. Undefined: all. */
  page(projectId: string | undefined, after: TagPlace | undefined, limit: number) {
    const place = after ?? { projectId: projectId ?? '', ticketId: '' };
    return db.all(page, { ...place, last: projectId ?? LAST, limit });
  },
});
