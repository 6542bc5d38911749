import type { AliasedExpression, Expression, Kysely } from 'kysely';
import { type ContextField, contextField, isContextField } from './context-field.ts';
import { sql } from './statement.ts';
import type { Tables, TicketRow } from './tables.ts';

/** A ticket's column or context field that a filter compares. */
export type FilterColumn = ContextField | keyof TicketRow;

/** Where a filter finds what it compares. */
export type ColumnOf = (name: FilterColumn) => Expression<unknown>;

export const ofTicket =
  (db: Kysely<Tables>): ColumnOf =>
  (name) =>
    isContextField(name) ? contextField(db, name) : sql.ref(`ticket.${name}`);

/** A subquery over all ranges, so that the SQL has the filter once. */
export function filteredColumns(db: Kysely<Tables>) {
  const used = new Set<FilterColumn>();
  const nameOf = (name: FilterColumn) => `filter_${name}`;
  return {
    of: ((name) => {
      used.add(name);
      return sql.ref(nameOf(name));
    }) satisfies ColumnOf,
    selections: (): AliasedExpression<unknown, string>[] =>
      Array.from(used, (name) => sql`${ofTicket(db)(name)}`.as(nameOf(name))),
    names: (): string[] => Array.from(used, nameOf),
  };
}
