import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import type { ProjectRow } from './tables.ts';

const insert = statement<{ [Column in keyof ProjectRow]: ProjectRow[Column] }>()((db, row) =>
  db.insertInto('project').values({
    project_id: row.project_id,
    name: row.name,
    public_key: row.public_key,
    status: row.status,
    identity_salt: row.identity_salt,
    auto_close_days: row.auto_close_days,
    ticket_types: row.ticket_types,
    created_at: row.created_at,
  }),
);

const byId = statement<{ id: string }>()((db, { id }) =>
  db.selectFrom('project').selectAll().where('project_id', '=', id),
);

const byPublicKey = statement<{ publicKey: string }>()((db, { publicKey }) =>
  db.selectFrom('project').selectAll().where('public_key', '=', publicKey),
);

const list = statement<Record<never, never>>()((db) =>
  db.selectFrom('project').selectAll().orderBy('created_at').orderBy('project_id'),
);

const update = statement<Omit<ProjectRow, 'public_key' | 'identity_salt' | 'created_at'>>()((db, row) =>
  db
    .updateTable('project')
    .set({
      name: row.name,
      status: row.status,
      auto_close_days: row.auto_close_days,
      ticket_types: row.ticket_types,
    })
    .where('project_id', '=', row.project_id),
);

export const projects = (db: Executor) => ({
  insert: (row: ProjectRow) => db.run(insert, { ...row }),
  byId: (id: string) => db.one(byId, { id }),
  byPublicKey: (publicKey: string) => db.one(byPublicKey, { publicKey }),
  /** Oldest first. */
  list: () => db.all(list, {}),
  update: ({ project_id, name, status, auto_close_days, ticket_types }: ProjectRow) =>
    db.run(update, { project_id, name, status, auto_close_days, ticket_types }),
});
