import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * PASSIVE does not block writers. RESTART lets the next commit restart the WAL. TRUNCATE empties
 * the WAL file.
 */
export type CheckpointMode = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

/** Runs a file's checkpoints in a worker thread, one at a time. */
export function createCheckpointer(file: string) {
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-worker.mjs', import.meta.url), {
      workerData: file,
      // Options of the process are not for this thread: --import would load unused modules.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    });
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    started.on('error', () => {}).unref();
    return started;
  }

  return {
    /** True: the whole WAL was copied. False also after a failure. */
    async run(mode: CheckpointMode): Promise<boolean> {
      try {
        worker ??= start();
        return await runInWorker(worker, mode);
      } catch {
        return false;
      }
    },
    async close(): Promise<void> {
      await worker?.terminate();
    },
  };
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
