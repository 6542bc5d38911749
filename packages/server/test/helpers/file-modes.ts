import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryDirectory } from './temporary-directory.ts';

export const modeOf = (name: string) => (fs.statSync(name).mode & 0o777).toString(8).padStart(4, '0');

/** Returns a folder's file modes, by name. */
export function modes(folder: string): Record<string, string> {
  return Object.fromEntries(fs.readdirSync(folder).map((name) => [name, modeOf(path.join(folder, name))]));
}

/** Names a folder and a database that do not exist yet. */
export function newDatabase(t: TestContext) {
  const folder = path.join(temporaryDirectory(t), 'data');
  const database = path.join(folder, 'test.db');
  return { folder, database, settings: { DATABASE_URL: `sqlite:${database}` } };
}

/** Runs `work` with this umask, until it is done. */
export async function underUmask<T>(umask: number, work: () => Promise<T>): Promise<T> {
  const before = process.umask(umask);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
}

export const SERVED = {
  ...Object.fromEntries(['', '-shm', '-wal', '.lock', '.lock-journal'].map((end) => [`test.db${end}`, '0600'])),
  'test.db.files': '0700',
};
