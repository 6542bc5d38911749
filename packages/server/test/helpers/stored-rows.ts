import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { databaseFile } from '../../src/store/database-url.ts';
import { TABLES } from '../../src/store/tables.ts';
import type { After } from './cleanup.ts';

type Row = Record<string, unknown>;

/** About the database itself. */
const OWN = ['migration', 'wal_restart'];

const POSTGRES_TABLES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()';
const SQLITE_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'";

type Query = (sql: string) => Promise<Row[]>;

async function connect(url: string): Promise<{ query: Query; close(): Promise<void> }> {
  const file = databaseFile(url);
  if (file !== undefined) {
    const db = new DatabaseSync(file);
    return { query: async (sql) => db.prepare(sql).all(), close: async () => db.close() };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { query: async (sql) => (await client.query<Row>(sql)).rows, close: () => client.end() };
}

async function connected<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const { query, close } = await connect(url);
  try {
    return await work(query);
  } finally {
    await close();
  }
}

/** Reads rows over a separate connection. */
export function queryRows(url: string, sql: string): Promise<Row[]> {
  return connected(url, (query) => query(sql));
}

/**
 * Reads all rows as texts that depend on neither engine nor column order, without the search's
 * rows.
 */
export function storedRows(url: string): Promise<StoredRows> {
  return connected(url, (query) => readAll(url, query));
}

/** Keeps one connection for all reads: a new one to PostgreSQL first loads each table's data. */
export async function storedRowsReader(t: After, url: string): Promise<() => Promise<StoredRows>> {
  const { query, close } = await connect(url);
  t.after(close);
  return () => readAll(url, query);
}

type StoredRows = Record<string, string[]>;

async function readAll(url: string, query: Query): Promise<StoredRows> {
  const tables = await query(databaseFile(url) === undefined ? POSTGRES_TABLES : SQLITE_TABLES);
  const names = tables
    .map(({ name }) => String(name))
    .filter((name) => !OWN.includes(name) && !name.startsWith('search_'));
  const contents: StoredRows = {};
  for (const name of names.sort()) {
    // Without columns that one engine computes.
    const columns = TABLES.find((table) => table.name === name)?.columns.toSorted() ?? ['*'];
    contents[name] = (await query(`SELECT ${columns.join(', ')} FROM ${name}`)).map(canonical).sort();
  }
  return contents;
}

/** Engines differ in their types for numbers and bytes. */
function canonical(row: Row): string {
  for (const name of Object.keys(row)) if (row[name] !== null) row[name] = String(row[name]);
  return JSON.stringify(row);
}
