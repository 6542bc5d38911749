import fs from 'node:fs';
import path from 'node:path';
import { databaseFile } from '../packages/server/src/store/database-url.ts';
import { httpLimit, type Limit } from './limits.ts';

/** The databases of one engine, and what a server on them is measured against. */
export interface Databases {
  /** An empty one; its DATABASE_URL. */
  create(directory: string, name: string): Promise<string>;
  bytes(url: string): Promise<number>;
  /** Bytes of log that all of them have written so far, where it is not the server's process that writes it. */
  readonly logBytes?: () => Promise<number>;
  limit(core: number | undefined): Promise<Limit>;
  stop(): Promise<void>;
}

export const sqliteDatabases: Databases = {
  create: async (directory, name) => `sqlite:${path.join(directory, `${name}.db`)}`,
  async bytes(url) {
    const file = databaseFile(url) ?? '';
    return [file, `${file}-wal`].reduce(
      (sum, one) => sum + (fs.statSync(one, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  },
  limit: httpLimit,
  async stop() {},
};
