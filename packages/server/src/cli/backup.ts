import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config/config.ts';
import { folderOfDatabase } from '../files/open-files.ts';
import { OperatorError } from '../operator-error.ts';
import { version020 } from '../store/migrations/031-version-0.2.0.ts';
import type { Store } from '../store/store.ts';
import { backupFiles } from './backup-files.ts';
import { print } from './output.ts';
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
      { anySchema: true, mustExist: true },
    );
    print(`${file} (${statSync(file).size} bytes)`);
    if (files !== undefined) print(files);
    if (key !== undefined)
      print(`The secret key is not in it, and a restore needs it: keep a copy of ${key} elsewhere.`);
  });

/** Such as a full disk, or a folder without write access. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

function placeOfKey({ secrets }: Store): string | undefined {
  const { source, file } = secrets.keys;
  if (source === 'setting') return 'SECRET_KEY';
  return file !== undefined && existsSync(file) ? file : undefined;
}
