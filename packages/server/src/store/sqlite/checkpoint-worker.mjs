// @ts-check
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { CheckpointDone, CheckpointMode } from './checkpoint.ts' */

// This is JavaScript, because Node would load its TypeScript support again for this thread (20 MB).

// Checkpoints run in their own thread, so that their disk writes never block the event loop. The
// timeout is short: while RESTART waits for a reader, writers wait too, and a backup can read for
// minutes.
const db = new DatabaseSync(workerData, { timeout: 50 });
db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1024');

/**
 * @param {CheckpointMode} mode
 * @returns {CheckpointDone}
 */
function checkpoint(mode) {
  const row = db.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
  if (row?.busy !== 0 || row.log !== row.checkpointed) return { done: false };
  // The next commit restarts the WAL: it writes a new header and syncs it in the thread of the
  // commit. Commit here, so that no request has to wait for that sync.
  db.exec('UPDATE wal_restart SET count = count + 1');
  return { done: true };
}

parentPort?.on('message', (/** @type {CheckpointMode} */ mode) => {
  try {
    parentPort?.postMessage(checkpoint(mode));
  } catch (error) {
    parentPort?.postMessage({ done: false, error: String(error) });
  }
});
