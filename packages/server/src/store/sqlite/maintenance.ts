import { SingleRun } from '../../domain/single-run.ts';
import { type CheckpointMode, createCheckpointer } from './checkpoint.ts';
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
export function createMaintenance(file: string, { sync, walPages, runExclusively }: MaintainedDatabase) {
  const checkpointer = createCheckpointer(file);
  let checkpointRequested = false;
  let pausedUntil = 0;

  /** True: all of the WAL was copied. */
  function runCheckpoint(mode: CheckpointMode): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    runExclusively(async () => {
      const done = await checkpointer.run(mode);
      if (done) sync.allDurable();
      resolve(done);
    });
    return promise;
  }

  async function run(): Promise<void> {
    // After a failed sync, nothing is written until the whole WAL is in the database file, on disk.
    if (sync.failed) return void (await runCheckpoint('TRUNCATE'));
    const due = checkpointRequested || walPages() >= CHECKPOINT_PAGES;
    if (!due || performance.now() < pausedUntil) return;
    checkpointRequested = false;
    // First without blocking writers. Then the rest while they wait, and a restart of the WAL.
    if ((await checkpointer.run('PASSIVE')) && walPages() < CHECKPOINT_PAGES) return;
    if (!(await runCheckpoint('RESTART'))) pausedUntil = performance.now() + PAUSE_MS;
  }

  /** After a failure, the next interval tries again. */
  const runs = new SingleRun(() => run().catch(() => {}));
  const timer = setInterval(() => runs.begin(), INTERVAL_MS).unref();
  return {
    /**
     * Requests a checkpoint after a failed write, such as with a full disk: a restarted WAL may
     * have room.
     */
    requestCheckpoint(): void {
      checkpointRequested = true;
    },
    /** Starts no more, and waits for the current run. */
    pause(): Promise<void> {
      clearInterval(timer);
      return runs.idle();
    },
    close: checkpointer.close,
  };
}

export type Maintenance = ReturnType<typeof createMaintenance>;
