import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type MacroRow, macroTable } from './tables.ts';

const insert = statement<MacroRow>()((db, row) => db.insertInto('macro').values(rowValues(macroTable, row)));

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('macro').select(macroTable.columns).where('macro_id', '=', id),
);

const list = statement<Record<never, never>>()((db) =>
  db.selectFrom('macro').select(macroTable.columns).orderBy('created_at').orderBy('macro_id'),
);

const update = statement<Pick<MacroRow, 'macro_id' | 'project_id' | 'name' | 'body'>>()((db, row) =>
  db
    .updateTable('macro')
    .set({ project_id: row.project_id, name: row.name, body: row.body })
    .where('macro_id', '=', row.macro_id),
);

const remove = statement<{ id: string }>()((db, { id }) => db.deleteFrom('macro').where('macro_id', '=', id));

/** Macros. */
export const macros = (db: Executor) => ({
  insert: (row: MacroRow) => db.run(insert, row),
  byId: (id: string) => db.one(byId, { id }),
  /** Oldest first. */
  list: () => db.all(list, {}),
  update: ({ macro_id, project_id, name, body }: MacroRow) => db.run(update, { macro_id, project_id, name, body }),
  remove: (id: string) => db.run(remove, { id }),
});
