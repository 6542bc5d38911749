import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { startPostgres } from '../packages/server/test/helpers/postgres-server.ts';
import type { Databases } from './databases.ts';
import { driverLimit } from './limits.ts';

/** It syncs, as it does by default; the log does not fill up within a round, which would start a checkpoint. */
const FLAGS = ['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=16GB'];

/**
 * Starts PostgreSQL with its data on that disk and all its processes on that core. It must not be the core of the server
 * and its limit: PostgreSQL does the same for both, and in their time it would make them look alike.
 */
export async function postgresDatabases(directory: string, core: number | undefined): Promise<Databases> {
  const server = await startPostgres(FLAGS, directory);
  if (core !== undefined) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
    const own = processes.filter((ids) => ids.includes(server.pid()));
    // Those that it starts from now on are on the same core.
    for (const [pid] of own) execFileSync('taskset', ['-cp', String(core), String(pid)]);
  }
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const number = async (sql: string, values: string[] = []) =>
    Number((await admin.query<{ value: string }>(sql, values)).rows[0]?.value);
  return {
    async create(_directory, name) {
      await admin.query(`CREATE DATABASE ${name}`);
      const url = new URL(server.url);
      url.pathname = name;
      return url.href;
    },
    logBytes: () => number("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS value"),
    bytes: (url) => number('SELECT pg_database_size($1) AS value', [new URL(url).pathname.slice(1)]),
    limit: driverLimit,
    async stop() {
      await admin.end();
      await server.remove();
    },
  };
}
