import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type MacroRow, macroTable } from './tables.ts';

const insert = statement<MacroRow>()((db, row) => db.insertInto('macro').values(rowValues(macroTable, row)));

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('macro').select(macroTable.columns).where('macro_id', '=', id),
);

const list = statement<Record<never, never>>()((db) =>
  db.selectFrom('macro').select(macroTable.columns).orderBy('created_at').orderBy('macro_id'),
);

type Content = Omit<MacroRow, 'created_at' | 'uses' | 'last_used_at'>;

const update = statement<Content>()((db, row) =>
  db
    .updateTable('macro')
    .set({ project_id: row.project_id, name: row.name, body: row.body, texts: row.texts, actions: row.actions })
    .where('macro_id', '=', row.macro_id),
);

const countUse = statement<{ id: string; projectId: string; now: number }>()((db, { id, projectId, now }) =>
  db
    .updateTable('macro')
    .set({ uses: sql`uses + 1`, last_used_at: now })
    .where('macro_id', '=', id)
    .where(sql<boolean>`COALESCE(project_id, ${projectId}) = ${projectId}`),
);

const remove = statement<{ id: string }>()((db, { id }) => db.deleteFrom('macro').where('macro_id', '=', id));

/** Macros. */
export const macros = (db: Executor) => ({
  insert: (row: MacroRow) => db.run(insert, row),
  byId: (id: string) => db.one(byId, { id }),
  /** Oldest first. */
  list: () => db.all(list, {}),
  update: ({ macro_id, project_id, name, body, texts, actions }: Content) =>
    db.run(update, { macro_id, project_id, name, body, texts, actions }),
  /** Counts a reply in a ticket of this project. Macros of other projects do not count it. */
  countUse: async (ids: readonly string[], projectId: string, now: number) => {
    // In this order, so that two replies with the same macros cannot wait for each other.
    for (const id of [...new Set(ids)].sort()) await db.run(countUse, { id, projectId, now });
  },
  remove: (id: string) => db.run(remove, { id }),
});
