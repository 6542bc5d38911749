import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../operator-error.ts';
import type { Database, WriteTimes } from '../database.ts';
import { SqliteDatabase } from './database.ts';
import { MAX_BUSY_MS } from './group-commit.ts';
import { lockForServing } from './serve-lock.ts';
import { makeDirectory, syncDirectory } from './sync.ts';

export interface SqliteOptions {
  /**
   * `serve`: the only server. Commits are grouped and synced in the thread pool. `tool`: a short
   * command beside it. Each commit syncs at once.
   */
  readonly mode: 'serve' | 'tool';
  /** Mapped into memory by a server. Default: 0. */
  readonly cacheMegabytes?: number | undefined;
  readonly times?: WriteTimes | undefined;
}

const COMMON_PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA temp_store = MEMORY;
  PRAGMA trusted_schema = OFF;
`;
const MODE_PRAGMAS = {
  // synchronous = NORMAL: a commit does not sync, WalSync does. Checkpointer runs all checkpoints.
  // Mapped pages are read without system call and copy.
  serve: ({ cacheMegabytes = 0 }: SqliteOptions) =>
    `PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384; PRAGMA mmap_size = ${cacheMegabytes * 2 ** 20};`,
  tool: () => `PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${MAX_BUSY_MS};`,
};

/**
 * Older versions can lose commits when the WAL restarts, and run a real checkpoint for
 * `wal_checkpoint(NOOP)`.
 */
const MIN_VERSION = [3, 51, 3];

function checkVersion(version = ''): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0, minPatch = 0] = MIN_VERSION;
  if ((major - minMajor || minor - minMinor || patch - minPatch) < 0) {
    throw new OperatorError(`this Node has SQLite ${version}; ${MIN_VERSION.join('.')} or newer is needed`);
  }
}

/**
 * Creates a missing file and directory. Throws OperatorError if it cannot be opened, or another
 * process serves it.
 */
export async function openSqlite(file: string, options: SqliteOptions): Promise<Database> {
  checkVersion(process.versions.sqlite);
  let owner: ReturnType<typeof lockForServing> | undefined;
  let db: DatabaseSync | undefined;
  try {
    const directory = path.dirname(file);
    await makeDirectory(directory);
    owner = options.mode === 'serve' ? lockForServing(file) : undefined;
    db = new DatabaseSync(file, { timeout: MAX_BUSY_MS });
    db.exec(COMMON_PRAGMAS + MODE_PRAGMAS[options.mode](options));
    db.exec('CREATE TABLE IF NOT EXISTS wal_restart (count integer NOT NULL)');
    db.exec('INSERT INTO wal_restart SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM wal_restart)');
    // From here on, SqliteDatabase waits without blocking the event loop.
    if (options.mode === 'serve') db.exec('PRAGMA busy_timeout = 0');
    await syncDirectory(directory);
    return new SqliteDatabase(db, file, options, () => owner?.release());
  } catch (cause) {
    db?.close();
    owner?.release();
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`${file} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}
