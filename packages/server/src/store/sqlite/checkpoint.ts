import { Worker } from 'node:worker_threads';

/**
 * PASSIVE copies what it can beside writers. RESTART also lets the WAL start again. TRUNCATE
 * empties it.
 */
export type CheckpointMode = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

export interface CheckpointDone {
  readonly done: boolean;
  readonly error?: string;
}

/** Runs checkpoints of a database file in a thread, one at a time. */
export class Checkpointer {
  readonly #file: string;
  #worker: Worker | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#worker = this.#start();
  }

  /** Returns whether the whole WAL was copied. A failure, such as a full disk, is also false. */
  async run(mode: CheckpointMode): Promise<boolean> {
    try {
      this.#worker ??= this.#start();
      return await ask(this.#worker, mode);
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-worker.mjs', import.meta.url), {
      workerData: this.#file,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    });
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.on('error', () => {}).unref();
    return worker;
  }
}

/** The answer of the thread; false if the thread ends without one. */
function ask(worker: Worker, mode: CheckpointMode): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (done: boolean) => {
      worker.off('message', onMessage).off('exit', onExit);
      worker.unref();
      resolve(done);
    };
    const onMessage = ({ done }: CheckpointDone) => settle(done);
    const onExit = () => settle(false);
    worker.on('message', onMessage).on('exit', onExit);
    // A store that is closing may wait for this alone, so it must keep the process alive.
    worker.ref();
    worker.postMessage(mode);
  });
}
