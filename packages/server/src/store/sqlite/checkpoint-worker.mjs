// @ts-check
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { CheckpointMode } from './checkpoint.ts' */

// This is JavaScript, because Node would load its TypeScript support again for this thread (20 MB).

// Disk writes in a thread do not block the event loop. A short timeout: while RESTART waits for a
// reader, such as a long backup, writers wait too.
const db = new DatabaseSync(workerData, { timeout: 50 });
db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1024');

/**
 * @param {CheckpointMode} mode
 * @returns {boolean} whether the whole WAL was copied
 */
function checkpoint(mode) {
  const row = db.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
  if (row?.busy !== 0 || row.log !== row.checkpointed) return false;
  // The next commit restarts the WAL and syncs its header. Committed here, so that no request waits
  // for that.
  db.exec('UPDATE wal_restart SET count = count + 1');
  return true;
}

parentPort?.on('message', (/** @type {CheckpointMode} */ mode) => {
  try {
    parentPort?.postMessage(checkpoint(mode));
  } catch {
    parentPort?.postMessage(false);
  }
});
