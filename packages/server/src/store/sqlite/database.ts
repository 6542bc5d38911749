import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Database, TransactionExecutor, WriteTimes } from '../database.ts';
import { StoreUnavailableError, unavailable } from '../errors.ts';
import type { Params, Statement } from '../statement.ts';
import type { Tables } from '../tables.ts';
import { writeWhole } from './backup.ts';
import { isBusy, translate } from './errors.ts';
import { Maintenance } from './maintenance.ts';
import type { SqliteOptions } from './open.ts';
import { SqliteStatements } from './statements.ts';
import { WalSync } from './sync.ts';

/** Transactions that may wait; the next one fails with a `StoreUnavailableError`. */
const QUEUE_LIMIT = 10_000;
/** Transactions in one commit: enough to share its cost, few enough to leave the event loop within milliseconds. */
const BATCH_LIMIT = 128;
/** How long a transaction waits for another process's write before it is refused. */
export const BUSY_MILLISECONDS = 5000;

interface Job {
  /** When it was asked for. */
  readonly since: number;
  readonly work: (tx: TransactionExecutor) => Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What is to be done alone, outside any transaction. */
interface Pause {
  readonly alone: () => Promise<void>;
}

type Outcome = { readonly job: Job } & ({ readonly value: unknown } | { readonly error: unknown });

/**
 * One connection for everything. Transactions wait in one queue and are committed in groups, each group in one commit
 * and one sync. A read outside them runs at once, since no such transaction is ever left open across a turn of the event
 * loop; should one be open, the read waits for its end and never sees what may be undone. The reads of one turn share a
 * transaction of their own, which spares each the locks of the WAL.
 */
export class SqliteDatabase implements Database {
  readonly engine = `SQLite ${process.versions.sqlite}`;
  readonly embedded = true;
  readonly dialect = {
    // Not WITHOUT ROWID: rows in the key's own tree leave its inner pages room for five keys instead of fifty.
    storage: '',
    key: 'text',
  };
  readonly #db: DatabaseSync;
  readonly #release: () => void;
  readonly #times: WriteTimes | undefined;
  readonly #statements: SqliteStatements;
  readonly #sync: WalSync | undefined;
  readonly #maintenance: Maintenance | undefined;
  readonly #queue: (Job | Pause)[] = [];
  /** Statements of a transaction run on this; it does not wait for itself. */
  readonly #inside: TransactionExecutor;
  #draining: Promise<void> | undefined;
  #transaction: Promise<void> | undefined;
  /** Whether the reads of this turn have their transaction. */
  #reading = false;
  #closed = false;

