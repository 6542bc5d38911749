import pg from 'pg';
import { SECOND } from '../../domain/time.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Database, WriteTimes } from '../database.ts';
import { PostgresDatabase } from './database.ts';
import type { PostgresOptions } from './options.ts';
import { SharedConnections } from './shared-connections.ts';

const MIN_VERSION = 14;
/** Connections that quick reads share, besides the pool. */
const SHARED_CONNECTIONS = 2;

const SERVER = `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version') AS version,
  EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus`;

/** The oid of the type int8. */
const INT8 = 20;

/** Reads int8 as a number: counts and times are far below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** The settings of every connection: of the pool, of quick reads and of the bus. */
export function connectionSettings(url: string, { connectSeconds, statementSeconds }: PostgresOptions) {
  return {
    connectionString: url,
    types,
    application_name: 'player-support',
    keepAlive: true,
    connectionTimeoutMillis: connectSeconds * SECOND,
    // The server ends a statement that takes too long. If the server does not respond, the driver
    // gives up a little later.
    statement_timeout: statementSeconds * SECOND,
    query_timeout: statementSeconds * SECOND + SECOND / 2,
    // If a node disappears without closing its connections, its locks must end.
    idle_in_transaction_session_timeout: 2 * statementSeconds * SECOND,
  };
}

/**
 * Opens a PostgreSQL database, version 14 or newer. Connections are opened when they are needed.
 *
 * @throws OperatorError if it cannot be reached or cannot be used
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions,
  times: WriteTimes | undefined,
): Promise<Database> {
  // allowExitOnIdle: after `close`, a server that does not respond must not keep the process alive.
  const settings = connectionSettings(url, options);
  const pool = new pg.Pool({ ...settings, max: options.poolSize, allowExitOnIdle: true, pipeline: true });
  // Without these listeners, the error of a broken connection would end the process. The pool
  // itself reports only errors of idle connections, and replaces a broken one.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  try {
    const { rows } = await pool.query<{ encoding: string; version: string; citus: boolean }>(SERVER);
    const [{ encoding, version, citus } = { encoding: '', version: '', citus: false }] = rows;
    if (encoding !== 'UTF8') throw new OperatorError(`the database has the encoding ${encoding}; it must be UTF8`);
    if (Number.parseInt(version, 10) < MIN_VERSION)
      throw new OperatorError(`PostgreSQL ${MIN_VERSION} or newer is needed`);
    return new PostgresDatabase(pool, new SharedConnections(settings, SHARED_CONNECTIONS), {
      ...options,
      version,
      times,
      hasCitus: citus,
    });
  } catch (cause) {
    await pool.end();
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`the PostgreSQL database cannot be used: ${reason(cause)}`, { cause });
  }
}

/** The reason of a failure, without the URL and its password. An AggregateError has only a code. */
function reason(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no response';
}
