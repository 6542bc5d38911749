import type { Kysely } from 'kysely';
import { isPostgres, sql } from './statement.ts';
import type { Tables } from './tables.ts';

const CONTEXT_COLUMNS = { platform: 'platform', appVersion: 'app_version', locale: 'locale' } as const;
export type ContextField = keyof typeof CONTEXT_COLUMNS;

export const isContextField = (name: string): name is ContextField => Object.hasOwn(CONTEXT_COLUMNS, name);

/**
 * Returns a field of a ticket's context as the indexes have it: a generated column on PostgreSQL,
 * an expression on SQLite.
 */
export function contextField(db: Kysely<Tables>, field: ContextField) {
  return isPostgres(db)
    ? sql<string | null>`${sql.ref(CONTEXT_COLUMNS[field])}`
    : sql<string | null>`${sql.raw(`json_extract(context, '$.${field}')`)}`;
}
