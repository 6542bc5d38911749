import type { Executor } from './database.ts';
import { deleteRows, insertRow, lockRows, selectRows, updateRows } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { type MacroRow, macroTable } from './tables.ts';

const insert = insertRow(macroTable);

const lock = lockRows(macroTable, 'macro_id');
const list = selectRows(macroTable, [], ['created_at', 'macro_id']);

const listOfProjects = statement<{ projectIds: string }>()((db, { projectIds }) =>
  db
    .selectFrom('macro')
    .select(macroTable.columns)
    .where((row) => row.or([row('project_id', 'is', null), row('project_id', 'in', textsInJson(db, projectIds))]))
    .orderBy('created_at')
    .orderBy('macro_id'),
);

const size = statement<{ projectId: string }>()((db, { projectId }) =>
  db
    .selectFrom('macro')
    .select((select) => select.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(length(body) + coalesce(length(texts), 0)), 0)`.as('length'))
    .where(sql<boolean>`coalesce(project_id, '') = ${projectId}`),
);

type Content = Omit<MacroRow, 'created_at' | 'uses' | 'last_used_at'>;

const update = updateRows(macroTable, ['macro_id'], ['project_id', 'name', 'body', 'texts', 'actions']);

const countUse = statement<{ id: string; projectId: string; now: number }>()((db, { id, projectId, now }) =>
  db
    .updateTable('macro')
    .set({ uses: sql`uses + 1`, last_used_at: now })
    .where('macro_id', '=', id)
    .where(sql<boolean>`COALESCE(project_id, ${projectId}) = ${projectId}`),
);

const remove = deleteRows(macroTable, 'macro_id');

export const macros = (db: Executor) => ({
  insert: (row: MacroRow) => db.run(insert, row),
  lock: (id: string) => db.one(lock, { macro_id: id }),
  /** Reads those for all projects and for these, oldest first. Null: all macros. */
  list: (projectIds: readonly string[] | null) =>
    projectIds === null ? db.all(list, {}) : db.all(listOfProjects, { projectIds: JSON.stringify(projectIds) }),
  /** Counts macros and the characters of their texts. Null: those for all projects. */
  size: async (projectId: string | null) =>
    (await db.one(size, { projectId: projectId ?? '' })) ?? { count: 0, length: 0 },
  update: (row: Content) => db.run(update, row),
  /** Macros of other projects do not count. */
  countUse: async (ids: readonly string[], projectId: string, now: number) => {
    // Sorted, so that two replies with the same macros cannot deadlock.
    for (const id of [...new Set(ids)].sort()) await db.send(countUse, { id, projectId, now });
  },
  remove: (id: string) => db.run(remove, { macro_id: id }),
});
