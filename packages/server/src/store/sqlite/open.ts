import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../operator-error.ts';
import type { Database } from '../database.ts';
import type { StoreOptions } from '../store.ts';
import { SqliteDatabase } from './database.ts';
import { isBusy } from './errors.ts';
import { MAX_BUSY_MS } from './group-commit.ts';
import { requireLocalDisk } from './network-disk.ts';
import { makeDirectory, syncDirectory } from './sync.ts';

/** `serve`: commits are grouped and synced in the thread pool. `tool`: each syncs at once. */
export type SqliteOptions = Pick<StoreOptions, 'mode' | 'cacheMegabytes' | 'times'>;

const COMMON_PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 0;
  PRAGMA temp_store = MEMORY;
  PRAGMA trusted_schema = OFF;
`;
const MODE_PRAGMAS = {
  // synchronous = NORMAL: a commit does not sync, WalSync does. A worker runs all checkpoints.
  // Mapped pages are read without system call and copy.
  serve: ({ cacheMegabytes = 0 }: SqliteOptions) =>
    `PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384; PRAGMA mmap_size = ${cacheMegabytes * 2 ** 20};`,
  tool: () => `PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${MAX_BUSY_MS};`,
};

/**
 * Older versions can lose commits when the WAL restarts, and run a real checkpoint for
 * `wal_checkpoint(NOOP)`.
 */
const MIN_VERSION = '3.51.3';

/**
 * Locks a database file until it is closed or the process ends, by a SQLite lock on an empty file:
 * Node has no other that the system frees. Throws OperatorError if another process serves it.
 */
function lockForServing(file: string): DatabaseSync {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new OperatorError(`${file} is being served by another process; stop that process first`, { cause });
  }
}

/** SQLite does not say which of the files it may not use. */
function missingPermission(file: string): string | undefined {
  for (const name of [path.dirname(file), ...['', '-wal', '-shm', '.lock'].map((ending) => file + ending)]) {
    try {
      fs.accessSync(name, fs.constants.R_OK | fs.constants.W_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT')
        return `no permission to read and write ${name} (${code}); run this as the user that owns it`;
    }
  }
  return undefined;
}

/**
 * Creates a missing file and directory. Throws OperatorError if it cannot be opened, or another
 * process serves it.
 */
export async function openSqlite(file: string, options: SqliteOptions): Promise<Database> {
  const { sqlite = '' } = process.versions;
  if (sqlite.localeCompare(MIN_VERSION, 'en', { numeric: true }) < 0) {
    throw new OperatorError(`this Node has SQLite ${sqlite}; ${MIN_VERSION} or newer is needed`);
  }
  requireLocalDisk(file);
  let lock: DatabaseSync | undefined;
  let db: DatabaseSync | undefined;
  try {
    const directory = path.dirname(file);
    await makeDirectory(directory);
    lock = options.mode === 'serve' ? lockForServing(file) : undefined;
    db = new DatabaseSync(file, { timeout: MAX_BUSY_MS });
    db.exec(COMMON_PRAGMAS + MODE_PRAGMAS[options.mode](options));
    db.exec('CREATE TABLE IF NOT EXISTS wal_restart (count integer NOT NULL)');
    db.exec('INSERT INTO wal_restart SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM wal_restart)');
    // From here on, SqliteDatabase waits without blocking the event loop.
    if (options.mode === 'serve') db.exec('PRAGMA busy_timeout = 0');
    await syncDirectory(directory);
    return new SqliteDatabase(db, file, options, () => lock?.close());
  } catch (cause) {
    db?.close();
    lock?.close();
    if (cause instanceof OperatorError) throw cause;
    const reason = missingPermission(file) ?? (cause as Error).message;
    throw new OperatorError(`${file} cannot be opened: ${reason}`, { cause });
  }
}
