import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { databaseFile } from '../store/database-url.ts';
import { type Command, withStore } from './command.ts';

export const backup: Command = {
  usage: 'backup <file>',
  about: 'write a consistent copy of the database, also while it is served',
  async run(invocation) {
    const [file = ''] = invocation.positionals;
    const source = databaseFile(invocation.config.databaseUrl);
    if (source !== undefined && !existsSync(source)) throw new OperatorError(`there is no database at ${source}`);
    const directory = path.dirname(path.resolve(file));
    if (!existsSync(directory)) throw new OperatorError(`there is no folder ${directory}`);
    if (existsSync(file)) throw new OperatorError(`${file} exists already; nothing is overwritten`);
    // As it is: a backup from before an upgrade must stay one that the older program can read.
    await withStore(invocation, (store) => store.backup(file), { anySchema: true });
    invocation.print(`${file} (${statSync(file).size} bytes)`);
    return 0;
  },
};
