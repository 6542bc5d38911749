import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../operator-error.ts';
import { isBusy } from './errors.ts';
import { createPrivateFile } from './privacy.ts';

/**
 * Makes this process the only one that serves a database file, until `release` or the end of the
 * process. The lock is that of SQLite on an empty file beside it: Node has no other lock that the
 * system releases by itself.
 *
 * @throws OperatorError if another process serves the file
 */
export function ownFile(file: string): { release(): void } {
  createPrivateFile(`${file}.lock`);
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new OperatorError(`${file} is being served by another process; stop that one first`, { cause });
  }
  return { release: () => lock.close() };
}
