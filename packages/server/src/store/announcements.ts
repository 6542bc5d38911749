import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import { rowValues } from './table.ts';
import {
  type AnnouncementReceiptRow,
  type AnnouncementRow,
  announcementReceiptTable,
  announcementTable,
} from './tables.ts';

const insert = statement<AnnouncementRow>()((db, row) =>
  db.insertInto('announcement').values(rowValues(announcementTable, row)),
);

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('announcement').select(announcementTable.columns).where('announcement_id', '=', id),
);

const lock = statement<{ id: string }>()((db, { id }) =>
  db
    .updateTable('announcement')
    .set({ title: sql`title` })
    .where('announcement_id', '=', id)
    .returning(announcementTable.columns),
);

const update = statement<AnnouncementRow>()((db, row) =>
  db
    .updateTable('announcement')
    .set({
      project_id: row.project_id,
      title: row.title,
      body: row.body,
      starts_at: row.starts_at,
      ends_at: row.ends_at,
    })
    .where('announcement_id', '=', row.announcement_id),
);

const list = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('announcement')
    .select(announcementTable.columns)
    .orderBy('created_at', 'desc')
    .orderBy('announcement_id', 'desc'),
);

const listOfProject = statement<{ projectId: string }>()((db, { projectId }) =>
  db
    .selectFrom('announcement')
    .select(announcementTable.columns)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('announcement_id', 'desc'),
);

const remove = statement<{ id: string }>()((db, { id }) =>
  db.deleteFrom('announcement').where('announcement_id', '=', id),
);

const markRead = statement<AnnouncementReceiptRow>()((db, row) =>
  db
    .insertInto('announcement_receipt')
    .values(rowValues(announcementReceiptTable, row))
    // Sets the stored value again: the first read time stays, and RETURNING has a row.
    .onConflict((conflict) =>
      conflict.columns(['player_id', 'announcement_id']).doUpdateSet({ read_at: sql`announcement_receipt.read_at` }),
    )
    .returning('read_at'),
);

export const announcements = (db: Executor) => ({
  insert: (row: AnnouncementRow) => db.run(insert, row),
  byId: (id: string) => db.one(byId, { id }),
  /** Locks an announcement until the end of the transaction, and returns it. */
  lock: (id: string) => db.one(lock, { id }),
  /** Stores all fields except the time of creation. */
  update: (row: AnnouncementRow) => db.run(update, row),
  /** Newest first. */
  list: () => db.all(list, {}),
  listOfProject: (projectId: string) => db.all(listOfProject, { projectId }),
  /** False if there is no such announcement. */
  remove: async (id: string) => (await db.run(remove, { id })) > 0,
  /** Marks an announcement as read. Returns when the player first read it. */
  async markRead(playerId: string, id: string, now: number): Promise<number> {
    return (await db.one(markRead, { player_id: playerId, announcement_id: id, read_at: now }))?.read_at ?? now;
  },
});
