import { once } from 'node:events';
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
  #worker: Worker;

  constructor(file: string) {
    this.#file = file;
    this.#worker = this.#start();
  }

  /** Whether it took in the whole WAL. A failure (disk full, for one) is no more than a `false`: it is tried again. */
  async run(mode: CheckpointMode): Promise<boolean> {
    try {
      this.#worker.postMessage(mode);
      const [answer] = (await once(this.#worker, 'message')) as [CheckpointDone];
      return answer.done;
    } catch {
      this.#worker = this.#start();
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url), {
      workerData: this.#file,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    });
    worker.on('error', () => {}).unref();
    return worker;
  }
}
