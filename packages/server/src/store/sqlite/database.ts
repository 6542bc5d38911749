import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, TransactionExecutor, WriteTimes } from '../database.ts';
import { StoreUnavailableError, unavailable } from '../errors.ts';
import type { Params, Statement } from '../statement.ts';
import { writeAtomically } from './backup.ts';
import { isBusy, translate } from './errors.ts';
import { Maintenance } from './maintenance.ts';
import type { SqliteOptions } from './open.ts';
import { ReadAhead } from './read-ahead.ts';
import { SEARCH_SCHEMA } from './search-schema.ts';
import { SqliteStatements } from './statements.ts';
import { WalSync } from './sync.ts';

/** Transactions that may wait. The next one fails with a `StoreUnavailableError`. */
const MAX_QUEUED = 10_000;
/** Transactions in one commit. More would block the event loop for too long. */
const MAX_BATCH = 128;
/** How long a transaction waits for the write of another process before it is refused. */
export const MAX_BUSY_MS = 5000;
/** How long to wait before the next attempt. */
const BUSY_RETRY_MS = 2;

/** A transaction in the queue. */
interface Job {
  /** When it was queued, by `performance.now()`. */
  readonly since: number;
  readonly work: (tx: TransactionExecutor) => Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Work in the queue that runs while no transaction runs. */
interface ExclusiveWork {
  readonly runExclusively: () => Promise<void>;
}

type Outcome = { readonly job: Job } & ({ readonly value: unknown } | { readonly error: unknown });

/**
 * A SQLite database with a single connection. Transactions wait in one queue and are committed in
 * groups, each with one commit and one sync. A read outside a transaction runs at once. If a
 * transaction is open, the read waits for its end, so that it never sees uncommitted data.
 */
export class SqliteDatabase implements Database {
  readonly engine = `SQLite ${process.versions.sqlite}`;
  readonly embedded = true;
  readonly writesInOneStatement = false;
  readonly dialect = {
    // Tables have rowids: docs/decisions/012-writes.md says why.
    storage: '',
    key: 'text',
    hasWideIndexes: true,
    searchSchema: SEARCH_SCHEMA,
    searchTaskId: 'integer NOT NULL PRIMARY KEY',
  };
  readonly #db: DatabaseSync;
  readonly #release: () => void;
  readonly #times: WriteTimes | undefined;
  readonly #statements: SqliteStatements;
  readonly #sync: WalSync | undefined;
  readonly #maintenance: Maintenance | undefined;
  readonly #readAhead: ReadAhead | undefined;
  readonly #queue: (Job | ExclusiveWork)[] = [];
  /** Runs the statements of the open transaction. */
  readonly #transactionExecutor: TransactionExecutor;
  #draining: Promise<void> | undefined;
  /** Resolves when the open transaction ends. Undefined if none is open. */
  #transaction: Promise<void> | undefined;
  #closed = false;

