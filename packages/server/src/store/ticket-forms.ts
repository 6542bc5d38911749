import type { Field } from '../domain/forms.ts';
import { RecentMap } from '../domain/recent-map.ts';
import type { Executor } from './database.ts';
import { insertRow } from './plain-statements.ts';
import { isPostgres, sql, statement } from './statement.ts';
import { type TicketFormRow, ticketFormTable } from './tables.ts';

const insert = insertRow(ticketFormTable);

const byVersion = statement<{ projectId: string; wanted: string }>()((db, { projectId, wanted }) => {
  const pairs = isPostgres(db)
    ? sql`SELECT pair ->> 0, CAST(pair ->> 1 AS integer) FROM jsonb_array_elements(CAST(${wanted} AS jsonb)) AS pair`
    : sql`SELECT value ->> 0, value ->> 1 FROM json_each(${wanted})`;
  return sql<Pick<TicketFormRow, 'type' | 'version' | 'fields'>>`SELECT type, version, fields FROM ticket_form
      WHERE project_id = ${projectId} AND (type, version) IN (${pairs})`;
});

type TypeAndVersion = readonly [type: string, version: number];

export const ticketForms = (db: Executor) => ({
  add: (row: TicketFormRow) => db.run(insert, row),
  /** Reads existing versions. */
  byVersion: (projectId: string, wanted: readonly TypeAndVersion[]) =>
    db.all(byVersion, { projectId, wanted: JSON.stringify(wanted) }),
});

/** At least. Each has at most MAX_FORM_LENGTH characters. */
const KEPT_FORMS = 100;

interface Stores {
  readonly ticketForms: ReturnType<typeof ticketForms>;
}

/** A version never changes, so nothing has to be forgotten. */
export function createFormCache() {
  const forms = new RecentMap<readonly Field[]>(KEPT_FORMS);
  const keyOf = (projectId: string, type: string, version: number) => JSON.stringify([projectId, type, version]);

  /** Reads those of these forms that exist, by ticket type, in one statement at most. */
  async function all(stores: Stores, projectId: string, wanted: readonly TypeAndVersion[]) {
    const found = new Map<string, readonly Field[]>();
    const missing = wanted.filter(([type, version]) => {
      const form = forms.get(keyOf(projectId, type, version));
      if (form !== undefined) found.set(type, form);
      return form === undefined;
    });
    if (missing.length === 0) return found;
    for (const { type, version, fields } of await stores.ticketForms.byVersion(projectId, missing)) {
      const form = JSON.parse(fields) as Field[];
      forms.set(keyOf(projectId, type, version), form);
      found.set(type, form);
    }
    return found;
  }

  return {
    all,
    /** Undefined: it does not exist. */
    one: async (stores: Stores, projectId: string, type: string, version: number) =>
      (await all(stores, projectId, [[type, version]])).get(type),
  };
}

export type FormCache = ReturnType<typeof createFormCache>;
