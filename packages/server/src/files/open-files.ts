import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { databaseFile } from '../store/database-url.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';

/** The folder of files beside a SQLite database. */
export const folderOfDatabase = (file: string) => `${file}.files`;

/**
 * The store that FILES_URL names. Without it: a folder beside a SQLite database, and none with
 * PostgreSQL, because other nodes could not read a local folder.
 */
export function openFiles({
  filesUrl,
  databaseUrl,
  attachments: { minFreeBytes },
}: Pick<Config, 'filesUrl' | 'databaseUrl' | 'attachments'>): FileStore | undefined {
  if (filesUrl !== '') return folderStore(fileURLToPath(filesUrl), minFreeBytes);
  const file = databaseFile(databaseUrl);
  return file === undefined ? undefined : folderStore(folderOfDatabase(file), minFreeBytes);
}
