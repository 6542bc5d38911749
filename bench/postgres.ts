import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { startPostgres } from '../packages/server/test/helpers/postgres-server.ts';
import type { Databases } from './databases.ts';
import { familySeconds } from './system.ts';

/** The log is so large that no round meets a checkpoint caused by its size. */
const FLAGS = ['-c', 'shared_buffers=512MB', '-c', 'max_wal_size=16GB'];

/** Data goes to the directory, processes to `core`, if given. */
export async function postgresDatabases(directory: string, core: number | undefined): Promise<Databases> {
  const server = await startPostgres(FLAGS, directory);
  if (core !== undefined) {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
    const own = processes.filter((ids) => ids.includes(server.pid()));
    // Later processes of PostgreSQL inherit the core.
    for (const [pid] of own) execFileSync('taskset', ['-cp', String(core), String(pid)]);
  }
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const number = async (sql: string, values: string[] = []) =>
    Number((await admin.query<{ value: string }>(sql, values)).rows[0]?.value);
  const create = async (name: string, template: string) => {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    const url = new URL(server.url);
    url.pathname = name;
    return url.href;
  };
  return {
    create: (_directory, name) => create(name, 'template1'),
    copy: (url, _directory, name) => create(name, new URL(url).pathname.slice(1)),
    processorSeconds: () => familySeconds(server.pid()),
    logBytes: () => number("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS value"),
    bytes: (url) => number('SELECT pg_database_size($1) AS value', [new URL(url).pathname.slice(1)]),
    async stop() {
      await admin.end();
      await server.remove();
    },
  };
}
