import type { CompiledQuery, Kysely } from 'kysely';
import type { Dialect } from './migrations/index.ts';
import type { Params, Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** What stores run their statements on: a database, or a transaction of one. */
export interface Executor {
  /** Whether the engine runs in this process, so that one more statement costs no round trip. */
  readonly embedded: boolean;
  /** All rows of a statement; of an INSERT or UPDATE, which is then a transaction of its own, those of its RETURNING. */
  all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]>;
  one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined>;
  /** Runs a statement that returns no rows and gives the number of rows that it changed. */
  run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number>;
  /**
   * Runs a query that is built anew on every call, for shapes that depend on the request. Outside a transaction it must
   * be a read.
   */
  query<Row>(build: (db: Kysely<Tables>) => { compile(): CompiledQuery<Row> }): Promise<Row[]>;
}

/** A transaction of a database. */
export interface TransactionExecutor extends Executor {
  /** Whether nobody else holds this lock, on whatever node; then it is held until the end of the transaction. */
  tryLock(key: string): Promise<boolean>;
}

/** How long the two halves of a durable write took, in seconds. */
export interface WriteTimes {
  commit(seconds: number): void;
  sync(seconds: number): void;
}

/**
 * One engine. If it is busy, full or unreachable, its methods fail with a `StoreUnavailableError`.
 */
export interface Database extends Executor {
  /** Its name and version, for people. */
  readonly engine: string;
  readonly dialect: Dialect;
  /**
   * Runs `work` in a transaction of its own. Resolves once what it wrote, and all that it read, is on disk; rejects with
   * what `work` threw, rolled back. `work` may be done more than once, and must wait for nothing but its executor.
   */
  transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T>;
  /** Writes a consistent copy to a file that does not exist yet, while others read and write. */
  backup(file: string): Promise<void>;
  /** What is wrong with the stored data; empty if nothing is. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
