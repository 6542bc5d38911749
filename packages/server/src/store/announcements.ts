import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import { ANNOUNCEMENT_COLUMNS, type AnnouncementRow } from './tables.ts';

const insert = statement<{ [Column in keyof AnnouncementRow]: AnnouncementRow[Column] }>()((db, row) =>
  db.insertInto('announcement').values({
    announcement_id: row.announcement_id,
    project_id: row.project_id,
    title: row.title,
    body: row.body,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    created_at: row.created_at,
  }),
);

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('announcement').select(ANNOUNCEMENT_COLUMNS).where('announcement_id', '=', id),
);

const list = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('announcement')
    .select(ANNOUNCEMENT_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('announcement_id', 'desc'),
);

const listOfProject = statement<{ projectId: string }>()((db, { projectId }) =>
  db
    .selectFrom('announcement')
    .select(ANNOUNCEMENT_COLUMNS)
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('announcement_id', 'desc'),
);

const remove = statement<{ id: string }>()((db, { id }) =>
  db.deleteFrom('announcement').where('announcement_id', '=', id),
);

const markRead = statement<{ playerId: string; id: string; now: number }>()((db, { playerId, id, now }) =>
  db
    .insertInto('announcement_receipt')
    .values({ player_id: playerId, announcement_id: id, read_at: now })
    // Sets what is there already: the first readAt stays, and RETURNING still has a row.
    .onConflict((conflict) =>
      conflict.columns(['player_id', 'announcement_id']).doUpdateSet({ read_at: sql`announcement_receipt.read_at` }),
    )
    .returning('read_at'),
);

export const announcements = (db: Executor) => ({
  insert: (row: AnnouncementRow) => db.run(insert, { ...row }),
  byId: (id: string) => db.one(byId, { id }),
  /** Newest first. */
  list: () => db.all(list, {}),
  listOfProject: (projectId: string) => db.all(listOfProject, { projectId }),
  /** Whether there was one. */
  remove: async (id: string) => (await db.run(remove, { id })) > 0,
  /** When the player first read it, which is now unless it was before. */
  async markRead(playerId: string, id: string, now: number): Promise<number> {
    return (await db.one(markRead, { playerId, id, now }))?.read_at ?? now;
  },
});
