import fs from 'node:fs';
import path from 'node:path';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { type Baseline, httpBaseline } from './baselines.ts';

/** The databases of one engine, and the baseline for a server that uses them. */
export interface Databases {
  /** Creates an empty database and returns its DATABASE_URL. */
  create(directory: string, name: string): Promise<string>;
  /** The size of a database. */
  bytes(url: string): Promise<number>;
  /** Bytes of write-ahead log so far, if a process other than the server writes it. */
  readonly logBytes?: () => Promise<number>;
  startBaseline(core: number | undefined): Promise<Baseline>;
  stop(): Promise<void>;
}

export const sqliteDatabases: Databases = {
  create: async (directory, name) => `sqlite:${path.join(directory, `${name}.db`)}`,
  async bytes(url) {
    const file = databaseFile(url) ?? '';
    return [file, `${file}-wal`].reduce(
      (sum, path) => sum + (fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  },
  startBaseline: httpBaseline,
  async stop() {},
};
