import pg from 'pg';
import { SECOND } from '../../domain/time.ts';
import { OperatorError } from '../../operator-error.ts';
import type { WriteTimes } from '../database.ts';
import { reasonOf } from '../errors.ts';
import { PostgresDatabase } from './database.ts';
import { refusesParameter, remedyOf } from './errors.ts';
import { clientTimeout, type PostgresOptions } from './options.ts';

const MIN_VERSION = 14;

const SERVER = `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version') AS version,
  EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus, current_setting('statement_timeout') AS timeout,
  current_setting('search_path') AS path`;
interface Server {
  readonly encoding: string;
  readonly version: string;
  readonly citus: boolean;
  readonly timeout: string;
  readonly path: string;
}

const UNKNOWN: Server = { encoding: '', version: '', citus: false, timeout: '', path: '' };

/** The oid of the type int8. */
const INT8 = 20;

/** As numbers: counts and times are far below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Returns the settings of every connection: pool, quick reads, bus. */
export function connectionSettings(url: string, { connectSeconds, statementSeconds }: PostgresOptions) {
  return {
    // With a space anywhere, the driver would encode what is encoded again.
    connectionString: url.replaceAll(' ', '%20'),
    types,
    application_name: 'player-support',
    keepAlive: true,
    connectionTimeoutMillis: connectSeconds * SECOND,
    // The server ends a slow statement. The driver gives up later, if the server does not respond.
    statement_timeout: statementSeconds * SECOND,
    query_timeout: clientTimeout(statementSeconds),
    // A node that disappears must lose its locks.
    idle_in_transaction_session_timeout: 2 * statementSeconds * SECOND,
  };
}

/** For poolers that know none of these. Transactions set the time-outs then. */
const withoutParameters = (settings: pg.ClientConfig): pg.ClientConfig => ({
  ...settings,
  application_name: undefined,
  statement_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
});

/** Version 14 or newer. Connects when needed. Throws OperatorError if it cannot be used. */
export async function openPostgres(
  url: string,
  options: PostgresOptions,
  times: WriteTimes | undefined,
): Promise<PostgresDatabase> {
  const settings = connectionSettings(url, options);
  try {
    return await open(settings, options, times).catch((error) => {
      if (!refusesParameter(error)) throw error;
      return open(withoutParameters(settings), options, times);
    });
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const reason = `the PostgreSQL database cannot be used: ${reasonOf(cause)}${remedyOf(cause)}`;
    throw new OperatorError(reason, { cause });
  }
}

const SCHEMA_LOST =
  'the pooler drops search_path of DATABASE_URL, so the schema would be another one; use a database of its own';

/** False: the options of the URL have another one. */
function isWantedPath(url: string, path: string): boolean {
  const [, wanted = path] = /\bsearch_path=((?:\\.|\S)+)/.exec(URL.parse(url)?.searchParams.get('options') ?? '') ?? [];
  const [one, other] = [wanted, path].map((text) => text.replace(/[\s\\"']/g, ''));
  return one === other;
}

async function open(settings: pg.ClientConfig, options: PostgresOptions, times: WriteTimes | undefined) {
  // allowExitOnIdle: after `close`, a silent server must not keep the process alive.
  const pool = new pg.Pool({ ...settings, max: options.poolSize, allowExitOnIdle: true, pipeline: true });
  // Without listeners, the error of a broken connection would end the process. The pool replaces
  // it.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  try {
    const [server] = (await pool.query<Server>(SERVER)).rows;
    const { encoding, version, citus, timeout, path } = server ?? UNKNOWN;
    if (encoding !== 'UTF8') throw new OperatorError(`the database has the encoding ${encoding}; it must be UTF8`);
    if (Number.parseInt(version, 10) < MIN_VERSION)
      throw new OperatorError(`PostgreSQL ${MIN_VERSION} or newer is needed`);
    if (!isWantedPath(settings.connectionString ?? '', path)) throw new OperatorError(SCHEMA_LOST);
    return new PostgresDatabase(pool, settings, {
      ...options,
      version,
      times,
      hasCitus: citus,
      setsTimeouts: timeout === '0',
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
}
