import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../../src/store/database-url.ts';
import { TABLES } from '../../src/store/tables.ts';
import { queryPostgres } from './databases.ts';

type Row = Record<string, unknown>;

/** Tables about the database itself. */
const OWN = ['migration', 'wal_restart'];

const POSTGRES_TABLES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()';
const SQLITE_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'";

/** Reads rows of a database over a separate connection. */
export async function queryRows(url: string, sql: string): Promise<Row[]> {
  const file = databaseFile(url);
  if (file === undefined) return queryPostgres<Row>(url, sql);
  const db = new DatabaseSync(file);
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

/**
 * All rows of all tables, as texts that do not depend on the engine or the order of columns. Not
 * those of the search, which follow from the others.
 */
export async function storedRows(url: string): Promise<Record<string, string[]>> {
  const tables = await queryRows(url, databaseFile(url) === undefined ? POSTGRES_TABLES : SQLITE_TABLES);
  const names = tables
    .map(({ name }) => String(name))
    .filter((name) => !OWN.includes(name) && !name.startsWith('search_'));
  const contents = names.sort().map(async (name) => {
    // Not the columns that one engine computes.
    const columns = TABLES.find((table) => table.name === name)?.columns ?? ['*'];
    const rows = await queryRows(url, `SELECT ${columns.join(', ')} FROM ${name}`);
    return [name, rows.map(canonical).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

function canonical(row: Row): string {
  const columns = Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]);
  return JSON.stringify(columns.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
