import { Checkpointer, type CheckpointMode } from './checkpoint.ts';
import type { WalSync } from './sync.ts';

/**
 * A checkpoint is due with this many pages of 4 KiB in the WAL: 128 MiB. It empties the page cache.
 */
const CHECKPOINT_PAGES = 32_768;
const INTERVAL_MS = 250;
/** The pause after a checkpoint that had to give up because of a reader, such as a backup. */
const PAUSE_MS = 1000;

interface Maintained {
  readonly sync: WalSync;
  walPages(): number;
  /** Runs this while no transaction runs. */
  alone(work: () => Promise<void>): void;
}

/** Keeps the WAL of a served database short, and repairs it after a failed sync or a full disk. */
export class Maintenance {
  readonly #of: Maintained;
  readonly #checkpointer: Checkpointer;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #trouble = false;
  #pausedUntil = 0;

  constructor(file: string, of: Maintained) {
    this.#of = of;
    this.#checkpointer = new Checkpointer(file);
    this.#timer = setInterval(() => {
      // The next turn tries again.
      this.#running ??= this.#run()
        .catch(() => {})
        .finally(() => {
          this.#running = undefined;
        });
    }, INTERVAL_MS).unref();
  }

  /**
   * Notes that a write failed, such as with a full disk. A WAL that starts again may have room for
   * it.
   */
  noteTrouble(): void {
    this.#trouble = true;
  }

  /** Starts no more maintenance, and waits for what runs. */
  async pause(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  close(): Promise<void> {
    return this.#checkpointer.close();
  }

  async #run(): Promise<void> {
    // After a failed sync nothing is written until the WAL is in the database file, and that is on
    // disk.
    if (this.#of.sync.failed) return void (await this.#alone('TRUNCATE'));
    const due = this.#trouble || this.#of.walPages() >= CHECKPOINT_PAGES;
    if (!due || performance.now() < this.#pausedUntil) return;
    this.#trouble = false;
    // First beside the writers, then the rest while they wait, so that the WAL can start again.
    if ((await this.#checkpointer.run('PASSIVE')) && this.#of.walPages() < CHECKPOINT_PAGES) return;
    if (!(await this.#alone('RESTART'))) this.#pausedUntil = performance.now() + PAUSE_MS;
  }

  /**
   * Runs a checkpoint while no transaction runs. Returns whether the whole WAL was copied and
   * synced.
   */
  #alone(mode: CheckpointMode): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#of.alone(async () => {
      const done = await this.#checkpointer.run(mode);
      if (done) this.#of.sync.allDurable();
      resolve(done);
    });
    return promise;
  }
}
