import { hash, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientConfig, Pool, QueryConfig, QueryResult } from 'pg';
import { SECOND } from '../../domain/time.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Database, TransactionExecutor, WriteTimes } from '../database.ts';
import { StoreUnavailableError, unavailable } from '../errors.ts';
import type { Compiled, Params, Statement } from '../statement.ts';
import { builder } from './builder.ts';
import { fromDriver, isBroken, isPreparedStatementError, isRetryable, remedyOf, translate } from './errors.ts';
import { clientTimeout } from './options.ts';
import { SEARCH_SCHEMA } from './search-schema.ts';
import { problemsOf, SETTINGS, type Settings } from './settings-check.ts';
import { SharedConnections, sendTogether } from './shared-connections.ts';

/** Tries of a transaction with a deadlock or serialization failure. */
const MAX_ATTEMPTS = 5;
/** For quick reads, besides the pool. */
const SHARED_CONNECTIONS = 2;
/** Named statements stay on each connection to its end. */
const MAX_NAMES = 300;

// Two numbers. The first comes from the schema, because installations can share a database.
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(hashtext(current_schema()), hashtext($1)) AS locked';

interface Options {
  readonly queue: number;
  readonly statementSeconds: number;
  readonly version: string;
  readonly times: WriteTimes | undefined;
  readonly hasCitus: boolean;
  /** No connection has a time-out, such as behind a pooler, so each transaction sets its own. */
  readonly setsTimeouts: boolean;
}

/** The driver's types lack the time-out of one query. */
interface TimedQuery extends QueryConfig {
  readonly query_timeout: number;
}

type Send<Row> = (query: QueryConfig) => Promise<QueryResult<Row & object>>;

interface PreparedStatement extends Compiled {
  readonly name: string | undefined;
}

/**
 * A PostgreSQL database with a pool of connections, and a few that quick reads share. A statement
 * outside a transaction takes one round trip. A transaction takes one for each result that its work
 * waits for, and one for the commit.
 */
export class PostgresDatabase implements Database {
  readonly engine: string;
  readonly embedded = false;
  /** Citus cannot route a WITH that contains an INSERT. */
  readonly writesInOneStatement: boolean;
  readonly dialect = {
    // Room for the next version of a row (HOT), so that most updates skip indexes.
    storage: 'WITH (fillfactor = 85)',
    key: 'text COLLATE "C"',
    hasWideIndexes: false,
    searchSchema: SEARCH_SCHEMA,
    searchMerging: [],
    searchTaskId: 'integer GENERATED ALWAYS AS IDENTITY (CYCLE) PRIMARY KEY',
    // Any number, but the same for all nodes of all releases.
    lockMigrations: 'SELECT pg_advisory_xact_lock(hashtext(current_schema()), 7031994)',
    lockOutWriters: (tables: readonly string[]) => `LOCK TABLE ${tables.join(', ')} IN SHARE MODE`,
  };
  /** Of every connection. */
  readonly settings: ClientConfig;
  readonly #pool: Pool;
  readonly #shared: SharedConnections;
  readonly #options: Options;
  readonly #prepared = new WeakMap<object, PreparedStatement>();
  #names = 0;
  /** False after a pooler mixed up connections. */
  #named = true;

  constructor(pool: Pool, settings: ClientConfig, options: Options) {
    this.#pool = pool;
    this.settings = settings;
    this.#shared = new SharedConnections(settings, SHARED_CONNECTIONS);
    this.#options = options;
    this.writesInOneStatement = !options.hasCitus;
    this.engine = `PostgreSQL ${options.version}`;
  }

