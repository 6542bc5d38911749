import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Database, TransactionExecutor } from '../database.ts';
import type { Compiled, Params, Statement, Value } from '../statement.ts';
import { writeAtomically } from './backup.ts';
import { builder } from './builder.ts';
import { translate } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import { createMaintenance, type Maintenance } from './maintenance.ts';
import type { SqliteOptions } from './open.ts';
import { ReadAhead } from './read-ahead.ts';
import { SEARCH_MERGING, SEARCH_SCHEMA } from './search-schema.ts';
import { WalSync } from './sync.ts';

interface PreparedStatement extends Compiled {
  readonly native: StatementSync;
  /** Empty: it returns no rows. */
  readonly columns: readonly string[];
}

/**
 * The row objects of node:sqlite share no hidden class, so V8's inline caches miss: a tenth of a
 * poll's time.
 */
function toRow<Row>(columns: readonly string[], values: readonly Value[]): Row {
  const row: Record<string, Value> = {};
  for (const [index, name] of columns.entries()) row[name] = values[index] ?? null;
  return row as Row;
}

/**
 * A SQLite database with a single connection. A read outside a transaction runs at once. If a
 * transaction is open, the read waits for its end, so that it never sees uncommitted data.
 */
export class SqliteDatabase implements Database {
  readonly engine = `SQLite ${process.versions.sqlite}`;
  readonly embedded = true;
  readonly writesInOneStatement = false;
  readonly dialect = {
    // With rowids: docs/decisions/012-writes.md says why.
    storage: '',
    key: 'text',
    hasWideIndexes: true,
    searchSchema: SEARCH_SCHEMA,
    searchMerging: SEARCH_MERGING,
    searchTaskId: 'integer NOT NULL PRIMARY KEY',
  };
  readonly #db: DatabaseSync;
  readonly #release: () => void;
  readonly #commits: GroupCommit;
  readonly #sync: WalSync | undefined;
  readonly #maintenance: Maintenance | undefined;
  readonly #readAhead: ReadAhead | undefined;
  readonly #prepared = new WeakMap<object, PreparedStatement>();

  constructor(db: DatabaseSync, file: string, { mode, times }: SqliteOptions, release: () => void) {
    this.#db = db;
    this.#release = release;
    this.#sync = mode === 'serve' ? new WalSync(`${file}-wal`, times) : undefined;
    const executor: TransactionExecutor = {
      embedded: this.embedded,
      writesInOneStatement: this.writesInOneStatement,
      all: async (statement, params) => this.#all(this.#prepare(statement), params),
      one: async (statement, params) => this.#one(this.#prepare(statement), params),
      run: async (statement, params) => this.#run(this.#prepare(statement), params),
      send: async (statement, params) => void this.#run(this.#prepare(statement), params),
      // Only one process serves the file.
      tryLock: async () => true,
    };
    const onFailure = () => this.#maintenance?.requestCheckpoint();
    this.#commits = new GroupCommit(db, { executor, sync: this.#sync, times, onFailure });
    if (this.#sync !== undefined) {
      this.#maintenance = createMaintenance(file, {
        sync: this.#sync,
        walPages: () => Number(db.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0),
        runExclusively: (work) => this.#commits.runExclusively(work),
      });
      this.#readAhead = new ReadAhead(file);
    }
  }

  all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]> {
    const prepared = this.#prepare(statement);
    if (prepared.writes) return this.transaction((tx) => tx.all(statement, params));
    return this.#read(() => this.#all(prepared, params));
  }

  one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined> {
    const prepared = this.#prepare(statement);
    if (prepared.writes) return this.transaction((tx) => tx.one(statement, params));
    return this.#read(() => this.#one(prepared, params));
  }

  run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number> {
    return this.transaction((tx) => tx.run(statement, params));
  }

  send<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<void> {
    return this.transaction((tx) => tx.send(statement, params));
  }

  transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T> {
    return this.#commits.transaction(work);
  }

  waitUntilDurable(): Promise<void> {
    return this.#commits.waitUntilDurable();
  }

  async backup(file: string): Promise<void> {
    await writeAtomically(file, (partial) => this.#read(() => this.#db.prepare('VACUUM INTO ?').run(partial)));
  }

  async check(): Promise<string[]> {
    const rows = await this.#read(() => this.#db.prepare('PRAGMA quick_check(20)').all());
    return rows.map((row) => String(row.quick_check)).filter((line) => line !== 'ok');
  }

  async close(): Promise<void> {
    this.#commits.close();
    await this.#maintenance?.pause();
    await this.#commits.idle();
    await this.#sync?.waitUntilDurable().catch(() => {});
    await this.#maintenance?.close();
    this.#db.close();
    this.#sync?.close();
    await this.#readAhead?.close();
    this.#release();
  }

  #read<T>(work: () => T): Promise<T> {
    const { open } = this.#commits;
    if (open !== undefined) return open.then(() => this.#read(work));
    try {
      return Promise.resolve(work());
    } catch (error) {
      return Promise.reject(translate(error));
    }
  }

  #all<Row>({ native, columns, bind }: PreparedStatement, params: Params): Row[] {
    const rows = native.all(...bind(params)) as unknown as Value[][];
    return rows.map((values) => toRow(columns, values));
  }

  #one<Row>({ native, columns, bind }: PreparedStatement, params: Params): Row | undefined {
    const values = native.get(...bind(params)) as unknown as Value[] | undefined;
    return values === undefined ? undefined : toRow(columns, values);
  }

  #run({ native, bind }: PreparedStatement, params: Params): number {
    return Number(native.run(...bind(params)).changes);
  }

  #prepare<P extends Params, Row>(statement: Statement<P, Row>): PreparedStatement {
    let prepared = this.#prepared.get(statement);
    if (prepared === undefined) {
      const compiled = statement.compile(builder);
      const native = this.#db.prepare(compiled.sql);
      native.setReturnArrays(true);
      prepared = { ...compiled, native, columns: native.columns().map(({ name }) => name) };
      this.#prepared.set(statement, prepared);
    }
    return prepared;
  }
}
