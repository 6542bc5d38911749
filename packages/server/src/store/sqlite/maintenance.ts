import { Checkpointer, type CheckpointMode } from './checkpoint.ts';
import type { WalSync } from './sync.ts';

/** Pages of 4 KiB in the WAL after which a checkpoint is due: 128 MiB. Each one costs the connection its page cache. */
const CHECKPOINT_PAGES = 32_768;
const INTERVAL = 250;
/** How long writers are left alone after a checkpoint that a reader (a backup, for one) stood in the way of. */
const PATIENCE = 1000;

interface Maintained {
  readonly sync: WalSync;
  walPages(): number;
  /** Has this done while no transaction runs. */
  alone(work: () => Promise<void>): void;
}

/** Keeps the WAL of a served database short, and makes good what a failed sync or a full disk left behind. */
export class Maintenance {
  readonly #of: Maintained;
  readonly #checkpointer: Checkpointer;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #trouble = false;
  #patientUntil = 0;

  constructor(file: string, of: Maintained) {
    this.#of = of;
    this.#checkpointer = new Checkpointer(file);
    this.#timer = setInterval(() => {
      // What fails is tried again at the next turn.
      this.#running ??= this.#run()
        .catch(() => {})
        .finally(() => {
          this.#running = undefined;
        });
    }, INTERVAL).unref();
  }

  /** A write failed for the machine's sake: the disk is full, for one. A WAL that begins anew may have room for it. */
  noteTrouble(): void {
    this.#trouble = true;
  }

  /** Starts nothing more, and waits for what runs. */
  async pause(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  close(): Promise<void> {
    return this.#checkpointer.close();
  }

  async #run(): Promise<void> {
    // After a failed sync the database file takes over from the WAL; once it is on disk, writing goes on.
    if (this.#of.sync.failed) return void (await this.#alone('TRUNCATE'));
    const due = this.#trouble || this.#of.walPages() >= CHECKPOINT_PAGES;
    if (!due || performance.now() < this.#patientUntil) return;
    this.#trouble = false;
    // Most of the work beside the writers, then the rest while they wait, so that the WAL can begin anew.
    if ((await this.#checkpointer.run('PASSIVE')) && this.#of.walPages() < CHECKPOINT_PAGES) return;
    if (!(await this.#alone('RESTART'))) this.#patientUntil = performance.now() + PATIENCE;
  }

  /** Runs a checkpoint while no transaction runs; whether it took in the whole WAL and synced it. */
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
