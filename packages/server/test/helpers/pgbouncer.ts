import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { executeSql, postgresUrl } from './databases.ts';
import { freePort } from './free-port.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const MISSING =
  'pgbouncer is needed for this test; install it: `apt-get install pgbouncer` (Debian, Ubuntu), `brew install pgbouncer` (macOS)';

export interface Pooled {
  /** The database through PgBouncer. */
  readonly url: string;
  /** The same database without PgBouncer. */
  readonly direct: string;
}

let databases = 0;

/**
 * Starts a real PgBouncer in transaction mode, with few server connections, before a new database.
 * `settings`: more lines.
 */
export async function startPgbouncer(
  t: Pick<TestContext, 'after'>,
  connections: number,
  settings: readonly string[],
): Promise<Pooled> {
  const server = new URL(postgresUrl());
  const database = `pooled_${process.pid}_${++databases}`;
  await executeSql(server.href, `CREATE DATABASE ${database}`);
  t.after(() => executeSql(server.href, `DROP DATABASE ${database} WITH (FORCE)`));

  const directory = temporaryDirectory(t);
  const port = await freePort();
  const file = path.join(directory, 'pgbouncer.ini');
  const target = `host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`;
  const lines = [
    '[databases]',
    `${database} = ${target}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  // Not root: its user must be able to read this.
  chmodSync(directory, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
  const child = spawn('pgbouncer', [...user, file], { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit').catch(() => assert.fail(MISSING));
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let log = '';
  for (;;) {
    const chunk = once(child.stderr.setEncoding('utf8'), 'data').then(([text]) => text as string);
    const text = await Promise.race([chunk, ended.then(() => assert.fail(`pgbouncer ended: ${log}`))]);
    log += text;
    if (log.includes('process up')) break;
  }
  // A full, unread pipe would stop it.
  child.stderr.resume();
  const through = (at: string) => `postgres://${server.username}:${server.password}@${at}/${database}`;
  return { url: through(`127.0.0.1:${port}`), direct: through(server.host) };
}
