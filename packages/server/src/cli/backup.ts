import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { databaseFile } from '../store/database-url.ts';
import { print } from './output.ts';
import { withStore } from './with-store.ts';

export const backup = new Command('backup')
  .description('write a consistent copy of the database to a file, also while a server uses it')
  .argument('<file>')
  .action(async (file) => {
    const source = databaseFile(readConfig(process.env).databaseUrl);
    if (source !== undefined && !existsSync(source)) throw new OperatorError(`there is no database at ${source}`);
    const directory = path.dirname(path.resolve(file));
    if (!existsSync(directory)) throw new OperatorError(`there is no folder ${directory}`);
    if (existsSync(file)) throw new OperatorError(`${file} already exists; choose another file`);
    // No migration: an older program must be able to read a backup that was made before an upgrade.
    await withStore((store) => store.backup(file), { anySchema: true });
    print(`${file} (${statSync(file).size} bytes)`);
  });