  constructor(db: DatabaseSync, file: string, options: SqliteOptions, release: () => void) {
    this.#db = db;
    this.#statements = new SqliteStatements(db);
    this.#release = release;
    this.#times = options.times;
    this.#transactionExecutor = {
      embedded: this.embedded,
      writesInOneStatement: this.writesInOneStatement,
      all: async (statement, params) => this.#statements.all(statement, params),
      one: async (statement, params) => this.#statements.one(statement, params),
      run: async (statement, params) => this.#statements.run(statement, params),
      // Only one process serves the file, so no other node can have the lock.
      tryLock: async () => true,
    };
    if (options.mode === 'serve') {
      this.#sync = new WalSync(`${file}-wal`, options.times);
      this.#maintenance = new Maintenance(file, {
        sync: this.#sync,
        walPages: () => this.#walPages(),
        runExclusively: (work) => this.#enqueue({ runExclusively: work }),
      });
      this.#readAhead = new ReadAhead(file);
    }
  }

  all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]> {
    if (this.#statements.writes(statement)) return this.transaction((tx) => tx.all(statement, params));
    return this.#read(() => this.#statements.all(statement, params));
  }

  one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined> {
    if (this.#statements.writes(statement)) return this.transaction((tx) => tx.one(statement, params));
    return this.#read(() => this.#statements.one(statement, params));
  }

  run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number> {
    return this.transaction((tx) => tx.run(statement, params));
  }

  transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T> {
    if (this.#closed || this.#queue.length >= MAX_QUEUED)
      return Promise.reject(new StoreUnavailableError('the write queue is full'));
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ since: performance.now(), work, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  async waitUntilDurable(): Promise<void> {
    await this.#sync?.waitUntilDurable().catch((cause) => Promise.reject(unavailable(cause)));
  }

  async backup(file: string): Promise<void> {
    await writeAtomically(file, (partial) => this.#read(() => this.#db.prepare('VACUUM INTO ?').run(partial)));
  }

  async check(): Promise<string[]> {
    const rows = await this.#read(() => this.#db.prepare('PRAGMA quick_check(20)').all());
    return rows.map((row) => String(row.quick_check)).filter((line) => line !== 'ok');
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#maintenance?.pause();
    await this.#draining;
    await this.#sync?.waitUntilDurable().catch(() => {});
    await this.#maintenance?.close();
    this.#db.close();
    this.#sync?.close();
    await this.#readAhead?.close();
    this.#release();
  }

  /** Reads outside a transaction: at once, or after the end of the open one. */
  #read<T>(work: () => T): Promise<T> {
    if (this.#transaction !== undefined) return this.#transaction.then(() => this.#read(work));
    try {
      return Promise.resolve(work());
    } catch (error) {
      return Promise.reject(translate(error));
    }
  }

  #enqueue(item: Job | ExclusiveWork): void {
    this.#queue.push(item);
    // Wait for the end of this turn of the event loop, so that its transactions share a commit.
    this.#draining ??= new Promise((resolve) => setImmediate(() => resolve(this.#drain())));
  }

  async #drain(): Promise<void> {
    for (let item = this.#queue.shift(); item !== undefined; item = this.#queue.shift()) {
      if ('runExclusively' in item) {
        await item.runExclusively();
        continue;
      }
      const batch: Job[] = [item];
      while (batch.length < MAX_BATCH && this.#queue[0] !== undefined && 'work' in this.#queue[0]) {
        batch.push(this.#queue.shift() as Job);
      }
      await this.#commit(batch);
      await new Promise(setImmediate);
    }
    this.#draining = undefined;
  }

  async #commit(batch: readonly Job[]): Promise<void> {
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    let outcomes: Outcome[];
    try {
      await this.#sync?.healthy();
      await this.#begin(batch, end);
      const started = performance.now();
      outcomes = await this.#runBatch(batch);
      this.#statements.execute('COMMIT');
      this.#sync?.noteCommit();
      this.#times?.commit((performance.now() - started) / 1000);
    } catch (error) {
      this.#rollBack();
      const reason = translate(error);
      if (reason !== error && !isBusy(error)) this.#maintenance?.requestCheckpoint();
      for (const job of batch) job.reject(reason);
      return;
    } finally {
      this.#transaction = undefined;
      ended();
    }
    this.#settle(outcomes);
  }

  /** Rolls back, unless SQLite already has. */
  #rollBack(): void {
    try {
      if (this.#db.isTransaction) this.#statements.execute('ROLLBACK');
    } catch {
      // The next BEGIN reports what is wrong.
    }
  }

  /**
   * Runs the jobs of a batch one after another. First without savepoints: with them, SQLite copies
   * each page once for each job that writes to it. If a job fails, rolls the batch back and runs it
   * again with each job in a savepoint. Throws only if all jobs of the batch have failed.
   */
  async #runBatch(batch: readonly Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    try {
      for (const job of batch) outcomes.push({ job, value: await job.work(this.#transactionExecutor) });
      return outcomes;
    } catch (error) {
      // After some errors, such as a full disk, SQLite rolls back the whole batch.
      if (!this.#db.isTransaction) throw error;
      this.#statements.execute('ROLLBACK');
      await this.#begin(batch, this.#transaction);
      const [first, ...others] = batch;
      if (first !== undefined && others.length === 0) return [this.#failureOf(first, error)];
    }
    outcomes.length = 0;
    for (const job of batch) outcomes.push(await this.#runInSavepoint(job));
    return outcomes;
  }

  async #runInSavepoint(job: Job): Promise<Outcome> {
    this.#statements.execute('SAVEPOINT job');
    try {
      const value = await job.work(this.#transactionExecutor);
      this.#statements.execute('RELEASE job');
      return { job, value };
    } catch (error) {
      if (!this.#db.isTransaction) throw error;
      this.#statements.execute('ROLLBACK TO job');
      this.#statements.execute('RELEASE job');
      return this.#failureOf(job, error);
    }
  }

  #failureOf(job: Job, error: unknown): Outcome {
    const reason = translate(error);
    if (reason !== error) this.#maintenance?.requestCheckpoint();
    return { job, error: reason };
  }

  /**
   * Settles the promise of each job after the sync. An error waits too, because it can depend on
   * data that the job read, which must be on disk.
   */
  #settle(outcomes: readonly Outcome[]): void {
    const settle = () => {
      for (const outcome of outcomes) {
        if ('error' in outcome) outcome.job.reject(outcome.error);
        else outcome.job.resolve(outcome.value);
      }
    };
    this.waitUntilDurable().then(settle, (reason) => {
      for (const { job } of outcomes) job.reject(reason);
    });
  }

  /**
   * Begins a transaction. From then on, reads wait for `end`. If another process writes, waits
   * without blocking the event loop.
   *
   * @throws Error SQLITE_BUSY if the first job has waited for MAX_BUSY_MS
   */
  async #begin(batch: readonly Job[], end: Promise<void> | undefined): Promise<void> {
    for (;;) {
      try {
        this.#statements.execute('BEGIN IMMEDIATE');
        this.#transaction = end;
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > (batch[0]?.since ?? 0) + MAX_BUSY_MS) throw error;
        await sleep(BUSY_RETRY_MS);
      }
    }
  }

  #walPages(): number {
    return Number(this.#db.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0);
  }
}
