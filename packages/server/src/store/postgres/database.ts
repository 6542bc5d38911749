import { hash, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { OperatorError } from '../../operator-error.ts';
import type { Database, TransactionExecutor, WriteTimes } from '../database.ts';
import { StoreUnavailableError, unavailable } from '../errors.ts';
import type { Params, Statement, Value } from '../statement.ts';
import type { Tables } from '../tables.ts';
import { builder } from './builder.ts';
import { fromDriver, isAboutNames, isBroken, isRetryable, translate } from './errors.ts';

/**
 * How often a transaction is tried before a deadlock or serialization failure reaches the caller.
 */
const MAX_ATTEMPTS = 5;

// Locks belong to the database and are named by numbers. The schema is part of them, because two
// installations can share a database.
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(hashtext(current_schema()), hashtext($1)) AS locked';
const SETTINGS =
  "SELECT current_setting('synchronous_commit') AS commit, current_setting('statement_timeout') AS timeout";

interface Options {
  readonly queue: number;
  readonly version: string;
  readonly times: WriteTimes | undefined;
}

interface Prepared {
  readonly name: string;
  readonly text: string;
  bind(params: Params): Value[];
}

/**
 * A pool of connections. A statement outside a transaction is one round trip. A transaction is two
 * more than it has statements.
 */
export class PostgresDatabase implements Database {
  readonly engine: string;
  readonly embedded = false;
  readonly dialect = {
    // Room on a page for the next version of a row, so that most changes do not touch indexes.
    storage: 'WITH (fillfactor = 85)',
    key: 'text COLLATE "C"',
    // Any number, but the same for all nodes of all releases.
    lockMigrations: 'SELECT pg_advisory_xact_lock(hashtext(current_schema()), 7031994)',
    keepWritersOut: (tables: readonly string[]) => `LOCK TABLE ${tables.join(', ')} IN SHARE MODE`,
  };
  readonly #pool: Pool;
  readonly #options: Options;
  readonly #prepared = new Map<unknown, Prepared>();
  /** Whether prepared statements have names; false after a pooler mixed up connections. */
  #named = true;

  constructor(pool: Pool, options: Options) {
    this.#pool = pool;
    this.#options = options;
    this.engine = `PostgreSQL ${options.version}`;
  }

  async all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]> {
    return (await this.#alone(statement, params)).rows;
  }

  async one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined> {
    return (await this.#alone(statement, params)).rows[0];
  }

  async run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number> {
    return (await this.#alone(statement, params)).rowCount ?? 0;
  }

  query<Row>(build: (db: Kysely<Tables>) => { compile(): CompiledQuery<Row> }): Promise<Row[]> {
    return this.#attempts((client) => dynamic(client, build));
  }

  async transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T> {
    return this.#attempts(async (client) => {
      await send(client, 'BEGIN');
      try {
        const value = await work(this.#inside(client));
        const started = performance.now();
        const { command } = await send(client, 'COMMIT');
        // This is how PostgreSQL ends a transaction after a failed statement. It is not an error
        // for it.
        if (command === 'ROLLBACK') throw new Error('a transaction went on after one of its statements had failed');
        this.#options.times?.commit((performance.now() - started) / 1000);
        return value;
      } catch (error) {
        // A broken connection ends its transaction. Any other must end it before the next one.
        if (!isBroken(error)) await send(client, 'ROLLBACK');
        throw error;
      }
    });
  }

  async backup(): Promise<void> {
    throw new OperatorError('PostgreSQL is backed up with its own tools: pg_dump, or a base backup and its log');
  }

  /** Clients cannot check the files of PostgreSQL. This checks for harmful settings. */
  async check(): Promise<string[]> {
    const { rows } = await this.#attempts((client) => send<{ commit: string; timeout: string }>(client, SETTINGS));
    const problems: string[] = [];
    if (rows[0]?.commit === 'off') problems.push('synchronous_commit is off: a crash would lose acknowledged writes');
    // Each connection sets it, but a pooler may not pass it on.
    if (rows[0]?.timeout === '0') {
      problems.push('statement_timeout is 0: set it with ALTER DATABASE, since the pooler does not pass it on');
    }
    return problems;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** The executor of a transaction on this connection. */
  #inside(client: PoolClient): TransactionExecutor {
    return {
      embedded: this.embedded,
      all: async (statement, params) => (await this.#execute(client, statement, params)).rows,
      one: async (statement, params) => (await this.#execute(client, statement, params)).rows[0],
      run: async (statement, params) => (await this.#execute(client, statement, params)).rowCount ?? 0,
      query: (build) => dynamic(client, build),
      async tryLock(key) {
        const { rows } = await send<{ locked: boolean }>(client, { text: TRY_LOCK, values: [key] });
        return rows[0]?.locked === true;
      },
    };
  }

  #alone<P extends Params, Row>(statement: Statement<P, Row>, params: P) {
    return this.#attempts((client) => this.#execute(client, statement, params));
  }

  #execute<P extends Params, Row>(client: PoolClient, statement: Statement<P, Row>, params: P) {
    const { name, text, bind } = this.#prepare(statement);
    const values = bind(params).map(comparable);
    return send<Row>(client, this.#named ? { name, text, values } : { text, values });
  }

  #prepare<P extends Params, Row>(statement: Statement<P, Row>): Prepared {
    let prepared = this.#prepared.get(statement);
    if (prepared === undefined) {
      const { sql: text, bind } = statement.compile(builder);
      // The name follows from the text, so an equal name always means an equal statement.
      prepared = { name: `ps_${hash('sha1', text, 'base64url')}`, text, bind };
      this.#prepared.set(statement, prepared);
    }
    return prepared;
  }

  /**
   * Does `work` on a connection of its own. Repeats it if PostgreSQL rolled it back.
   *
   * @throws StoreUnavailableError
   */
  async #attempts<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect();
      try {
        const value = await work(client);
        client.release();
        return value;
      } catch (error) {
        const names = isAboutNames(error);
        if (names) this.#named = false;
        client.release(names || isBroken(error));
        if (attempt === MAX_ATTEMPTS || !(names || isRetryable(error))) throw translate(error);
        // At different times, so that the same transactions do not meet again.
        await sleep(randomInt(1, 5 * 2 ** attempt));
      }
    }
  }

  async #connect(): Promise<PoolClient> {
    if (this.#pool.waitingCount >= this.#options.queue)
      throw new StoreUnavailableError('too many transactions wait for a connection');
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw unavailable(error);
    }
  }
}

/** Sends a statement. @throws DatabaseError of PostgreSQL, or ConnectionFailure */
async function send<Row>(client: PoolClient, query: string | QueryConfig): Promise<QueryResult<Row & object>> {
  try {
    return await client.query<Row & object>(query);
  } catch (error) {
    throw fromDriver(error);
  }
}

async function dynamic<Row>(
  client: PoolClient,
  build: (db: Kysely<Tables>) => { compile(): CompiledQuery<Row> },
): Promise<Row[]> {
  const { sql: text, parameters } = build(builder).compile();
  return (await send<Row>(client, { text, values: parameters.map(comparable) })).rows;
}

/**
 * PostgreSQL has no texts with U+0000, but an id in a URL can contain it. NULL takes the place of
 * such a text: it equals no stored value, as it must, and no column for a text that is written
 * allows it.
 */
function comparable<V>(value: V): V | null {
  return typeof value === 'string' && value.includes('\0') ? null : value;
}
