import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { newSecretKey } from '../../domain/sealed-text.ts';
import { OperatorError } from '../../operator-error.ts';
import { syncDirectory } from '../sqlite/sync.ts';

/** Creates the file with a new key, unless it exists. On disk when this resolves. */
export function createKeyFile(file: string): Promise<void> {
  return placed(file, `${newSecretKey()}\n`, (partial) => {
    try {
      // Unlike a rename, a link never replaces a file, whose key may be needed.
      fs.linkSync(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
}

/** The old keys stay, because backups need them. */
export function addKeyToFile(file: string): Promise<void> {
  return placed(file, `${newSecretKey()}\n${fs.readFileSync(file, 'utf8')}`, (partial) => fs.renameSync(partial, file));
}

/** Syncs a private temporary file, and calls `place` with its name. */
async function placed(file: string, content: string, place: (partial: string) => void): Promise<void> {
  const partial = `${file}.${randomUUID()}.partial`;
  try {
    fs.writeFileSync(partial, content, { flush: true, flag: 'wx', mode: 0o600 });
    place(partial);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new OperatorError(`${file} cannot be written (${code})`, { cause });
  } finally {
    fs.rmSync(partial, { force: true });
  }
  await syncDirectory(path.dirname(path.resolve(file)));
}
