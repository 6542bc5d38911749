// @ts-check
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { CheckpointDone, CheckpointMode } from './checkpoint.ts' */

// JavaScript, because Node would load its TypeScript support again for this thread, which takes 20
// MB.

// A thread of its own, so that the disk writes and syncs of a checkpoint never block the event
// loop. The timeout is short: writers wait while RESTART waits for a reader, and a backup reads for
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
  // The next commit starts the WAL again. It writes a new header and syncs it at once, in its own
  // thread. This commit does so here, so that the request of a player does not have to.
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
