import pg from 'pg';
import { SECOND } from '../../domain/time.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Database, WriteTimes } from '../database.ts';
import { PostgresDatabase } from './database.ts';
import type { PostgresOptions } from './options.ts';

const OLDEST = 14;

const INT8 = 20;

/** Counts and times are far below 2^53, so that a JavaScript number holds them. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** What every connection to this database is made with, the pool's and the one that listens. */
export function connectionSettings(url: string, { connectSeconds, statementSeconds }: PostgresOptions) {
  return {
    connectionString: url,
    types,
    application_name: 'player-support',
    keepAlive: true,
    connectionTimeoutMillis: connectSeconds * SECOND,
    // The server ends a statement that takes too long; should it not even answer, this side gives up a little later.
    statement_timeout: statementSeconds * SECOND,
    query_timeout: statementSeconds * SECOND + SECOND / 2,
    // A node that vanished without closing its connections must not keep its locks.
    idle_in_transaction_session_timeout: 2 * statementSeconds * SECOND,
  };
}

/**
 * Opens a PostgreSQL database, 14 or newer, with a pool of connections that are made when they are needed.
 *
 * @throws OperatorError if it cannot be reached or is not one for this service
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions,
  times: WriteTimes | undefined,
): Promise<Database> {
  // Once it is closed, a server that does not answer must not keep the process alive.
  const pool = new pg.Pool({ ...connectionSettings(url, options), max: options.poolSize, allowExitOnIdle: true });
  // A connection that breaks is replaced by the next request; without listeners it would end the process. The pool hears
  // of those that are idle only.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  try {
    const { rows } = await pool.query<{ encoding: string; version: string }>(
      "SELECT current_setting('server_encoding') AS encoding, current_setting('server_version') AS version",
    );
    const [{ encoding, version } = { encoding: '', version: '' }] = rows;
    if (encoding !== 'UTF8') throw new OperatorError(`the database has the encoding ${encoding}; it must be UTF8`);
    if (Number.parseInt(version, 10) < OLDEST) throw new OperatorError(`PostgreSQL ${OLDEST} or newer is needed`);
    return new PostgresDatabase(pool, { ...options, version, times });
  } catch (cause) {
    await pool.end();
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`the PostgreSQL database cannot be used: ${reason(cause)}`, { cause });
  }
}

/** What failed, without the address, which may hold a password. Several addresses of one name fail as one error. */
function reason(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no answer';
}
