import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { databaseFile } from '../../src/store/database-url.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Tests that concern no single engine run on both. */
export type Engine = 'sqlite' | 'postgres';

export const ENGINE: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

let schemas = 0;

/** Creates an empty database, deleted after the test. Returns its URL. */
export function emptyDatabase(t: Pick<TestContext, 'after'>, engine: Engine = ENGINE): Promise<string> {
  return engine === 'postgres' ? postgresSchema(t) : Promise.resolve(`sqlite:${sqliteFile(t)}`);
}

export function sqliteFile(t: Pick<TestContext, 'after'>): string {
  return path.join(temporaryDirectory(t), 'test.db');
}

/** Creates a schema in this run's PostgreSQL server. Returns its URL. */
export async function postgresSchema(t: Pick<TestContext, 'after'>): Promise<string> {
  const url = postgresUrl();
  const name = `test_${process.pid}_${++schemas}`;
  await queryPostgres(url, `CREATE SCHEMA ${name}`);
  t.after(() => dropSchema(url, name));
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${name}`);
  return own.href;
}

/** A running server can hold locks. Then PostgreSQL may end this statement. */
async function dropSchema(url: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await queryPostgres(url, `SET client_min_messages = error; DROP SCHEMA ${name} CASCADE`);
      return;
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01';
      if (!isDeadlock || tries === 10) throw error;
    }
  }
}

/** The tests share it. */
export function postgresUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (url === undefined) throw new Error('no PostgreSQL server: run tests with `npm test`, which starts one');
  return url;
}

/** Runs SQL over a separate connection. */
export async function executeSql(url: string, sql: string): Promise<void> {
  const file = databaseFile(url);
  if (file === undefined) {
    await queryPostgres(url, sql);
    return;
  }
  // Waits while the server writes.
  const db = new DatabaseSync(file, { timeout: 30_000 });
  db.exec(sql);
  db.close();
}

/** Runs SQL over a separate connection. */
export async function queryPostgres<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const TABLES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()';

export async function isUntouched(url: string): Promise<boolean> {
  const file = databaseFile(url);
  if (file !== undefined) return readdirSync(path.dirname(file)).length === 0;
  return (await queryPostgres(url, TABLES)).length === 0;
}

/** Reads the bytes of its files, or all rows. */
export async function allStored(url: string): Promise<string> {
  const file = databaseFile(url);
  if (file !== undefined) return ['', '-wal'].map((end) => readFileSync(file + end, 'latin1')).join('');
  const tables = await queryPostgres<{ name: string }>(url, TABLES);
  const rows = await Promise.all(tables.map(({ name }) => queryPostgres(url, `SELECT * FROM ${name}`)));
  return JSON.stringify(rows);
}
