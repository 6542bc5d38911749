import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import type { AuditEntryRow } from './tables.ts';

const insert = statement<{ [Column in keyof AuditEntryRow]: AuditEntryRow[Column] }>()((db, row) =>
  db.insertInto('audit_entry').values({
    audit_entry_id: row.audit_entry_id,
    created_at: row.created_at,
    actor_type: row.actor_type,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    action: row.action,
    project_id: row.project_id,
    target: row.target,
    details: row.details,
  }),
);

/** What the team did. */
export const audit = (db: Executor) => ({
  add: (row: AuditEntryRow) => db.run(insert, { ...row }),
});
