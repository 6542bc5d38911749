import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../operator-error.ts';
import type { Database, WriteTimes } from '../database.ts';
import { MAX_BUSY_MS, SqliteDatabase } from './database.ts';
import { ownFile } from './owner.ts';
import { createPrivateFile, makePrivate, type Notice } from './privacy.ts';
import { makeDirectory, syncDirectory } from './sync.ts';

export interface SqliteOptions {
  /**
   * `serve`: the one process that serves the file; commits are grouped and synced aside. `tool`: a short-lived helper
   * beside it, whose commits sync at once.
   */
  readonly mode: 'serve' | 'tool';
  readonly times?: WriteTimes | undefined;
  /** Told of each file whose mode is corrected. Without it existing files keep their modes. */
  readonly notice?: Notice | undefined;
}

const COMMON_PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA temp_store = MEMORY;
  PRAGMA trusted_schema = OFF;
`;
const MODE_PRAGMAS = {
  // synchronous = NORMAL: a commit does not sync; WalSync does. No automatic checkpoint in any mode: Checkpointer does.
  serve: 'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;',
  tool: `PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${MAX_BUSY_MS};`,
};

/** Older ones can lose commits when a WAL begins anew, and take `wal_checkpoint(NOOP)` for an order to write. */
const OLDEST_SQLITE = [3, 51, 3];

function checkVersion(version = ''): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = OLDEST_SQLITE;
  if ((major - oldMajor || minor - oldMinor || patch - oldPatch) < 0) {
    throw new OperatorError(`this Node has SQLite ${version}; ${OLDEST_SQLITE.join('.')} or newer is needed`);
  }
}

/**
 * Opens a database file, making it and its directory if need be.
 *
 * @throws OperatorError if it cannot be opened, or is being served already
 */
export async function openSqlite(file: string, options: SqliteOptions): Promise<Database> {
  checkVersion(process.versions.sqlite);
  let owner: ReturnType<typeof ownFile> | undefined;
  let db: DatabaseSync | undefined;
  try {
    const directory = path.dirname(file);
    await makeDirectory(directory);
    owner = options.mode === 'serve' ? ownFile(file) : undefined;
    createPrivateFile(file);
    db = new DatabaseSync(file, { timeout: MAX_BUSY_MS });
    db.exec(COMMON_PRAGMAS + MODE_PRAGMAS[options.mode]);
    db.exec('CREATE TABLE IF NOT EXISTS wal_restart (count integer NOT NULL)');
    db.exec('INSERT INTO wal_restart SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM wal_restart)');
    // From here on another process's write is waited for without blocking the event loop.
    if (options.mode === 'serve') db.exec('PRAGMA busy_timeout = 0');
    if (options.notice !== undefined) makePrivate(file, options.notice);
    await syncDirectory(directory);
    return new SqliteDatabase(db, file, options, () => owner?.release());
  } catch (cause) {
    db?.close();
    owner?.release();
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`${file} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}