  constructor(db: DatabaseSync, file: string, options: SqliteOptions, release: () => void) {
    this.#db = db;
    this.#statements = new SqliteStatements(db);
    this.#release = release;
    this.#times = options.times;
    this.#inside = {
      embedded: this.embedded,
      all: async (statement, params) => this.#statements.all(statement, params),
      one: async (statement, params) => this.#statements.one(statement, params),
      run: async (statement, params) => this.#statements.run(statement, params),
      query: async (build) => this.#statements.query(build),
      // One process serves the file.
      tryLock: async () => true,
    };
    if (options.mode === 'serve') {
      this.#sync = new WalSync(`${file}-wal`, options.times);
      this.#maintenance = new Maintenance(file, {
        sync: this.#sync,
        walPages: () => this.#walPages(),
        alone: (work) => this.#enqueue({ alone: work }),
      });
    }
  }

  all<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]> {
    if (this.#statements.writes(statement)) return this.transaction((tx) => tx.all(statement, params));
    return this.#outside(() => this.#statements.all(statement, params));
  }

  one<P extends Params, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined> {
    if (this.#statements.writes(statement)) return this.transaction((tx) => tx.one(statement, params));
    return this.#outside(() => this.#statements.one(statement, params));
  }

  run<P extends Params>(statement: Statement<P, unknown>, params: P): Promise<number> {
    return this.transaction((tx) => tx.run(statement, params));
  }

  query<Row>(build: (db: Kysely<Tables>) => { compile(): CompiledQuery<Row> }): Promise<Row[]> {
    return this.#outside(() => this.#statements.query(build));
  }

  transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T> {
    if (this.#closed || this.#queue.length >= QUEUE_LIMIT)
      return Promise.reject(new StoreUnavailableError('the write queue is full'));
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ since: performance.now(), work, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  async backup(file: string): Promise<void> {
    await writeWhole(file, (partial) =>
      this.#outside(() => {
        this.#endReading();
        return this.#db.prepare('VACUUM INTO ?').run(partial);
      }),
    );
  }

  async check(): Promise<string[]> {
    const rows = await this.#outside(() => this.#db.prepare('PRAGMA quick_check(20)').all());
    return rows.map((row) => String(row.quick_check)).filter((line) => line !== 'ok');
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#maintenance?.pause();
    await this.#draining;
    await this.#sync?.durable().catch(() => {});
    await this.#maintenance?.close();
    this.#endReading();
    this.#db.close();
    this.#sync?.close();
    this.#release();
  }

  /** Reads at once, or after the transaction that is open. Not async itself: a poll would pay for one more promise. */
  #outside<T>(work: () => T): Promise<T> {
    if (this.#transaction !== undefined) return this.#transaction.then(() => this.#outside(work));
    try {
      if (!this.#reading) {
        this.#statements.execute('BEGIN');
        this.#reading = true;
        setImmediate(this.#endReading);
      }
      return Promise.resolve(work());
    } catch (error) {
      return Promise.reject(translate(error));
    }
  }

  readonly #endReading = (): void => {
    if (!this.#reading) return;
    this.#reading = false;
    // An error can have ended it.
    if (this.#db.isTransaction) this.#statements.execute('COMMIT');
  };

  #enqueue(item: Job | Pause): void {
    this.#queue.push(item);
    // The end of this turn of the event loop: whatever arrived in the same turn shares the commit.
    this.#draining ??= new Promise((resolve) => setImmediate(() => resolve(this.#drain())));
  }

  async #drain(): Promise<void> {
    for (let item = this.#queue.shift(); item !== undefined; item = this.#queue.shift()) {
      if ('alone' in item) {
        await item.alone();
        continue;
      }
      const batch: Job[] = [item];
      while (batch.length < BATCH_LIMIT && this.#queue[0] !== undefined && 'work' in this.#queue[0]) {
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
      outcomes = await this.#perform(batch);
      this.#statements.execute('COMMIT');
      this.#sync?.noteCommit();
      this.#times?.commit((performance.now() - started) / 1000);
    } catch (error) {
      this.#rollBack();
      const reason = translate(error);
      if (reason !== error && !isBusy(error)) this.#maintenance?.noteTrouble();
      for (const job of batch) job.reject(reason);
      return;
    } finally {
      this.#transaction = undefined;
      ended();
    }
    this.#settle(outcomes);
  }

  /** Undoes what is left of a transaction. SQLite has often done so itself by then, and fails no worse than it did. */
  #rollBack(): void {
    try {
      if (this.#db.isTransaction) this.#statements.execute('ROLLBACK');
    } catch {
      // The next BEGIN says what is wrong.
    }
  }

  /**
   * Does the jobs of a batch in turn; throws only if the whole batch is lost. With savepoints SQLite would copy a page for
   * each job that writes on it, so there are none until a job fails, as few do: then all of the batch is undone and done
   * again, each job in a savepoint of its own.
   */
  async #perform(batch: readonly Job[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    try {
      for (const job of batch) outcomes.push({ job, value: await job.work(this.#inside) });
      return outcomes;
    } catch (error) {
      // On some errors (disk full, for one) SQLite itself ends the transaction, and with it all that is in the batch.
      if (!this.#db.isTransaction) throw error;
      this.#statements.execute('ROLLBACK');
      await this.#begin(batch, this.#transaction);
      const [first, ...others] = batch;
      if (first !== undefined && others.length === 0) return [this.#failed(first, error)];
    }
    outcomes.length = 0;
    for (const job of batch) outcomes.push(await this.#performApart(job));
    return outcomes;
  }

  async #performApart(job: Job): Promise<Outcome> {
    this.#statements.execute('SAVEPOINT job');
    try {
      const value = await job.work(this.#inside);
      this.#statements.execute('RELEASE job');
      return { job, value };
    } catch (error) {
      if (!this.#db.isTransaction) throw error;
      this.#statements.execute('ROLLBACK TO job');
      this.#statements.execute('RELEASE job');
      return this.#failed(job, error);
    }
  }

  #failed(job: Job, error: unknown): Outcome {
    const reason = translate(error);
    if (reason !== error) this.#maintenance?.noteTrouble();
    return { job, error: reason };
  }

  /** Tells each job's caller its outcome once the disk has it. A refusal too: what it was decided on must be there. */
  #settle(outcomes: readonly Outcome[]): void {
    const settle = () => {
      for (const outcome of outcomes) {
        if ('error' in outcome) outcome.job.reject(outcome.error);
        else outcome.job.resolve(outcome.value);
      }
    };
    if (this.#sync === undefined) settle();
    else
      this.#sync.durable().then(settle, (cause) => {
        for (const { job } of outcomes) job.reject(unavailable(cause));
      });
  }

  /**
   * Begins a transaction, whose end reads wait for from this moment on. Waits for another process's write without blocking
   * the event loop, until the first of the batch has waited long enough.
   */
  async #begin(batch: readonly Job[], end: Promise<void> | undefined): Promise<void> {
    for (;;) {
      this.#endReading();
      try {
        this.#statements.execute('BEGIN IMMEDIATE');
        this.#transaction = end;
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > (batch[0]?.since ?? 0) + BUSY_MILLISECONDS) throw error;
        await sleep(2);
      }
    }
  }

  #walPages(): number {
    this.#endReading();
    return Number(this.#db.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0);
  }
}
