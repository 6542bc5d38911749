// @ts-check
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { CheckpointDone, CheckpointMode } from './checkpoint.ts' */

// JavaScript, since Node loads its TypeScript support anew in each thread, and keeps 20 MB for it.

// A connection of its own in a thread of its own: the disk writes and syncs of a checkpoint never touch the event loop.
// The time-out is short since writers stand still while a RESTART waits for a reader, and a backup reads for minutes.
const db = new DatabaseSync(workerData, { timeout: 50 });
db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1024');

/**
 * @param {CheckpointMode} mode
 * @returns {CheckpointDone}
 */
function checkpoint(mode) {
  const row = db.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
  if (row?.busy !== 0 || row.log !== row.checkpointed) return { done: false };
  // Once all of the WAL is in the database file, the next commit may begin the WAL anew: it writes a new WAL header and
  // syncs it at once, whatever thread it runs in. So it is made here, and not by the next player's request.
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
