import { NEVER } from '../domain/time.ts';
import { isByOneWithoutAccess, withKeysCreatedBy } from './created-by.ts';
import type { Executor } from './database.ts';
import { deleteRows, lockRows, selectRows, updateRows } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { rowValues } from './table.ts';
import {
  type AnnouncementReceiptRow,
  type AnnouncementRow,
  announcementReceiptTable,
  announcementTable,
} from './tables.ts';

/** With the time at which players see it. */
export type StoredAnnouncement = Omit<AnnouncementRow, 'begins_at'>;

/** Their texts are read at once. On SQLite nobody else is served meanwhile. */
export const ANNOUNCEMENTS_PER_PAGE = 20;

const AT_CREATION = 0;

/**
 * Nodes of the last release know no audience. A start that never comes makes them show the
 * announcement to nobody.
 */
const toRow = (one: StoredAnnouncement): AnnouncementRow =>
  one.audience === null
    ? { ...one, begins_at: null }
    : { ...one, starts_at: NEVER, begins_at: one.starts_at ?? AT_CREATION };

const fromRow = ({ begins_at, ...row }: AnnouncementRow): StoredAnnouncement => ({
  ...row,
  starts_at: begins_at === AT_CREATION ? null : (begins_at ?? row.starts_at),
});

const insert = statement<AnnouncementRow>()((db, row) =>
  db
    .insertInto('announcement')
    .values(rowValues(announcementTable, row))
    .onConflict((conflict) => conflict.column('request_key').where('request_key', 'is not', null).doNothing()),
);

const byId = selectRows(announcementTable, ['announcement_id']);
const byRequestKey = selectRows(announcementTable, ['request_key']);

const lock = lockRows(announcementTable, 'announcement_id');

/** That no update changes. */
const FIXED: ReadonlySet<string> = new Set(['announcement_id', 'created_at', 'request_key', 'body_hash', 'reached']);
const update = updateRows(
  announcementTable,
  ['announcement_id'],
  announcementTable.columns.filter((name) => !FIXED.has(name)),
);

const withhold = statement<{ creatorId: string; keptProjects: string | null; now: number }>()(
  (db, { creatorId, keptProjects, now }) =>
    withKeysCreatedBy(db, creatorId)
      .updateTable('announcement')
      .set({ ends_at: now, retracted_at: now })
      .where(isByOneWithoutAccess(db, creatorId, keptProjects))
      // With an audience, `starts_at` never comes. The index has it.
      .where('starts_at', '>', now)
      .where(sql<boolean>`coalesce(begins_at, starts_at) > ${now}`)
      .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
      .returning('project_id'),
);

// Ids sort by creation, so a page needs no other texts to be in order.
const list = statement<{ before: string }>()((db, { before }) =>
  db
    .selectFrom('announcement')
    .select(announcementTable.columns)
    .where('announcement_id', '<', before)
    .orderBy('announcement_id', 'desc')
    .limit(ANNOUNCEMENTS_PER_PAGE),
);

const listOfProjects = statement<{ projectIds: string; before: string }>()((db, { projectIds, before }) =>
  db
    .selectFrom('announcement')
    .select(announcementTable.columns)
    // Only ids are sorted. Sorting rows would read the texts of all pages.
    .where('announcement_id', 'in', (row) =>
      row
        .selectFrom('announcement as own')
        .select('own.announcement_id')
        .where('own.project_id', 'in', textsInJson(db, projectIds))
        .where('own.announcement_id', '<', before)
        .orderBy('own.announcement_id', 'desc')
        .limit(ANNOUNCEMENTS_PER_PAGE),
    )
    .orderBy('announcement_id', 'desc'),
);

