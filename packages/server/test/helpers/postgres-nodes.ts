import type { TestContext } from 'node:test';
import pg from 'pg';
import { eventually } from './builders.ts';
import { type Api, call } from './call.ts';
import type { ConfigChanges } from './config-changes.ts';
import type { TestServer } from './harness.ts';
import { firstKey, type ServerProcess, type Settings, startProcess } from './programs.ts';

/** Each is a process. They share a PostgreSQL database. */

export interface Node extends Api {
  readonly process: ServerProcess;
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Every request must reach the database. */
const UNLIMITED: Settings = {
  RATE_LIMITS: 'off',
  POLL_TARGET_PER_SECOND: '0',
  LOG_LEVEL: 'warn',
};

/** Starts nodes on an empty database. The first creates the team's API key. */
export async function startNodes(
  t: Pick<TestContext, 'after'>,
  count: number,
  databaseUrl: string | ((index: number) => string),
  settings: Settings = {},
  changes?: ConfigChanges,
): Promise<Node[]> {
  const nodes: Node[] = [];
  let teamKey = '';
  for (let index = 0; index < count; index++) {
    const DATABASE_URL = typeof databaseUrl === 'string' ? databaseUrl : databaseUrl(index);
    const process = await startProcess(t, { ...UNLIMITED, DATABASE_URL, ...settings }, changes);
    if (index === 0) teamKey = await firstKey(process, DATABASE_URL);
    nodes.push(nodeOf(process, teamKey));
  }
  return nodes;
}

export function nodeOf(process: ServerProcess, teamKey: string): Node {
  const { url } = process;
  return { url, teamKey, process, call: (method, path, options) => call(url, method, path, options) };
}

/** Opens a connection beside those of the nodes. It ends after the test. */
export async function connect(t: Pick<TestContext, 'after'>, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'the test' });
  client.on('error', () => {});
  await client.connect();
  // A failing test's locks would block the deletion of its database.
  await client.query("SET idle_in_transaction_session_timeout = '120s'");
  t.after(() => client.end());
  return client;
}

/** Locks a player until the transaction ends. */
export const LOCK_PLAYER = 'UPDATE player SET user_id = user_id WHERE player_id = $1';

export async function lockRows(
  t: Pick<TestContext, 'after'>,
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  table: string,
) {
  const holder = await connect(t, databaseUrl);
  const observer = await connect(t, databaseUrl);
  await holder.query(`BEGIN; SELECT FROM ${table} FOR UPDATE`);
  const waiting = (used: string) => `SELECT DISTINCT pid FROM pg_locks
    WHERE relation = '${used}'::regclass AND pid IN (SELECT pid FROM pg_locks WHERE NOT granted)`;
  return {
    /** Resolves when at least this many transactions wait that have used the table `used`. */
    waitFor: (count: number, used = table) =>
      eventually(async () => (await observer.query(waiting(used))).rows.length >= count),
    /** Runs `sql` first. */
    release: (sql = '') => holder.query(`${sql}; COMMIT`),
  };
}

export function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(parameters)) changed.searchParams.set(name, value);
  return changed.href;
}

/** Adds PostgreSQL options for sessions. */
export function withOptions(url: string, options: string): string {
  return withParameters(url, { options: `${new URL(url).searchParams.get('options') ?? ''} ${options}`.trim() });
}
