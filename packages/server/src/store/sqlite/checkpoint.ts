import { Worker } from 'node:worker_threads';

/** PASSIVE copies what it can beside writers; RESTART also lets the WAL begin anew; TRUNCATE empties it. */
export type CheckpointMode = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

export interface CheckpointDone {
  readonly done: boolean;
  readonly error?: string;
}

/** Runs checkpoints of one database file in a thread. Only one at a time may be asked for. */
export class Checkpointer {
  readonly #file: string;
  #worker: Worker | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#worker = this.#start();
  }

  /** Whether it took in the whole WAL. A failure (disk full, for one) is no more than a `false`: it is tried again. */
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

/** The thread's answer; `false` if it ends without one. */
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
    // Nothing else may keep the process alive while a closing store waits for this.
    worker.ref();
    worker.postMessage(mode);
  });
}
