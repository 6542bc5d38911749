import type { Executor } from './database.ts';
import { insertRow } from './plain-statements.ts';
import { type Given, sql, statement, statementShapes } from './statement.ts';
import { rowValues } from './table.ts';
import { type AuditEntryRow, auditEntryTable } from './tables.ts';

const insert = insertRow(auditEntryTable);

const addOccurrences = statement<AuditEntryRow>()((db, row) =>
  db
    .insertInto('audit_entry')
    .values(rowValues(auditEntryTable, row))
    .onConflict((conflict) =>
      conflict.column('audit_entry_id').doUpdateSet({
        occurrences: sql`audit_entry.occurrences + excluded.occurrences`,
      }),
    ),
);

const oldest = statement<Record<never, never>>()((db) =>
  db.selectFrom('audit_entry').select('created_at').orderBy('audit_entry_id').limit(1),
);

// Ids sort by time, so this reads only the oldest entries.
const prune = statement<{ before: number; limit: number }>()((db, { before, limit }) =>
  db
    .deleteFrom('audit_entry')
    .where('created_at', '<', before)
    .where('audit_entry_id', 'in', (eb) =>
      eb.selectFrom('audit_entry as old').select('old.audit_entry_id').orderBy('old.audit_entry_id').limit(limit),
    ),
);

type AuditFilter = { actorId: string; action: string; before: string };

const list = statementShapes<AuditFilter, AuditEntryRow, { readonly limit: number }>(
  (db, { actorId, action, before }, { limit }) => {
    let query = db.selectFrom('audit_entry').select(auditEntryTable.columns);
    if (actorId !== undefined) query = query.where('actor_id', '=', actorId);
    if (action !== undefined) query = query.where('action', '=', action);
    if (before !== undefined) query = query.where('audit_entry_id', '<', before);
    return query.orderBy('audit_entry_id', 'desc').limit(limit);
  },
);

const after = statement<{ id: string; limit: number }>()((db, { id, limit }) =>
  db
    .selectFrom('audit_entry')
    .select(auditEntryTable.columns)
    .where('audit_entry_id', '>', id)
    .orderBy('audit_entry_id')
    .limit(limit),
);

/** By id: after the first, up to the second. */
type Range = { after: string; to: string; limit: number };

const inRange = (comparison: '=' | '!=') =>
  statement<Range & { action: string }>()((db, { action, after, to, limit }) =>
    db
      .selectFrom('audit_entry')
      .select(auditEntryTable.columns)
      .where('action', comparison, action)
      .where('audit_entry_id', '>', after)
      .where('audit_entry_id', '<=', to)
      .orderBy('audit_entry_id')
      .limit(limit),
  );
const ofAction = inRange('=');
const exceptAction = inRange('!=');

export const audit = (db: Executor) => ({
  add: (row: AuditEntryRow) => db.send(insert, row),
  /** Adds an entry, or its occurrences to the entry with its id. */
  addOccurrences: (row: AuditEntryRow) => db.run(addOccurrences, row),
  list: (filter: Given<AuditFilter>, limit: number) => list(db, filter, { limit }),
  /** Oldest first. */
  after: (id: string, limit: number) => db.all(after, { id, limit }),
  /** Oldest first. */
  ofAction: (action: string, range: Range) => db.all(ofAction, { action, ...range }),
  exceptAction: (action: string, range: Range) => db.all(exceptAction, { action, ...range }),
  anyExpired: async (before: number) => ((await db.one(oldest, {}))?.created_at ?? before) < before,
  /** Returns how many. */
  prune: (before: number, limit: number) => db.run(prune, { before, limit }),
});
