import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * PASSIVE does not block writers. RESTART lets the next commit restart the WAL. TRUNCATE empties
 * the WAL file.
 */
export type CheckpointMode = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

/** Runs a file's checkpoints in a worker thread, one at a time. */
export class Checkpointer {
  readonly #file: string;
  #worker: Worker | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#worker = this.#start();
  }

  /** True: the whole WAL was copied. False also after a failure. */
  async run(mode: CheckpointMode): Promise<boolean> {
    try {
      this.#worker ??= this.#start();
      return await runInWorker(this.#worker, mode);
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
      // Options of the process are not for this thread: --import would load unused modules.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    });
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.on('error', () => {}).unref();
    return worker;
  }
}

async function runInWorker(worker: Worker, mode: CheckpointMode): Promise<boolean> {
  const settled = new AbortController();
  const next = (event: string) => once(worker, event, { signal: settled.signal });
  // A closing store may wait only for this worker, so it must keep the process alive.
  worker.ref();
  worker.postMessage(mode);
  try {
    const [result] = await Promise.race([next('message'), next('exit')]);
    return result === true;
  } finally {
    settled.abort();
    worker.unref();
  }
}
