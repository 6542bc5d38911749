import { lstatSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { s3Address } from '../config/s3-address.ts';
import { OperatorError } from '../operator-error.ts';
import { databaseFile } from '../store/database-url.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

export const folderOfDatabase = (file: string) => `${file}.files`;

/** The local folder of the files of tickets. Undefined: they are in S3, or have no place. */
export function localFolder({ filesUrl, databaseUrl }: Pick<Config, 'filesUrl' | 'databaseUrl'>): string | undefined {
  if (filesUrl !== '') return s3Address(filesUrl) === undefined ? fileURLToPath(filesUrl) : undefined;
  const file = databaseFile(databaseUrl);
  return file === undefined ? undefined : folderOfDatabase(file);
}

type FilesConfig = Pick<Config, 'filesUrl' | 'databaseUrl' | 'attachments' | 's3'>;

/**
 * Opens FILES_URL, else a folder beside SQLite. None for PostgreSQL: nodes share none. Read-only
 * commands must not `create`. Throws OperatorError.
 */
export function openFiles(config: FilesConfig, create = true): FileStore | undefined {
  const { filesUrl, databaseUrl, s3 } = config;
  const { minFreeBytes } = config.attachments;
  const file = databaseFile(databaseUrl);
  const beside = file === undefined ? undefined : folderOfDatabase(file);
  const address = s3Address(filesUrl);
  if (address !== undefined) {
    if (s3.accessKey === '' || s3.secretKey === '')
      throw new OperatorError('s3:// needs S3_ACCESS_KEY and S3_SECRET_KEY');
    const local = path.resolve(s3.scratch || beside || temporaryFolder());
    // Its own folder, because the job deletes old files in it.
    const scratch = path.join(local, '.incomplete');
    if (create) for (const one of [local, scratch]) requirePrivateFolder(one);
    return s3Store({ ...s3, ...address, scratch, minFreeBytes });
  }
  const folder = localFolder(config);
  if (folder === undefined) return undefined;
  try {
    return folderStore(folder, minFreeBytes, create);
  } catch (error) {
    throw notCreated(folder, error);
  }
}

const notCreated = (folder: string, error: unknown): OperatorError =>
  new OperatorError(`the folder ${folder} cannot be created (${(error as NodeJS.ErrnoException).code})`);

const temporaryFolder = () => path.join(os.tmpdir(), `player-support-${os.userInfo().uid}`);

/** Others may write in the temporary folder, and use this name. */
function requirePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw notCreated(folder, error);
  }
  const { uid, mode } = lstatSync(folder);
  if (process.platform === 'win32') return;
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new OperatorError(`other users can access ${folder}; it needs the mode 0700, and the user of this process`);
  }
}
