import { existsSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { type Config, readConfig } from '../config/config.ts';
import { s3Address } from '../config/s3-address.ts';
import { copyFiles } from '../files/copy-files.ts';
import { folderStore } from '../files/folder-store.ts';
import { folderOfDatabase, openFiles } from '../files/open-files.ts';
import { OperatorError } from '../operator-error.ts';
import { version020 } from '../store/migrations/031-version-0.2.0.ts';
import { syncDirectory } from '../store/sqlite/sync.ts';
import type { Store } from '../store/store.ts';
import { print, warn } from './output.ts';
import { withStore } from './with-store.ts';

export const backup = new Command('backup')
  .description(
    'write a consistent copy of the database to a file, and the files of tickets beside it, also while a server runs',
  )
  .argument('<file>')
  .action(async (file) => {
    const directory = path.dirname(path.resolve(file));
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
      throw new OperatorError(`there is no folder ${directory}`);
    if (existsSync(file)) throw new OperatorError(`${file} already exists; choose another file`);
    const folder = folderOfDatabase(file);
    if (existsSync(folder)) throw new OperatorError(`${folder} already exists; choose another file`);
    // No migration: older programs must be able to read backups from before an upgrade.
    const { key, files } = await withStore(
      async (store) => {
        await store.backup(file).catch((error: unknown) => {
          throw isSystemError(error) ? new OperatorError(`cannot write ${file}: ${error.code}`) : error;
        });
        // A database of 0.1.0 has no files.
        const isOlder = (await store.pendingMigrations()).includes(version020.id);
        return {
          key: placeOfKey(store),
          files: isOlder ? undefined : await backupFiles(store, readConfig(process.env), file),
        };
      },
      { anySchema: true },
    );
    print(`${file} (${statSync(file).size} bytes)`);
    if (files !== undefined) print(files);
    if (key !== undefined)
      print(`The secret key is not in it, and a restore needs it: keep a copy of ${key} elsewhere.`);
  });

/**
 * Puts the files beside the backup, where a server looks for them. A failure leaves neither. Throws
 * OperatorError.
 */
async function backupFiles(store: Store, config: Config, backup: string): Promise<string | undefined> {
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

/** Such as a full disk, or a folder without write access. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

function placeOfKey({ secrets }: Store): string | undefined {
  const { source, file } = secrets.keys;
  if (source === 'setting') return 'SECRET_KEY';
  return file !== undefined && existsSync(file) ? file : undefined;
}
