import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionExecutor, WriteTimes } from '../database.ts';
import { StoreUnavailableError, unavailable } from '../errors.ts';
import { isBusy, translate } from './errors.ts';
import type { WalSync } from './sync.ts';

/** The next transaction fails with a `StoreUnavailableError`. */
const MAX_QUEUED = 10_000;
/** In one commit. More would block the event loop for too long. */
const MAX_BATCH = 128;
/** A transaction waits this long for another process's write. */
export const MAX_BUSY_MS = 5000;
/** Before the next attempt. */
const BUSY_RETRY_MS = 2;

interface Job {
  /** When it was queued, by `performance.now()`. */
  readonly since: number;
  readonly work: (tx: TransactionExecutor) => Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A transaction, or work that runs while no transaction runs. */
type Item = Job | (() => Promise<void>);

/** Tells a job how it ended. */
type Settle = () => void;

interface Options {
  /** For the open transaction. */
  readonly executor: TransactionExecutor;
  /** Undefined: each commit syncs by itself. */
  readonly sync: WalSync | undefined;
  readonly times: WriteTimes | undefined;
  /** Called after a failure of the machine, such as a full disk. */
  onFailure(): void;
}

/**
 * The transactions of a database with a single connection. They wait in one queue and are committed
 * in groups, each with one commit and one sync.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #options: Options;
  readonly #queue: Item[] = [];
  #draining: Promise<void> | undefined;
  #open: Promise<void> | undefined;
  #closed = false;

  constructor(db: DatabaseSync, options: Options) {
    this.#db = db;
    this.#options = options;
  }

  /** Resolves when it ends. Undefined: none is open. */
  get open(): Promise<void> | undefined {
    return this.#open;
  }

  transaction<T>(work: (tx: TransactionExecutor) => Promise<T>): Promise<T> {
    if (this.#closed || this.#queue.length >= MAX_QUEUED)
      return Promise.reject(new StoreUnavailableError('the write queue is full'));
    return new Promise<T>((resolve, reject) => {
      this.#enqueue({ since: performance.now(), work, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  runExclusively(work: () => Promise<void>): void {
    this.#enqueue(work);
  }

  /** Refuses further transactions. */
  close(): void {
    this.#closed = true;
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async waitUntilDurable(): Promise<void> {
    await this.#options.sync?.waitUntilDurable().catch((cause) => Promise.reject(unavailable(cause)));
  }

  #enqueue(item: Item): void {
    this.#queue.push(item);
    // At the end of this turn of the event loop, so that its transactions share a commit.
    this.#draining ??= new Promise((resolve) => setImmediate(() => resolve(this.#drain())));
  }

  async #drain(): Promise<void> {
    for (let item = this.#queue.shift(); item !== undefined; item = this.#queue.shift()) {
      if (typeof item === 'function') {
        await item();
        continue;
      }
      const batch: Job[] = [item];
      while (batch.length < MAX_BATCH && typeof this.#queue[0] === 'object') batch.push(this.#queue.shift() as Job);
      await this.#commit(batch);
      await new Promise(setImmediate);
    }
    this.#draining = undefined;
  }

  async #commit(batch: readonly Job[]): Promise<void> {
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    let settles: Settle[];
    try {
      await this.#options.sync?.requireHealthy();
      await this.#begin(batch, end);
      const started = performance.now();
      settles = await this.#runBatch(batch);
      this.#db.exec('COMMIT');
      this.#options.sync?.noteCommit();
      this.#options.times?.commit((performance.now() - started) / 1000);
    } catch (error) {
      this.#rollBack();
      const reason = translate(error);
      if (reason !== error && !isBusy(error)) this.#options.onFailure();
      for (const job of batch) job.reject(reason);
      return;
    } finally {
      this.#open = undefined;
      ended();
    }
    // Also an error waits for the sync: it can depend on data that must be on disk.
    this.waitUntilDurable().then(
      () => {
        for (const settle of settles) settle();
      },
      (reason) => {
        for (const job of batch) job.reject(reason);
      },
    );
  }

  /** Rolls back, unless SQLite already has. */
  #rollBack(): void {
    try {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    } catch {
      // The next BEGIN reports what is wrong.
    }
  }

  /**
   * First without savepoints: they make SQLite copy a page for each job. If a job fails, the batch
   * runs again with savepoints. Throws if all jobs failed.
   */
  async #runBatch(batch: readonly Job[]): Promise<Settle[]> {
    const settles: Settle[] = [];
    try {
      for (const job of batch) settles.push(await this.#run(job));
      return settles;
    } catch (error) {
      // After some errors, such as a full disk, SQLite rolls back the batch.
      if (!this.#db.isTransaction) throw error;
      this.#db.exec('ROLLBACK');
      await this.#begin(batch, this.#open);
      const [first, ...others] = batch;
      if (first !== undefined && others.length === 0) return [this.#failureOf(first, error)];
    }
    settles.length = 0;
    for (const job of batch) settles.push(await this.#runInSavepoint(job));
    return settles;
  }

  async #run(job: Job): Promise<Settle> {
    const value = await job.work(this.#options.executor);
    return () => job.resolve(value);
  }

  async #runInSavepoint(job: Job): Promise<Settle> {
    this.#db.exec('SAVEPOINT job');
    try {
      const settle = await this.#run(job);
      this.#db.exec('RELEASE job');
      return settle;
    } catch (error) {
      if (!this.#db.isTransaction) throw error;
      this.#db.exec('ROLLBACK TO job');
      this.#db.exec('RELEASE job');
      return this.#failureOf(job, error);
    }
  }

  #failureOf(job: Job, error: unknown): Settle {
    const reason = translate(error);
    if (reason !== error) this.#options.onFailure();
    return () => job.reject(reason);
  }

  /**
   * Reads wait for `end` from now on. Waits for another process without blocking the event loop.
   * Throws SQLITE_BUSY after MAX_BUSY_MS.
   */
  async #begin(batch: readonly Job[], end: Promise<void> | undefined): Promise<void> {
    for (;;) {
      try {
        this.#db.exec('BEGIN IMMEDIATE');
        this.#open = end;
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > (batch[0]?.since ?? 0) + MAX_BUSY_MS) throw error;
        await sleep(BUSY_RETRY_MS);
      }
    }
  }
}
