import { MAX_SHARED_VIEWS, MAX_VIEWS_PER_MEMBER } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { deleteRows, insertRow, lockRows, saveRow, selectRows, updateRows } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type SavedViewRow, savedViewOrderTable, savedViewTable } from './tables.ts';

const insert = insertRow(savedViewTable);

const lock = lockRows(savedViewTable, 'view_id');

const ownAndShared = statement<{ memberId: string }>()((db, { memberId }) =>
  db
    .selectFrom('saved_view')
    .select(savedViewTable.columns)
    .where(({ eb, or }) => or([eb('member_id', '=', memberId), eb('role', 'is not', null)]))
    .orderBy('view_id')
    // More than the limits: two members can reach them at once.
    .limit(sql.lit(2 * (MAX_VIEWS_PER_MEMBER + MAX_SHARED_VIEWS))),
);

/** Part of every filter about tags. */
const TAG_CONDITION = sql.lit('"field":"tag"');

const aboutTags = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('saved_view')
    .select(savedViewTable.columns)
    .where(sql<boolean>`replace(filter, ${TAG_CONDITION}, '') <> filter`)
    .orderBy('view_id'),
);

const counts = statement<{ memberId: string; projectId: string | null }>()((db, { memberId, projectId }) =>
  db
    .selectFrom('saved_view')
    .select([
      sql<number>`COUNT(CASE WHEN member_id = ${memberId} THEN 1 END)`.as('own'),
      sql<number>`COUNT(role)`.as('shared'),
      sql<number>`COUNT(CASE WHEN member_id = ${memberId} THEN role END)`.as('sharedOwn'),
      sql<number>`COUNT(CASE WHEN project_id IS NOT DISTINCT FROM ${projectId} THEN role END)`.as('sharedHere'),
    ])
    .where(({ eb, or }) => or([eb('member_id', '=', memberId), eb('role', 'is not', null)])),
);

type Content = Omit<SavedViewRow, 'member_id' | 'created_at'>;

const update = updateRows(
  savedViewTable,
  ['view_id'],
  ['project_id', 'role', 'name', 'base', 'sort', 'filter', 'query', 'updated_at'],
);
const remove = deleteRows(savedViewTable, 'view_id');

const order = selectRows(savedViewOrderTable, ['member_id']);

const setOrder = saveRow(savedViewOrderTable);

export const savedViews = (db: Executor) => ({
  insert: (row: SavedViewRow) => db.run(insert, row),
  lock: (id: string) => db.one(lock, { view_id: id }),
  /** Oldest first. */
  ownAndShared: (memberId: string) => db.all(ownAndShared, { memberId }),
  /** Reads all members' views that filter by tags, oldest first. */
  aboutTags: () => db.all(aboutTags, {}),
  /**
   * The member's views, the shared ones, the member's shared ones, and those about the project.
   * null: all projects.
   */
  counts: async (memberId: string, projectId: string | null) =>
    (await db.one(counts, { memberId, projectId })) ?? { own: 0, shared: 0, sharedOwn: 0, sharedHere: 0 },
  update: (row: Content) => db.run(update, row),
  remove: (id: string) => db.run(remove, { view_id: id }),
  /** Some views may no longer exist. */
  order: async (memberId: string): Promise<string[]> =>
    JSON.parse((await db.one(order, { member_id: memberId }))?.view_ids ?? '[]') as string[],
  setOrder: (memberId: string, viewIds: readonly string[]) =>
    db.run(setOrder, { member_id: memberId, view_ids: JSON.stringify(viewIds) }),
});
