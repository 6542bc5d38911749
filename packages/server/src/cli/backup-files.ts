import { rmSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { s3Address } from '../config/s3-address.ts';
import { copyFiles } from '../files/copy-files.ts';
import { folderStore } from '../files/folder-store.ts';
import { folderOfDatabase, openFiles } from '../files/open-files.ts';
import { OperatorError } from '../operator-error.ts';
import { syncDirectory } from '../store/sqlite/sync.ts';
import type { Store } from '../store/store.ts';
import { warn } from './output.ts';

/**
 * Puts the files beside the backup of a database, where a server looks for them. Files on the same
 * disk are linked. A failure leaves neither the folder nor the backup. Throws OperatorError.
 */
export async function backupFiles(store: Store, config: Config, backup: string): Promise<string | undefined> {
  if ((await store.attachments.count()) === 0) return undefined;
  const from = openFiles(config, false);
  // Only PostgreSQL has no default, and other programs make its backups.
  if (from === undefined) return undefined;
  if (s3Address(config.filesUrl) !== undefined) return `The files are in ${from.name}, and not in this backup.`;
  const folder = folderOfDatabase(backup);
  const partial = `${folder}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    // Fails if somebody else has put a link there.
    await mkdir(partial, { mode: 0o700 });
    const to = folderStore(partial, 0);
    const { copied, missing } = await copyFiles(store.attachments.pages(), from, to);
    await rename(partial, folder);
    await syncDirectory(path.dirname(path.resolve(folder)));
    if (missing > 0) warn(`${missing} files are missing in ${from.name}; doctor says more`);
    return `${folder} (${copied} files)`;
  } catch (error) {
    for (const one of [partial, backup]) rmSync(one, { recursive: true, force: true });
    throw new OperatorError(`the files cannot be backed up, so there is no backup: ${(error as Error).message}`);
  }
}
