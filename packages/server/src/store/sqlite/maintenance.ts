import { SingleRun } from '../../domain/single-run.ts';
import { Checkpointer, type CheckpointMode } from './checkpoint.ts';
import type { WalSync } from './sync.ts';

/** 128 MiB of 4 KiB pages make a checkpoint due. It empties the page cache. */
const CHECKPOINT_PAGES = 32_768;
const INTERVAL_MS = 250;
/** After a checkpoint that a reader stopped, such as a backup. */
const PAUSE_MS = 1000;

interface MaintainedDatabase {
  readonly sync: WalSync;
  walPages(): number;
  runExclusively(work: () => Promise<void>): void;
}

/** Keeps the WAL short, and repairs it after a failed sync or a full disk. */
export class Maintenance {
  readonly #database: MaintainedDatabase;
  readonly #checkpointer: Checkpointer;
  readonly #timer: NodeJS.Timeout;
  /** After a failure, the next interval tries again. */
  readonly #runs = new SingleRun(() => this.#run().catch(() => {}));
  #checkpointRequested = false;
  #pausedUntil = 0;

  constructor(file: string, database: MaintainedDatabase) {
    this.#database = database;
    this.#checkpointer = new Checkpointer(file);
    this.#timer = setInterval(() => this.#runs.begin(), INTERVAL_MS).unref();
  }

  /**
   * Requests a checkpoint after a failed write, such as with a full disk: a restarted WAL may have
   * room.
   */
  requestCheckpoint(): void {
    this.#checkpointRequested = true;
  }

  /** Starts no more, and waits for the current run. */
  pause(): Promise<void> {
    clearInterval(this.#timer);
    return this.#runs.idle();
  }

  close(): Promise<void> {
    return this.#checkpointer.close();
  }

  async #run(): Promise<void> {
    // After a failed sync, nothing is written until the whole WAL is in the database file, on disk.
    if (this.#database.sync.failed) return void (await this.#runCheckpoint('TRUNCATE'));
    const due = this.#checkpointRequested || this.#database.walPages() >= CHECKPOINT_PAGES;
    if (!due || performance.now() < this.#pausedUntil) return;
    this.#checkpointRequested = false;
    // First without blocking writers. Then the rest while they wait, and a restart of the WAL.
    if ((await this.#checkpointer.run('PASSIVE')) && this.#database.walPages() < CHECKPOINT_PAGES) return;
    if (!(await this.#runCheckpoint('RESTART'))) this.#pausedUntil = performance.now() + PAUSE_MS;
  }

  /** True: all of the WAL was copied. */
  #runCheckpoint(mode: CheckpointMode): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#database.runExclusively(async () => {
      const done = await this.#checkpointer.run(mode);
      if (done) this.#database.sync.allDurable();
      resolve(done);
    });
    return promise;
  }
}
