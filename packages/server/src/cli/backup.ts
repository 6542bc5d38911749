import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { OperatorError } from '../operator-error.ts';
import { print } from './output.ts';
import { withStore } from './with-store.ts';

export const backup = new Command('backup')
  .description('write a consistent copy of the database to a file, also while a server uses it')
  .argument('<file>')
  .action(async (file) => {
    const directory = path.dirname(path.resolve(file));
    if (!existsSync(directory)) throw new OperatorError(`there is no folder ${directory}`);
    if (existsSync(file)) throw new OperatorError(`${file} already exists; choose another file`);
    // No migration: an older program must be able to read a backup that was made before an upgrade.
    const key = await withStore(
      async (store) => {
        await store.backup(file);
        const { source, file: keyFile } = store.secrets.keys;
        if (source === 'setting') return 'SECRET_KEY';
        return keyFile !== undefined && existsSync(keyFile) ? keyFile : undefined;
      },
      { anySchema: true, mustExist: true },
    );
    print(`${file} (${statSync(file).size} bytes)`);
    if (key !== undefined)
      print(`The secret key is not in it, and a restore needs it: keep a copy of ${key} elsewhere.`);
  });
