import type { CompiledQuery, Kysely } from 'kysely';
import type { Dialect } from './migrations/index.ts';
import type { Params, Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** Runs statements: a database, or one transaction of it. */
export interface Executor {
  /** Whether the engine runs in this process, so that a statement needs no round trip. */
  readonly embedded: boolean;
  /**
   * All rows of a statement, or of its RETURNING. Outside a transaction, a statement that writes is
   * a transaction of its own.
   */
  all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]>;
  one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined>;
  /** Runs a statement without RETURNING. Returns how many rows it changed. */
  run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number>;
  /**
   * Runs a query that is built on each call, because its SQL depends on the request. Outside a
   * transaction it must be a read.
   */
  query<Row>(build: (db: Kysely<Tables>) => { compile(): CompiledQuery<Row> }): Promise<Row[]>;
}

/** A transaction of a database. */
export interface TransactionExecutor extends Executor {
  /** Takes a lock until the end of the transaction; false if another node or transaction has it. */
  tryLock(key: string): Promise<boolean>;
}

/** Is told how long commits and syncs to disk take, in seconds. */
export interface WriteTimes {
  commit(seconds: number): void;
  sync(seconds: number): void;
}

/**
 * One engine. If it is busy, full or unreachable, its methods fail with a `StoreUnavailableError`.
 */
export interface Database extends Executor {
  /** The name and version of the engine. */
  readonly engine: string;
  readonly dialect: Dialect;
  /**
   * Runs `work` in a transaction. Resolves when all that it wrote, and all that it read, is on
   * disk. Rejects with the error of `work`, after a rollback. `work` may run more than once, and
   * must wait for nothing but its executor.
   */
  transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T>;
  /** Writes a consistent copy to a new file, while others read and write. */
  backup(file: string): Promise<void>;
  /**
   * The problems of the stored data and of the settings of the database; empty if there are none.
   */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
