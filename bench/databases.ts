import fs from 'node:fs';
import path from 'node:path';

/** The file in a DATABASE_URL of SQLite. Undefined for PostgreSQL. */
export function databaseFile(url: string): string | undefined {
  return url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;
}

/** Returns the URL for writes that need no sync of PostgreSQL. */
export function withoutSync(url: string): string {
  if (databaseFile(url) !== undefined) return url;
  const own = new URL(url);
  const options = own.searchParams.get('options') ?? '';
  own.searchParams.set('options', `${options} -c synchronous_commit=off`.trim());
  return own.href;
}

export interface Databases {
  /** Creates an empty database. Returns its DATABASE_URL. */
  create(directory: string, name: string): Promise<string>;
  bytes(url: string): Promise<number>;
  /** Written so far, if another process than the server writes it. */
  readonly logBytes?: () => Promise<number>;
  /** Returns the seconds of all its processes so far. 0: the database is in the server. */
  processorSeconds(): number;
  /** Copies a database that nobody uses. Returns the copy's DATABASE_URL. */
  copy(url: string, directory: string, name: string): Promise<string>;
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
  processorSeconds: () => 0,
  async copy(url, directory, name) {
    const copy = path.join(directory, `${name}.db`);
    const file = databaseFile(url) ?? '';
    // The secret key of a database is in a file beside it.
    for (const end of ['', '.key']) fs.copyFileSync(file + end, copy + end);
    return `sqlite:${copy}`;
  },
  async stop() {},
};
