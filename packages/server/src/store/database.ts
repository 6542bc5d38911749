import type { Dialect } from './migrations/index.ts';
import type { Params, Statement } from './statement.ts';

/** Runs statements, in a database or in one transaction of it. */
export interface Executor {
  /** Whether the engine runs in this process, so that a statement needs no round trip. */
  readonly embedded: boolean;
  /** Whether one statement can write to several tables. */
  readonly writesInOneStatement: boolean;
  /**
   * Returns all rows of a statement, or of its RETURNING. Outside a transaction, each statement
   * that writes runs in its own transaction.
   */
  all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]>;
  one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined>;
  /** Runs a statement without RETURNING. Returns how many rows it changed. */
  run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number>;
  /**
   * Runs a statement whose result nobody needs. In a transaction of a remote database it is sent
   * together with what follows it, at the latest the commit. If it fails, the transaction fails.
   */
  send<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<void>;
}

/** A transaction of a database. */
export interface TransactionExecutor extends Executor {
  /** Takes a lock until the end of the transaction. False if another node or transaction has it. */
  tryLock(key: string): Promise<boolean>;
}

/** Gets the duration of each commit and each sync to disk, in seconds. */
export interface WriteTimes {
  commit(seconds: number): void;
  sync(seconds: number): void;
}

/** A database of one engine. If it is busy, full or unreachable: @throws StoreUnavailableError */
export interface Database extends Executor {
  /** The name and version of the engine. */
  readonly engine: string;
  readonly dialect: Dialect;
  /**
   * Runs `work` in a transaction. Resolves when everything that it wrote or read is on disk.
   * Rejects with the error of `work`, after a rollback. `work` may run more than once, and must not
   * wait for anything except its executor.
   */
  transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T>;
  /** Resolves when all commits that a read can see are on disk. */
  waitUntilDurable(): Promise<void>;
  /** Writes a consistent copy to a new file, while others read and write. */
  backup(file: string): Promise<void>;
  /** Checks the stored data and the settings of the database. Returns the problems. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