  async all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]> {
    return (await this.#runAlone(statement, params)).rows;
  }

  async one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined> {
    return (await this.#runAlone(statement, params)).rows[0];
  }

  async run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number> {
    return (await this.#runAlone(statement, params)).rowCount ?? 0;
  }

  async send<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<void> {
    await this.#runAlone(statement, params);
  }

  async transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T> {
    return this.#withRetries(async (client) => {
      const pipeline = new Pipeline(client, this.#options);
      try {
        const value = await work(this.#transactionExecutor(pipeline));
        const started = performance.now();
        const { command } = await pipeline.send('COMMIT');
        // After a failed statement, PostgreSQL answers COMMIT with ROLLBACK, without an error.
        if (command === 'ROLLBACK') throw new Error('a transaction continued after one of its statements failed');
        if ((await pipeline.failure()) !== undefined) throw new Error('the transaction did not begin');
        this.#options.times?.commit((performance.now() - started) / 1000);
        return value;
      } catch (error) {
        // A broken connection ends its transaction itself.
        if (!isBroken(error)) await sendTo(client, 'ROLLBACK');
        throw (await pipeline.failure()) ?? error;
      }
    });
  }

  /** PostgreSQL shows a commit only after it is on disk. */
  async waitUntilDurable(): Promise<void> {}

  async backup(): Promise<void> {
    throw new OperatorError('PostgreSQL is backed up with its own tools: pg_dump, or a base backup and its log');
  }

  async check(): Promise<string[]> {
    const { rows } = await this.#withRetries((client) => sendTo<Settings>(client, SETTINGS));
    return rows.flatMap((row) => problemsOf(row, this.#options.statementSeconds));
  }

  async close(): Promise<void> {
    await this.#shared.close();
    await this.#pool.end();
  }

  #transactionExecutor(pipeline: Pipeline): TransactionExecutor {
    const send = async <P extends Params, Row>(statement: Statement<P, Row>, params: P) => {
      // A read is sent together with BEGIN. A write waits for it: otherwise it could run alone.
      if (this.#prepare(statement).writes) await pipeline.begun;
      return { result: this.#execute((query) => pipeline.send<Row>(query), statement, params) };
    };
    return {
      embedded: this.embedded,
      writesInOneStatement: this.writesInOneStatement,
      all: async (statement, params) => (await (await send(statement, params)).result).rows,
      one: async (statement, params) => (await (await send(statement, params)).result).rows[0],
      run: async (statement, params) => (await (await send(statement, params)).result).rowCount ?? 0,
      send: async (statement, params) => pipeline.unawaited((await send(statement, params)).result),
      async tryLock(key) {
        const { rows } = await pipeline.send<{ locked: boolean }>({ text: TRY_LOCK, values: [key] });
        return rows[0]?.locked === true;
      },
    };
  }

  #runAlone<P extends Params, Row>(statement: Statement<P, Row>, params: P) {
    return this.#withRetries(
      (client) => this.#execute((query) => sendTo<Row>(client, query), statement, params),
      statement.isQuick ? this.#shared : this.#pool,
    );
  }

  #execute<P extends Params, Row>(send: Send<Row>, statement: Statement<P, Row>, params: P) {
    const { name, sql: text, bind } = this.#prepare(statement);
    const values = bind(params).map(nullIfUnstorable);
    return send(this.#named && name !== undefined ? { name, text, values } : { text, values });
  }

  #prepare<P extends Params, Row>(statement: Statement<P, Row>): PreparedStatement {
    let prepared = this.#prepared.get(statement);
    if (prepared === undefined) {
      const compiled = statement.compile(builder);
      // Named by a hash of the text, so equal names mean equal statements.
      const isNamed = !statement.isUnprepared && this.#names++ < MAX_NAMES;
      prepared = { ...compiled, name: isNamed ? `ps_${hash('sha1', compiled.sql, 'base64url')}` : undefined };
      this.#prepared.set(statement, prepared);
    }
    return prepared;
  }

  /** Repeats after a deadlock or serialization failure. Throws StoreUnavailableError. */
  async #withRetries<T>(work: (client: Client) => Promise<T>, from: Pool | SharedConnections = this.#pool): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const connection = await this.#connect(from);
      try {
        const value = await work('client' in connection ? connection.client : connection);
        connection.release();
        return value;
      } catch (error) {
        const isNameError = isPreparedStatementError(error);
        if (isNameError) this.#named = false;
        connection.release(isNameError || isBroken(error));
        if (attempt === MAX_ATTEMPTS || !(isNameError || isRetryable(error))) throw translate(error);
        // So that the same transactions do not conflict again.
        await sleep(randomInt(1, 5 * 2 ** attempt));
      }
    }
  }

  async #connect(from: Pool | SharedConnections) {
    if (this.#pool.waitingCount + this.#shared.inFlight >= this.#options.queue)
      throw new StoreUnavailableError('too many statements wait for PostgreSQL');
    try {
      return await from.connect();
    } catch (error) {
      throw unavailable(error, remedyOf(error));
    }
  }
}

/** As `connectionSettings` has them. They end with the transaction. */
const beginWithTimeouts = (statementSeconds: number) =>
  `BEGIN; SET LOCAL statement_timeout = ${statementSeconds * SECOND}; ` +
  `SET LOCAL idle_in_transaction_session_timeout = ${2 * statementSeconds * SECOND}`;

/** The statements of one transaction, which begins with it. Their results come in their order. */
class Pipeline {
  readonly begun: Promise<unknown>;
  readonly #client: Client;
  readonly #statementSeconds: number;
  readonly #unawaited: Promise<unknown>[] = [];
  #unfinished = 0;

  constructor(client: Client, { statementSeconds, setsTimeouts }: Options) {
    this.#client = client;
    this.#statementSeconds = statementSeconds;
    this.begun = this.send(setsTimeouts ? beginWithTimeouts(statementSeconds) : 'BEGIN');
    this.unawaited(this.begun);
  }

  /** Throws DatabaseError of PostgreSQL, or ConnectionFailure. */
  async send<Row>(query: string | QueryConfig): Promise<QueryResult<Row & object>> {
    const ahead = this.#unfinished++;
    try {
      return await sendTo<Row>(this.#client, ahead === 0 ? query : this.#withTimeOfOthers(query, ahead));
    } finally {
      this.#unfinished--;
    }
  }

  unawaited(result: Promise<unknown>): void {
    this.#unawaited.push(result);
    // `failure` reads its error, which must not end the process before.
    result.catch(() => {});
  }

  /** Returns the first error of statements that nobody waited for: those after it fail too. */
  async failure(): Promise<unknown> {
    const results = await Promise.allSettled(this.#unawaited);
    return results.find((result) => result.status === 'rejected')?.reason;
  }

  /** The driver's time begins when a statement is sent, so it needs that of those ahead of it. */
  #withTimeOfOthers(query: string | QueryConfig, ahead: number): TimedQuery {
    const config = typeof query === 'string' ? { text: query } : query;
    return { ...config, query_timeout: clientTimeout((ahead + 1) * this.#statementSeconds) };
  }
}

/** Throws DatabaseError of PostgreSQL, or ConnectionFailure. */
async function sendTo<Row>(client: Client, query: string | QueryConfig): Promise<QueryResult<Row & object>> {
  sendTogether(client);
  try {
    return await client.query<Row & object>(query);
  } catch (error) {
    throw fromDriver(error);
  }
}

/**
 * PostgreSQL cannot store U+0000, but an id in a URL can contain it. NULL equals no stored value.
 * Written texts have been validated.
 */
function nullIfUnstorable<V>(value: V): V | null {
  return typeof value === 'string' && value.includes('\0') ? null : value;
}