const openOfProject = statement<{ projectId: string; now: number }>()((db, { projectId, now }) =>
  db
    .selectFrom('announcement')
    .select(announcementTable.columns)
    .where('project_id', '=', projectId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .orderBy('announcement_id'),
);

const size = statement<{ projectId: string; now: number }>()((db, { projectId, now }) =>
  db
    .selectFrom('announcement')
    .select((select) => select.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(CASE WHEN ends_at <= ${now} THEN 0 ELSE 1 END), 0)`.as('open'))
    .select(sql<number>`coalesce(sum(length(body) + coalesce(length(texts), 0)), 0)`.as('length'))
    .where('project_id', '=', projectId),
);

const toCountReach = statement<{ endedAt: number; id: string; now: number }>()((db, { endedAt, id, now }) =>
  db
    .selectFrom('announcement')
    .select(announcementTable.columns)
    .where(sql<boolean>`(ends_at, announcement_id) > (${endedAt}, ${id})`)
    .where('ends_at', '<=', now)
    // A withheld announcement can still be sent.
    .where(sql<boolean>`coalesce(begins_at, starts_at, 0) <= ends_at`)
    .where('reached', 'is', null)
    .orderBy('ends_at')
    .orderBy('announcement_id')
    .limit(1),
);

const setReached = updateRows(announcementTable, ['announcement_id'], ['reached'], { only: { reached: null } });

const countReads = statement<{ id: string; limit: number }>()((db, { id, limit }) =>
  db
    .selectFrom(
      db
        .selectFrom('announcement_receipt')
        .select('player_id')
        .where('announcement_id', '=', id)
        .orderBy('player_id')
        .limit(limit)
        .as('reads'),
    )
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.max('player_id').$castTo<string | null>().as('last'),
    ]),
);

const remove = deleteRows(announcementTable, 'announcement_id');

const markRead = statement<AnnouncementReceiptRow>()((db, row) =>
  db
    .insertInto('announcement_receipt')
    .values(rowValues(announcementReceiptTable, row))
    // Keeps the first read time. RETURNING needs a row.
    .onConflict((conflict) =>
      conflict.columns(['player_id', 'announcement_id']).doUpdateSet({ read_at: sql`announcement_receipt.read_at` }),
    )
    .returning('read_at'),
);

const fromRowIfAny = (row: AnnouncementRow | undefined) => row && fromRow(row);

export const announcements = (db: Executor) => ({
  /** False: this `request_key` exists, and nothing is stored. */
  insert: async (one: StoredAnnouncement) => (await db.run(insert, toRow(one))) > 0,
  byId: async (id: string) => fromRowIfAny(await db.one(byId, { announcement_id: id })),
  byRequestKey: async (key: string) => fromRowIfAny(await db.one(byRequestKey, { request_key: key })),
  lock: async (id: string) => fromRowIfAny(await db.one(lock, { announcement_id: id })),
  update: (one: StoredAnnouncement) => db.run(update, toRow(one)),
  /**
   * Retracts what a member or key, and the keys it created, wrote and has not begun, except in
   * projects where it may still write (null: all). Returns each affected project once.
   */
  withhold: async (creatorId: string, keptProjects: readonly string[] | null, now: number) => {
    const params = { creatorId, keptProjects: keptProjects && JSON.stringify(keptProjects), now };
    return (await db.all(withhold, params)).map(({ project_id }) => project_id);
  },
  /** Newest first, after the id `before`. Null: all projects. A tilde sorts after every id. */
  list: async (projectIds: readonly string[] | null, before = '~') =>
    (projectIds === null
      ? await db.all(list, { before })
      : await db.all(listOfProjects, { projectIds: JSON.stringify(projectIds), before })
    ).map(fromRow),
  /** The number, how many have not ended, and the characters of their texts. */
  size: async (projectId: string, now: number) =>
    (await db.one(size, { projectId, now })) ?? { count: 0, open: 0, length: 0 },
  openOfProject: async (projectId: string, now: number) =>
    (await db.all(openOfProject, { projectId, now })).map(fromRow),
  /** The first after this one that ended without a stored `reached`. */
  toCountReach: async ({ endedAt, id }: { readonly endedAt: number; readonly id: string }, now: number) =>
    fromRowIfAny(await db.one(toCountReach, { endedAt, id, now })),
  setReached: async (id: string, reached: string) => (await db.run(setReached, { announcement_id: id, reached })) > 0,
  /** The number of readers, at most `limit`, and the last of them by id. */
  countReads: async (id: string, limit: number) =>
    (await db.one(countReads, { id, limit })) ?? { count: 0, last: null },
  remove: async (id: string) => (await db.run(remove, { announcement_id: id })) > 0,
  /** Returns when the player first read it. */
  async markRead(playerId: string, id: string, now: number): Promise<number> {
    return (await db.one(markRead, { player_id: playerId, announcement_id: id, read_at: now }))?.read_at ?? now;
  },
});
