import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { openStore } from '../../src/store/store.ts';
import { ENGINE, type Engine, postgresUrl, sqliteFile } from './databases.ts';
import { TEST_SECRET_KEY } from './test-secret-key.ts';

/** A copy with all tables, as migrating takes longer than most tests. */

export interface MigratedDatabase {
  readonly url: string;
  /** Call it when no server uses the database. */
  drop(): Promise<void>;
}

export function migratedDatabase(t: Pick<TestContext, 'after'>, engine: Engine = ENGINE): Promise<MigratedDatabase> {
  return engine === 'postgres' ? postgresCopy() : sqliteCopy(t);
}

async function migrate(url: string): Promise<void> {
  const { databaseUrl, postgres, secretKey } = readConfig({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY });
  const store = await openStore(databaseUrl, { mode: 'serve', postgres, secretKey });
  await store.migrate();
  await store.close();
}

let sqliteTemplate: Promise<string> | undefined;

async function sqliteCopy(t: Pick<TestContext, 'after'>): Promise<MigratedDatabase> {
  sqliteTemplate ??= migratedFile();
  const file = sqliteFile(t);
  copyFileSync(await sqliteTemplate, file);
  // Its folder is deleted after the test.
  return { url: `sqlite:${file}`, drop: async () => {} };
}

async function migratedFile(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'player-support-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'migrated.db');
  await migrate(`sqlite:${file}`);
  return file;
}

const POSTGRES_TEMPLATE = 'migrated';
let postgresTemplate: Promise<void> | undefined;
let copies = 0;

async function postgresCopy(): Promise<MigratedDatabase> {
  postgresTemplate ??= migratedPostgres();
  await postgresTemplate;
  const name = `copy_${process.pid}_${++copies}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${POSTGRES_TEMPLATE} STRATEGY FILE_COPY`);
  return { url: urlOf(name), drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

let administrator: pg.Pool | undefined;

/** Keeps the connection: opening one takes as long as a short test. */
async function administer(sql: string): Promise<void> {
  administrator ??= new pg.Pool({
    connectionString: postgresUrl(),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  await administrator.query(sql);
}

function urlOf(database: string): string {
  const url = new URL(postgresUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** A run's processes share the template. The first makes it. */
async function migratedPostgres(): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl() });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [POSTGRES_TEMPLATE]);
    if (rowCount !== 0) return;
    const unfinished = `${POSTGRES_TEMPLATE}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished}`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    await migrate(urlOf(unfinished));
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${POSTGRES_TEMPLATE}`);
  } finally {
    await client.end();
  }
}
