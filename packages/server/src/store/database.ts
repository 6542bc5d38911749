import type { Dialect } from './migrations/index.ts';
import type { Params, Statement } from './statement.ts';

/** Runs statements, in a database or in a transaction. */
export interface Executor {
  /** The engine runs in this process: a statement needs no round trip. */
  readonly embedded: boolean;
  /** One statement can write to several tables. */
  readonly writesInOneStatement: boolean;
  /** All rows. Outside a transaction, a statement that writes has its own. */
  all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]>;
  one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined>;
  /** Returns how many rows a statement without RETURNING changed. */
  run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number>;
  /**
   * Runs a statement whose result nobody needs. In a transaction of a remote database it is sent
   * together with what follows it, at the latest the commit. If it fails, the transaction fails.
   */
  send<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<void>;
}

export interface TransactionExecutor extends Executor {
  /** Takes a lock until the end of the transaction. False: another node or transaction has it. */
  tryLock(key: string): Promise<boolean>;
}

/** The duration of each commit and sync, in seconds. */
export interface WriteTimes {
  commit(seconds: number): void;
  sync(seconds: number): void;
}

/** Throws StoreUnavailableError if it is busy, full or unreachable. */
export interface Database extends Executor {
  /** The name and version of the engine. */
  readonly engine: string;
  readonly dialect: Dialect;
  /**
   * Resolves when all that `work` wrote or read is on disk. Rejects with its error after a
   * rollback. `work` may run more than once, and must wait only for its executor.
   */
  transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T>;
  /** Resolves when all visible commits are on disk. */
  waitUntilDurable(): Promise<void>;
  /** A consistent copy in a new file, while others read and write. */
  backup(file: string): Promise<void>;
  /** Returns the problems of the data and of the settings. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
