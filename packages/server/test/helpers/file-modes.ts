import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryDirectory } from './temporary-directory.ts';

/** The modes of the files of SQLite. */

export const modeOf = (name: string) => (fs.statSync(name).mode & 0o777).toString(8).padStart(4, '0');

/** The modes of all files in a folder, by their names. */
export function modes(folder: string): Record<string, string> {
  return Object.fromEntries(fs.readdirSync(folder).map((name) => [name, modeOf(path.join(folder, name))]));
}

/** A folder, and a database in it that is not there yet. */
export function newDatabase(t: TestContext) {
  const folder = path.join(temporaryDirectory(t), 'data');
  const database = path.join(folder, 'test.db');
  return { folder, database, settings: { DATABASE_URL: `sqlite:${database}` } };
}

/** Runs something with this umask, until it is done. */
export async function underUmask<T>(umask: number, work: () => Promise<T>): Promise<T> {
  const before = process.umask(umask);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
}

/** The modes of the files of a server. */
export const SERVED = {
  ...Object.fromEntries(['', '-shm', '-wal', '.lock', '.lock-journal'].map((end) => [`test.db${end}`, '0600'])),
  // The folder of attachments.
  'test.db.files': '0700',
};
