import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../operator-error.ts';
import { isBusy } from './errors.ts';

/**
 * Locks a database file for serving, until `release` or the end of the process. It uses a lock of
 * SQLite on a separate empty file, because Node has no other lock that the operating system
 * releases at the end of a process.
 *
 * @throws OperatorError if another process serves the file
 */
export function lockForServing(file: string): { release(): void } {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new OperatorError(`${file} is being served by another process; stop that process first`, { cause });
  }
  return { release: () => lock.close() };
}
