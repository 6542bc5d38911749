import type { Executor } from './database.ts';
import { statement } from './statement.ts';

/** A place among the tickets with tags. */
export interface TagPlace {
  readonly projectId: string;
  readonly ticketId: string;
}

/** Sorts after every id. */
const LAST = '~';

// The index ticket_tagged has this condition and this order. Only the rows that the page counts on
// are filtered, so that a page takes the same time with any tag.
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

/** The tickets that have tags. */
export const taggedTickets = (db: Executor) => ({
  /** Those of a project, or of all, after a place, by project and id. */
  page(projectId: string | undefined, after: TagPlace | undefined, limit: number) {
    const place = after ?? { projectId: projectId ?? '', ticketId: '' };
    return db.all(page, { ...place, last: projectId ?? LAST, limit });
  },
});
