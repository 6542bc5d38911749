import type { Executor } from './database.ts';
import { expiringRows, insertRow } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { type MentionRow, mentionTable } from './tables.ts';

const insert = insertRow(mentionTable);

const accessOfMembers = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('member')
    .select(['member_id', 'project_ids'])
    .where('member_id', 'in', textsInJson(db, ids))
    .where('disabled_at', 'is', null),
);

/** Sorts after every id. */
const NEWEST = '~';

const page = statement<{ memberId: string; projectIds: string; before: string; limit: number }>()(
  (db, { memberId, projectIds, before, limit }) =>
    db
      .selectFrom('mention')
      .select(mentionTable.columns)
      .where('member_id', '=', memberId)
      .where('message_id', '<', before)
      .where('project_id', 'in', textsInJson(db, projectIds))
      .orderBy('message_id', 'desc')
      .limit(limit),
);

const countUnread = statement<{ memberId: string; projectIds: string; limit: number }>()(
  (db, { memberId, projectIds, limit }) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('mention')
          .select('message_id')
          .where((row) => row.and({ member_id: memberId, read_at: null }))
          .where('project_id', 'in', textsInJson(db, projectIds))
          .limit(limit)
          .as('unread'),
      )
      .select((select) => select.fn.countAll<number>().as('count')),
);

type MarkedRead = { memberId: string; until: string; ticketId: string; now: number; limit: number };

const markRead = statement<MarkedRead>()((db, { memberId, until, ticketId, now, limit }) =>
  db
    .updateTable('mention')
    .set({ read_at: now })
    .where('member_id', '=', memberId)
    .where('message_id', 'in', (query) =>
      query
        .selectFrom('mention')
        .select('message_id')
        .where((row) => row.and({ member_id: memberId, read_at: null }))
        .where('message_id', '<=', until)
        .where(sql<boolean>`(CAST(${ticketId} AS text) = '' OR ticket_id = ${ticketId})`)
        .limit(limit),
    ),
);

type Mentioned = { memberId: string; projectIds: string; from: number; to: number; limit: number };

const mentioned = statement<Mentioned>()((db, { memberId, projectIds, from, to, limit }) =>
  db
    .selectFrom('mention')
    .select(['project_id', 'ticket_id'])
    .select((select) => select.fn.max('created_at').as('at'))
    .where('member_id', '=', memberId)
    .where('created_at', '>', from)
    .where('created_at', '<=', to)
    .where('project_id', 'in', textsInJson(db, projectIds))
    .groupBy(['project_id', 'ticket_id'])
    .orderBy('at', 'desc')
    .limit(limit),
);

const expiring = expiringRows(mentionTable, 'created_at');

/** A member, and the projects that it may see. */
type Reader = { readonly memberId: string; readonly projectIds: readonly string[] };

const paramsOf = ({ memberId, projectIds }: Reader) => ({ memberId, projectIds: JSON.stringify(projectIds) });

export const mentions = (db: Executor) => ({
  insert: (row: MentionRow) => db.send(insert, row),
  /** Of members who are not disabled. JSON; null: all projects. */
  accessOfMembers: (ids: readonly string[]) => db.all(accessOfMembers, { ids: JSON.stringify(ids) }),
  /** Newest first. `before`: a note's id; undefined for the first page. */
  page: (reader: Reader, before: string | undefined, limit: number) =>
    db.all(page, { ...paramsOf(reader), before: before ?? NEWEST, limit }),
  /** At most `limit`. */
  countUnread: async (reader: Reader, limit: number) =>
    (await db.one(countUnread, { ...paramsOf(reader), limit }))?.count ?? 0,
  /**
   * Marks those up to this note as read, at most `limit`. Returns how many. `ticketId`: only in
   * this ticket; '': in all.
   */
  markRead: (marked: MarkedRead) => db.run(markRead, marked),
  /** Newest first. */
  mentioned: ({ from, to, ...reader }: Reader & { from: number; to: number }, limit: number) =>
    db.all(mentioned, { ...paramsOf(reader), from, to, limit }),
  ...expiring(db),
});
